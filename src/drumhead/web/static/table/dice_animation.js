// Dice that roll where everybody sees them.

import { make } from "../lib/dom.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** Rolls dice in a frame: they tumble, then lie. Resolves when they may be looked past. */
export async function roll(frame, faces, sides, seconds) {
  const dice = faces.map((face, index) => die(face, sides[index]));
  frame.replaceChildren(...dice);
  frame.classList.add("shown");
  clearTimeout(frame.hiding);
  if (!still.matches) {
    const end = performance.now() + seconds * 550;
    dice.forEach((one) => one.classList.add("tumbling"));
    while (performance.now() < end) {
      dice.forEach((one, index) => turn(one, 1 + Math.floor(Math.random() * sides[index]), sides[index]));
      await wait(70);
    }
    dice.forEach((one) => one.classList.remove("tumbling"));
  }
  dice.forEach((one, index) => turn(one, faces[index], sides[index]));
  await wait(seconds * (still.matches ? 150 : 450));
  frame.hiding = setTimeout(() => frame.classList.remove("shown"), 1400);
}

function die(face, sides) {
  const one = make("span", { class: sides === 6 ? "die" : "die many" });
  turn(one, face, sides);
  return one;
}

function turn(one, face, sides) {
  if (sides !== 6) {
    one.textContent = face;
    return;
  }
  one.replaceChildren(
    ...Array.from({ length: 9 }, (_, cell) => make("i", { class: PIPS[face].includes(cell) ? "pip" : "" })),
  );
}

export const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

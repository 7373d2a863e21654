// Dice that roll over the board.

import { make } from "../../lib/dom.js";
import { prefersReducedMotion, wait } from "../../lib/motion.js";

const TUMBLE_MS = 550;
const TURN_MS = 70;
const LOOK_MS = 450;
const LOOK_REDUCED_MS = 150;
const HIDE_AFTER_MS = 1400;
const CELLS = 9; // of a die's face, three by three
/** @type {Record<number, number[]>} The cells with a pip, by face. */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

export class DiceTray {
  /** @param {HTMLElement} frame */
  constructor(frame) {
    this.frame = frame;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.hideTimer = undefined;
  }

  /**
   * Rolls dice: they tumble, then rest. Resolves when they have been seen.
   * @param {number[]} faces
   * @param {number[]} sides How many sides each die has.
   * @param {number} pace As a part of the usual time.
   */
  async roll(faces, sides, pace) {
    const isStill = prefersReducedMotion();
    const dice = faces.map((face, index) => makeDie(face, sides[index]));
    this.frame.replaceChildren(...dice);
    this.frame.classList.add("shown");
    clearTimeout(this.hideTimer);
    if (!isStill) await tumble(dice, sides, pace * TUMBLE_MS);
    for (const [index, die] of dice.entries()) showFace(die, faces[index], sides[index]);
    await wait(pace * (isStill ? LOOK_REDUCED_MS : LOOK_MS));
    this.hideTimer = setTimeout(() => this.frame.classList.remove("shown"), HIDE_AFTER_MS);
  }
}

/**
 * @param {HTMLElement[]} dice
 * @param {number[]} sides
 * @param {number} milliseconds
 */
async function tumble(dice, sides, milliseconds) {
  const end = performance.now() + milliseconds;
  for (const die of dice) die.classList.add("tumbling");
  while (performance.now() < end) {
    for (const [index, die] of dice.entries()) {
      showFace(die, 1 + Math.floor(Math.random() * sides[index]), sides[index]);
    }
    await wait(TURN_MS);
  }
  for (const die of dice) die.classList.remove("tumbling");
}

/**
 * @param {number} face
 * @param {number} sides
 */
function makeDie(face, sides) {
  const die = make("span", { class: sides === 6 ? "die" : "die many" });
  showFace(die, face, sides);
  return die;
}

/**
 * @param {HTMLElement} die
 * @param {number} face
 * @param {number} sides
 */
function showFace(die, face, sides) {
  if (sides !== 6) {
    die.textContent = String(face);
    return;
  }
  const cells = Array.from({ length: CELLS }, (_, cell) =>
    make("i", { class: PIPS[face].includes(cell) ? "pip" : "" }),
  );
  die.replaceChildren(...cells);
}

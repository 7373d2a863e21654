// The curtain between those who share a device: nothing is seen until it is lifted.

import { at, t } from "./dom.js";

let drawn = false;

/** Draws the curtain for a seat of a battle; `lift` is done when it is lifted. */
export function draw(side, lift) {
  if (drawn) return;
  for (const id of ["board", "log", "choices", "prompt"]) at(id).replaceChildren();
  const words = t("There are secrets on the table. Hand the device over, then lift the curtain.");
  curtain(t("{side}, your turn", { side }), words).then(lift);
}

/** Draws the curtain for somebody; resolves when it is lifted. */
export function curtain(title, words) {
  drawn = true;
  const dialog = at("curtain");
  const [heading, text, button] = dialog.children;
  heading.textContent = title;
  text.textContent = words;
  button.textContent = t("Lift the curtain");
  dialog.oncancel = (event) => event.preventDefault();
  return new Promise((lifted) => {
    button.onclick = () => {
      drawn = false;
      dialog.close();
      lifted();
    };
    dialog.showModal();
  });
}

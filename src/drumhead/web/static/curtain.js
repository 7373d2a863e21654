// The curtain between the seats of one device: nothing of the battle is seen until it is lifted.

import { at, t } from "./words.js";

let drawn = false;

/** Draws the curtain for a side; `lift` is done when it is lifted. */
export function draw(side, lift) {
  if (drawn) return;
  drawn = true;
  for (const id of ["board", "log", "choices", "prompt"]) at(id).replaceChildren();
  const dialog = at("curtain");
  const [title, words, button] = dialog.children;
  title.textContent = t("{side}, your turn", { side });
  words.textContent = t("There are secrets on the table. Hand the device over, then lift the curtain.");
  button.textContent = t("Lift the curtain");
  button.onclick = () => {
    drawn = false;
    dialog.close();
    lift();
  };
  dialog.oncancel = (event) => event.preventDefault();
  dialog.showModal();
}

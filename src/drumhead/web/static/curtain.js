// The curtain between two who share a device.

import { at, t } from "./words.js";

/** Draws the curtain for somebody; resolves when it was lifted. */
export function curtain(title, words) {
  const dialog = at("curtain");
  const [heading, text, button] = dialog.children;
  heading.textContent = title;
  text.textContent = words;
  button.textContent = t("Lift the curtain");
  dialog.oncancel = (event) => event.preventDefault();
  return new Promise((lifted) => {
    button.onclick = () => {
      dialog.close();
      lifted();
    };
    dialog.showModal();
  });
}

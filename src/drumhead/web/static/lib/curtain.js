// The curtain between people who share a device: the page is covered until the next one lifts it.

import { byId } from "./dom.js";
import { t } from "./i18n.js";

let isDown = false;

export const isCurtainDown = () => isDown;

/**
 * Covers the page; resolves when the curtain is lifted.
 * @param {string} title
 * @param {string} words
 * @returns {Promise<void>}
 */
export function lowerCurtain(title, words) {
  isDown = true;
  const dialog = byId("curtain", HTMLDialogElement);
  const [heading, text, button] = /** @type {Iterable<HTMLElement>} */ (dialog.children);
  heading.textContent = title;
  text.textContent = words;
  button.textContent = t("Lift the curtain");
  dialog.oncancel = (event) => event.preventDefault();
  return new Promise((resolve) => {
    button.onclick = () => {
      isDown = false;
      dialog.close();
      resolve();
    };
    dialog.showModal();
  });
}

// Buttons that cannot be used now: they stay in place, and say why when they are pressed.

import { buttonById } from "../lib/dom.js";
import { toast } from "../lib/toast.js";

/**
 * Lets a button be used, or not.
 * @param {string} id
 * @param {string} whyNot Shown when it is pressed; empty where it can be used.
 */
export function setAvailable(id, whyNot) {
  const button = buttonById(id);
  button.dataset.whyNot = whyNot;
  if (whyNot) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
}

document.addEventListener(
  "click",
  (event) => {
    const button = event.target instanceof Element ? event.target.closest("button[aria-disabled=true]") : null;
    if (!(button instanceof HTMLElement)) return;
    event.stopImmediatePropagation();
    if (button.dataset.whyNot) toast(button.dataset.whyNot);
  },
  { capture: true },
);

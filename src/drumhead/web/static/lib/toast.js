// Short messages over the page, and the question before something final.

import { byId, make } from "./dom.js";
import { t } from "./i18n.js";

const DEFAULT_MS = 9000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let hideTimer;

/**
 * Shows a message for a while.
 * @param {string | (Node | string)[]} content
 * @param {number} [milliseconds]
 */
export function toast(content, milliseconds = DEFAULT_MS) {
  const frame = byId("toast");
  const hide = () => {
    frame.hidden = true;
  };
  clearTimeout(hideTimer);
  frame.hidden = false;
  frame.replaceChildren(
    ...(typeof content === "string" ? [make("p", {}, content)] : content),
    make("button", { type: "button", class: "quiet", onclick: hide, "aria-label": t("Close") }, "×"),
  );
  hideTimer = setTimeout(hide, milliseconds);
}

/** Whether a message is shown. */
export const isToastShown = () => !byId("toast").hidden;

/**
 * Lays the message at the upper edge of the board, or at the lower one.
 * @param {boolean} isAtTop
 */
export const placeToast = (isAtTop) => byId("toast").classList.toggle("at-top", isAtTop);

/** Takes the message away. */
export function clearToast() {
  clearTimeout(hideTimer);
  byId("toast").hidden = true;
}

/**
 * Asks a question; resolves to whether the answer was yes.
 * @param {string} question
 */
export async function confirmed(question) {
  const dialog = byId("ask", HTMLDialogElement);
  const [text] = /** @type {Iterable<HTMLElement>} */ (dialog.children);
  text.textContent = question;
  dialog.returnValue = "no";
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  return dialog.returnValue === "yes";
}

// What is said for a while, and what is asked before something final.

import { cite } from "./clauses.js";
import { at, make, t } from "./dom.js";

let hiding = 0;

/** Says something for a while: words with a clause, or elements; nothing takes it away. */
export function toast(words, clause = "", milliseconds = 9000) {
  const frame = at("toast");
  clearTimeout(hiding);
  frame.hidden = !words.length;
  frame.replaceChildren(...(typeof words === "string" ? [make("p", {}, words, " ", cite(clause))] : words));
  frame.append(
    make(
      "button",
      { type: "button", class: "quiet", onclick: () => (frame.hidden = true), "aria-label": t("Close") },
      "×",
    ),
  );
  hiding = setTimeout(() => (frame.hidden = true), milliseconds);
}

/** Asks whether one is sure. */
export async function sure(question) {
  const dialog = at("ask");
  dialog.firstElementChild.textContent = question;
  dialog.returnValue = "no";
  dialog.showModal();
  await new Promise((done) => dialog.addEventListener("close", done, { once: true }));
  return dialog.returnValue === "yes";
}

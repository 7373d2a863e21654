// The choices of a decision as a list of buttons.

import { clauseLink } from "../../lib/clauses.js";
import { byId, make } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** As many choices have a number key. */
const NUMBER_KEYS = 9;
const SHORT_LETTERS = 12;

/** @typedef {import("./selection.js").Choice} Choice */

/**
 * Shows the choices of a selection.
 * @param {import("./selection.js").Selection} selection
 * @param {object} given
 * @param {string} given.wanted The action that a guide asks for.
 * @param {(choice: Choice) => void} given.onPick
 * @param {() => void} given.onBack
 * @param {(action: Action | null, key: string | null) => void} given.onPeek Gets what the pointer or the focus is on.
 */
export function showChoices(selection, { wanted, onPick, onBack, onPeek }) {
  const choices = selection.action ? [] : selection.choices; // a chosen action is on its way: nothing is left to choose
  showPath(selection.path, onBack);
  const hasClauses = new Set(choices.map((choice) => choice.clause)).size > 1;
  const isShort =
    choices.length > NUMBER_KEYS &&
    choices.every(({ words, rest }) => (words ?? "").length < SHORT_LETTERS && !rest.length);
  const items = choices.map((choice, index) => {
    const { clause, key, actions } = choice;
    const button = choiceButton(choice, index, wanted);
    const action = actions.length === 1 ? actions[0] : null;
    button.addEventListener("click", () => onPick(choice));
    button.addEventListener("pointerenter", () => onPeek(action, key));
    button.addEventListener("focus", () => onPeek(action, key));
    button.addEventListener("pointerleave", () => onPeek(null, null));
    return make("li", {}, button, hasClauses ? clauseLink(clause) : null);
  });
  const list = byId("choices");
  list.replaceChildren(make("ul", { class: isShort ? "short" : "" }, ...items));
}

/** Takes the choices away. */
export function hideChoices() {
  byId("choices").replaceChildren();
  byId("path").hidden = true;
}

/**
 * @param {string[]} names
 * @param {() => void} onBack
 */
function showPath(names, onBack) {
  const path = byId("path");
  const back = { type: "button", class: "back", onclick: onBack, title: t("Back") };
  path.hidden = !names.length;
  path.replaceChildren(
    make("button", back, "‹ ", make("span", { class: "hidden" }, t("Back"))),
    make("span", {}, names.join(" › ")),
  );
}

/**
 * @param {Choice} choice
 * @param {number} index
 * @param {string} wanted
 */
function choiceButton(choice, index, wanted) {
  const words = choice.words === null ? t("just this") : choice.words;
  const rest = choice.rest.length ? `: ${choice.rest.join(" ")}` : "";
  const isWanted = wanted !== "" && choice.actions.some((action) => action.notation === wanted);
  return make(
    "button",
    { type: "button", class: isWanted ? "choice wanted" : "choice" },
    index < NUMBER_KEYS ? make("kbd", { "aria-hidden": "true" }, String(index + 1)) : null,
    make("span", {}, words + rest),
    choice.actions.length > 1 ? make("span", { class: "more-of", "aria-hidden": "true" }, "›") : null,
  );
}

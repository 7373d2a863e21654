// The odds of an action: its throws, what each can lead to and how likely that is, and the button that commits it.

import { clauseLink } from "../../lib/clauses.js";
import { byId, make } from "../../lib/dom.js";
import { percent } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";

const MAX_THROWS = 4;

/**
 * Shows the throws of an action, and buttons to do it or to go back where these are given; hides the panel where there
 * is neither.
 * @param {Throw[]} throws
 * @param {{ onCommit: () => void, onBack: () => void } | null} [buttons]
 */
export function showOdds(throws, buttons = null) {
  const frame = byId("odds");
  frame.hidden = !throws.length && !buttons;
  frame.replaceChildren(...throws.slice(0, MAX_THROWS).map(throwSection));
  if (throws.length > MAX_THROWS) {
    frame.append(make("p", { class: "fine" }, t("and {n} more throws", { n: throws.length - MAX_THROWS })));
  }
  if (buttons) {
    const { onCommit, onBack } = buttons;
    frame.append(
      make(
        "div",
        { class: "row" },
        make("button", { type: "button", class: "main", id: "commit", onclick: onCommit }, t("Do it")),
        make("button", { type: "button", onclick: onBack }, t("Back")),
      ),
    );
    byId("commit").focus();
  }
}

export function hideOdds() {
  showOdds([]);
}

/** @param {Throw} thrown */
function throwSection({ title, chances, tally }) {
  const rows = chances.map(([chance, words]) =>
    make(
      "li",
      {},
      make("meter", { min: 0, max: 1, value: chance, "aria-hidden": "true" }),
      make("b", {}, percent(chance)),
      make("span", {}, words),
    ),
  );
  return make(
    "section",
    {},
    make("h3", {}, title),
    make("ul", { class: "chances" }, ...rows),
    tally.length ? tallyDetails(tally) : null,
  );
}

/** @param {Throw["tally"]} tally */
function tallyDetails(tally) {
  const rows = tally.map(([amount, words, clause]) =>
    make("li", {}, make("b", {}, amount > 0 ? `+${amount}` : `${amount}`), ` ${words} `, clauseLink(clause)),
  );
  return make("details", {}, make("summary", {}, t("How the dice add up")), make("ul", { class: "tally" }, ...rows));
}

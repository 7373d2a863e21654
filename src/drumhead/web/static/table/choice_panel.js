// What can be decided, as buttons; and what it can lead to.

import { cite } from "../lib/clauses.js";
import { at, make, t } from "../lib/dom.js";

/** Shows the choices of a walk; `pick` gets the one that was taken, `peek` the action under the pointer; a guide may want one. */
export function showChoices(walk, { wanted, pick, back, peek }) {
  const choices = walk.action ? [] : walk.choices; // what is chosen is on its way: nothing is left to choose
  const path = at("path");
  const names = walk.chosen.length ? pathOf(walk) : [];
  path.hidden = !names.length;
  path.replaceChildren(
    make(
      "button",
      { type: "button", class: "back", onclick: back, title: t("Back") },
      "‹ ",
      make("span", { class: "hidden" }, t("Back")),
    ),
    make("span", {}, names.join(" › ")),
  );
  const citing = new Set(choices.map((choice) => choice.clause)).size > 1;
  const short =
    choices.length > 9 && choices.every((choice) => (choice.words ?? "").length < 12 && !choice.rest?.length);
  const buttons = choices.map((choice, index) => {
    const words = choice.words === null ? t("only that") : choice.words;
    const rest = choice.rest?.length ? `: ${choice.rest.join(" ")}` : "";
    const button = make(
      "button",
      { type: "button", class: isWanted(choice, wanted) ? "choice wanted" : "choice", onclick: () => pick(choice) },
      index < 9 ? make("kbd", { "aria-hidden": "true" }, String(index + 1)) : null,
      make("span", {}, words + rest),
      choice.actions.length > 1 ? make("span", { class: "more-of", "aria-hidden": "true" }, "›") : null,
    );
    const only = choice.actions.length === 1 ? choice.actions[0] : null;
    button.addEventListener("pointerenter", () => peek(only, choice.key));
    button.addEventListener("focus", () => peek(only, choice.key));
    button.addEventListener("pointerleave", () => peek(null, null));
    return make("li", {}, button, citing && choice.clause ? cite(choice.clause) : null);
  });
  const list = at("choices");
  list.replaceChildren(make("ul", { class: short ? "short" : "" }, ...buttons));
  const first = list.querySelector(".wanted");
  const frame = list.closest(".now");
  if (first && frame.scrollHeight > frame.clientHeight) frame.scrollTop = first.offsetTop - frame.offsetTop - 80;
}

/** Says whether a choice leads to the action that a guide asks for. */
function isWanted(choice, wanted) {
  return choice.actions.some((action) => action.notation === wanted);
}

function pathOf(walk) {
  const open = walk.open;
  const shared = walk.depth(open);
  const names = open[0].names.slice(0, shared);
  for (const key of walk.chosen) {
    const index = open[0].keys.indexOf(key);
    if (index >= shared) names.push(open[0].names[index]);
  }
  return names;
}

/** Shows what an action can do, and how likely; with `commit` it can be done there and then. */
export function showOdds(throws, commit = null, back = null) {
  const frame = at("odds");
  frame.hidden = !throws.length && !commit;
  frame.replaceChildren(
    ...throws
      .slice(0, 4)
      .map((thrown) =>
        make(
          "section",
          {},
          make("h3", {}, thrown.title),
          make(
            "ul",
            { class: "chances" },
            ...thrown.chances.map(([odds, words]) =>
              make(
                "li",
                {},
                make("meter", { min: 0, max: 1, value: odds, "aria-hidden": "true" }),
                make("b", {}, percent(odds)),
                make("span", {}, words),
              ),
            ),
          ),
          thrown.tally.length
            ? make(
                "details",
                {},
                make("summary", {}, t("What the dice are made of")),
                make(
                  "ul",
                  { class: "tally" },
                  ...thrown.tally.map(([amount, words, clause]) =>
                    make("li", {}, make("b", {}, amount > 0 ? `+${amount}` : `${amount}`), ` ${words} `, cite(clause)),
                  ),
                ),
              )
            : null,
        ),
      ),
    throws.length > 4 ? make("p", { class: "fine" }, t("and {n} more throws", { n: throws.length - 4 })) : "",
  );
  if (commit) {
    frame.append(
      make(
        "div",
        { class: "row" },
        make("button", { type: "button", class: "main", id: "commit", onclick: commit }, t("Do it")),
        make("button", { type: "button", onclick: back }, t("Back")),
      ),
    );
  }
}

/** A chance in whole percent; what can happen is never 0%, what need not never 100%. */
export function percent(odds) {
  if (odds > 0 && odds < 0.005) return "<1%";
  if (odds < 1 && odds > 0.995) return ">99%";
  return `${Math.round(odds * 100)}%`;
}

// The findings of a review: the moments that mattered, the luck in a sentence, and the dice beside what was expected.

import { byId, make } from "../lib/dom.js";
import { sentence, signedPercent } from "../lib/format.js";
import { t } from "../lib/i18n.js";

/** @type {Record<string, string>} */
const ICONS = { blunder: "??", mistake: "?", strong: "!", luck: "⚄", end: "⚑" };

/** @typedef {(step: number, better: { words: string, keys: string[] }) => void} ShowBetter */

/**
 * Shows the findings.
 * @param {Protocol.ReviewMessage} review
 * @param {object} given
 * @param {(step: number) => void} given.onLook
 * @param {ShowBetter} given.onBetter
 */
export function showFindings({ moments = [], lucks = [], dice = [], sides = [] }, { onLook, onBetter }) {
  const none = make("li", {}, t("There was no single turning point; it was decided step by step."));
  byId("moments").replaceChildren(
    ...(moments.length ? moments.map((one) => item(one, sides, onLook, onBetter)) : [none]),
  );
  // What one side gained the other lost: one sentence says it.
  const told = lucks.find(({ luck }) => luck > 0) ?? lucks[0];
  byId("lucks").textContent = told?.words ?? "";
  showCounts(dice, sides);
}

/**
 * @param {NonNullable<Protocol.ReviewMessage["moments"]>[number]} moment
 * @param {string[]} sides
 * @param {(step: number) => void} onLook
 * @param {ShowBetter} onBetter
 */
function item({ step, kind, words, change, better }, sides, onLook, onBetter) {
  const names = {
    blunder: t("Blunder"),
    mistake: t("Mistake"),
    strong: t("Strong move"),
    luck: t("Luck"),
    end: t("End of the battle"),
  };
  const isLoss = kind === "blunder" || kind === "mistake";
  const side = sides[change > 0 === isLoss ? 1 : 0];
  const shown = Math.abs(change) * (isLoss ? -1 : 1);
  return make(
    "li",
    { "data-step": step, class: kind },
    make(
      "button",
      { type: "button", class: "moment quiet", onclick: () => onLook(step) },
      make("span", { class: "icon", "aria-hidden": "true" }, ICONS[kind]),
      make("b", {}, `${names[kind]}: ${side}`),
      make("b", { class: "change" }, signedPercent(shown)),
      make("span", { class: "words" }, sentence(words)),
    ),
    better
      ? make(
          "p",
          { class: "better" },
          make("span", {}, t("Better: {words}", { words: better.words })),
          make("b", { class: "change" }, signedPercent(better.gain)),
          make("button", { type: "button", onclick: () => onBetter(step, better) }, t("Show it")),
        )
      : null,
  );
}

/**
 * @param {NonNullable<Protocol.ReviewMessage["dice"]>} dice
 * @param {string[]} sides
 */
function showCounts(dice, sides) {
  const table = byId("counts");
  const hasHits = dice.some(({ aimed }) => aimed);
  table.hidden = !dice.some((count) => count.dice);
  const heads = hasHits ? [t("Dice"), t("Hits"), t("Expected")] : [t("Dice"), t("Mean"), t("Expected")];
  table.replaceChildren(
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        make("th", { scope: "col" }, t("Side")),
        ...heads.map((head) => make("th", { scope: "col" }, head)),
      ),
    ),
    make(
      "tbody",
      {},
      ...dice.map((count, index) => {
        const cells = hasHits
          ? [count.aimed, count.hits, count.expected_hits.toFixed(1)]
          : [count.dice, count.mean.toFixed(2), count.expected_mean.toFixed(2)];
        return make(
          "tr",
          {},
          make("th", { scope: "row" }, sides[index]),
          ...cells.map((cell) => make("td", {}, String(cell))),
        );
      }),
    ),
  );
}

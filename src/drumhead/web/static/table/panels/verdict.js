// How a battle ended for the reader: won, lost, drawn, or seen by somebody who has no part in it, or has all of them.

import { make } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** @typedef {"won" | "lost" | "drawn" | "seen"} Verdict */

/**
 * @param {number[]} returns What each seat gained, from -1 to 1.
 * @param {number[]} own The seats of this device.
 * @returns {Verdict}
 */
export function verdictOf(returns, own) {
  const gained = new Set(own.map((seat) => Math.sign(returns[seat] ?? 0)));
  if (!own.length || gained.size > 1) return "seen";
  return gained.has(1) ? "won" : gained.has(-1) ? "lost" : "drawn";
}

/**
 * Returns the verdict as a headline.
 * @param {Verdict} verdict
 */
export const verdictWords = (verdict) =>
  ({ won: t("Victory!"), lost: t("Defeat"), drawn: t("A draw"), seen: t("The battle is over") })[verdict];

/**
 * Returns how each side stood at the end, the winners marked.
 * @param {NonNullable<BoardView["status"]>} status
 * @param {string} round
 * @param {Side[]} sides
 * @param {number[]} returns
 */
export function figuresTable(status, round, sides, returns) {
  // The Automa has figures and no seat.
  const seated = status.filter(({ seat }) => sides[seat]);
  const rows = seated.map(({ seat, words }) =>
    make(
      "tr",
      { class: returns[seat] > 0 ? "winner" : "" },
      make("th", {}, make("span", { class: `letter side-${seat} paint-${sides[seat].paint}` }, sides[seat].letter)),
      make("td", {}, make("b", {}, sides[seat].name), " ", words.join(" \u00b7 ")),
    ),
  );
  return make("table", { class: "figures-table" }, make("caption", {}, round), make("tbody", {}, ...rows));
}

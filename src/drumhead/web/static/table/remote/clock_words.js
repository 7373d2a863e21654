// The terms of a clock in words.

import { duration } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";

/**
 * Returns terms such as 900+10 in words.
 * @param {string} terms
 */
export function clockWords(terms) {
  const [seconds, increment] = terms.split("+").map(Number);
  const time = duration(seconds);
  return increment
    ? t("{time} each, {more} more per decision", { time, more: duration(increment) })
    : t("{time} each", { time });
}

/**
 * Returns after how long a battle may be claimed, as a sentence.
 * @param {number} patience In seconds.
 */
export const claimWords = (patience) =>
  t("If a player makes no move for {time}, you can claim the win.", { time: duration(Math.round(patience)) });

// Numbers in words that players read.

/**
 * A chance in whole percent; what can happen is never 0%, and what need not happen is never 100%.
 * @param {number} chance
 */
export function percent(chance) {
  if (chance > 0 && chance < 0.005) return "<1%";
  if (chance < 1 && chance > 0.995) return ">99%";
  return `${Math.round(chance * 100)}%`;
}

/**
 * A change of a chance in whole percent, with its sign.
 * @param {number} change
 */
export const signedPercent = (change) => `${change > 0 ? "+" : ""}${Math.round(change * 100)} %`;

/**
 * Seconds as minutes and seconds, with a minus sign when the time is up.
 * @param {number} seconds
 */
export function clockTime(seconds) {
  const rest = Math.abs(seconds);
  return `${seconds < 0 ? "−" : ""}${Math.floor(rest / 60)}:${String(Math.floor(rest % 60)).padStart(2, "0")}`;
}

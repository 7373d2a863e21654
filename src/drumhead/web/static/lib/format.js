// Numbers and times in words that players read.

import { language, t } from "./i18n.js";

/** @type {[Intl.RelativeTimeFormatUnit, number][]} Units of time with their seconds, the longest first. */
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/**
 * How long ago something was, such as "5 minutes ago".
 * @param {number} time A Unix time in seconds.
 * @param {number} [now] In milliseconds.
 */
export function timeAgo(time, now = Date.now()) {
  const seconds = Math.max(0, now / 1000 - time);
  const [unit, size] = UNITS.find((one) => seconds >= one[1]) ?? ["second", 1];
  if (unit === "second") return t("a moment ago");
  const count = Math.floor(seconds / size);
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-count, unit);
}

/**
 * A length of time in its largest unit, such as "14 days".
 * @param {number} seconds
 */
export function duration(seconds) {
  const [unit, size] = UNITS.slice(2).find((one) => seconds >= one[1] && seconds % one[1] === 0) ?? ["second", 1];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}

/**
 * A date with its time.
 * @param {number} time A Unix time in seconds.
 */
export const dateAndTime = (time) =>
  new Date(time * 1000).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });

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

/**
 * Words as a sentence: the first letter is a capital.
 * @param {string} words
 */
export const sentence = (words) => words.charAt(0).toLocaleUpperCase(language) + words.slice(1);

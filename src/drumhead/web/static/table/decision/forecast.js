// What an action would do, as sentences, odds and bars.

import { clauseLink } from "../../lib/clauses.js";
import { make } from "../../lib/dom.js";
import { percent } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";

const MAX_THROWS = 3;
/** As many chances of a throw are told one by one; of more, the likeliest. */
const MAX_CHANCES = 6;

/**
 * Returns what an action can come to as content of a card.
 * @param {Protocol.ForecastMessage} forecast
 * @returns {Node[]}
 */
export function forecastContent({ title, throws, facts, then }) {
  const left = throws.length - MAX_THROWS;
  const items = then.map(({ words, chance }) => make("li", {}, words, ": ", make("b", {}, chance)));
  return [
    make("h3", {}, title),
    make("div", { class: "throws" }, ...throws.slice(0, MAX_THROWS).map((one) => throwSection(one))),
    ...(left > 0 ? [make("p", { class: "fine" }, t("further throws: {n}", { n: left }))] : []),
    ...facts.map(({ words, clause }) => make("p", {}, words, " ", clauseLink(clause))),
    ...(items.length ? [make("p", {}, t("From there:")), make("ul", { class: "then" }, ...items)] : []),
  ];
}

/**
 * Returns the odds of a throw as one bar of as many parts as outcomes, a legend, and what its dice are made of.
 * @param {Throw} thrown
 */
function throwSection({ title, chances, tally }) {
  const told = toldChances(chances);
  const bar = make("div", { class: "outcomes", "aria-hidden": "true" });
  const legend = make("ul", { class: "chances" });
  for (const [index, [chance, words]] of told.entries()) {
    const part = make("span");
    part.style.flexGrow = String(chance);
    const item = make("li", {}, make("i"), make("b", {}, percent(chance)), ` ${words}`);
    const strength = `${Math.round((100 * index) / Math.max(1, told.length - 1))}%`;
    for (const element of [part, item]) element.style.setProperty("--strength", strength);
    bar.append(part);
    legend.append(item);
  }
  return make("section", {}, make("h4", {}, title), bar, legend, tally.length ? tallyDetails(tally) : null);
}

/**
 * Returns the outcomes that are told one by one, the least likely of many put together at the end.
 * @param {Throw["chances"]} chances
 * @returns {[number, string][]}
 */
function toldChances(chances) {
  const likeliest = chances.map(([chance]) => chance).sort((one, other) => other - one);
  const least = chances.length > MAX_CHANCES ? likeliest[MAX_CHANCES - 2] : 0;
  /** @type {[number, string][]} */
  const told = chances.filter(([chance]) => chance >= least).slice(0, MAX_CHANCES);
  if (told.length === chances.length) return told;
  const rest = chances.reduce((sum, [chance]) => sum + chance, 0) - told.reduce((sum, [chance]) => sum + chance, 0);
  return [...told, [rest, t("anything else")]];
}

/** @param {Throw["tally"]} tally */
function tallyDetails(tally) {
  const rows = tally.map(([amount, words, clause]) =>
    make("li", {}, make("b", {}, amount > 0 ? `+${amount}` : `${amount}`), ` ${words} `, clauseLink(clause)),
  );
  return make("details", {}, make("summary", {}, t("How the dice add up")), make("ul", { class: "tally" }, ...rows));
}

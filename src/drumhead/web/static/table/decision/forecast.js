// What an action would do, as sentences, odds and bars.

import { clauseLink } from "../../lib/clauses.js";
import { make } from "../../lib/dom.js";
import { percent } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";

/** As many throws are told, with as many chances one by one each; of more, the likeliest. */
const MAX_CHANCES = [5, 4, 4];

/**
 * Returns what an action can come to as content of a card.
 * @param {Protocol.ForecastMessage} forecast
 * @returns {Node[]}
 */
export function forecastContent({ title, throws, facts, then }) {
  const told = throws.slice(0, MAX_CHANCES.length);
  const left = throws.length - told.length;
  const items = then.map(({ words, chance }) => make("li", {}, words, ": ", make("b", {}, chance)));
  return [
    make("h3", {}, title),
    ...told.map((one, index) => throwSection(one, MAX_CHANCES[index])),
    ...(left > 0 ? [make("p", { class: "fine" }, t("further throws: {n}", { n: left }))] : []),
    ...facts.map(({ words, clause }) => make("p", {}, words, " ", clauseLink(clause))),
    ...(items.length ? [make("p", {}, t("From there:")), make("ul", { class: "then" }, ...items)] : []),
    ...tallyDetails(told.filter(({ tally }) => tally.length)),
  ];
}

/**
 * Returns the odds of a throw as one bar of as many parts as outcomes, and a legend.
 * @param {Throw} thrown
 * @param {number} most As many chances are told.
 */
function throwSection({ title, chances }, most) {
  const bar = make("div", { class: "outcomes", "aria-hidden": "true" });
  const legend = make("ul", { class: "chances" });
  for (const { chance, words, strength } of toldChances(chances, most)) {
    const part = make("span");
    part.style.flexGrow = String(chance);
    const item = make("li", {}, make("i"), make("b", {}, percent(chance)), ` ${words}`);
    for (const element of [part, item]) element.style.setProperty("--strength", `${Math.round(100 * strength)}%`);
    bar.append(part);
    legend.append(item);
  }
  return make("section", {}, make("h4", {}, title), bar, legend);
}

/**
 * Returns the outcomes that are told one by one, and before them the least likely of many put together. The strength of
 * an outcome grows from 0, for the least that a throw can do, to 1.
 * @param {Throw["chances"]} chances
 * @param {number} most
 * @returns {{ chance: number, words: string, strength: number }[]}
 */
function toldChances(chances, most) {
  const all = chances.map(([chance, words], index) => ({
    chance,
    words,
    strength: index / Math.max(1, chances.length - 1),
  }));
  if (all.length <= most) return all;
  const likeliest = all.toSorted((one, other) => other.chance - one.chance).slice(0, most - 1);
  const told = all.filter((outcome) => likeliest.includes(outcome));
  const rest = 1 - told.reduce((sum, { chance }) => sum + chance, 0);
  return [{ chance: rest, words: t("anything else"), strength: 0 }, ...told];
}

/**
 * Returns what the dice of some throws are made of, folded away; nothing for no throws.
 * @param {Throw[]} throws
 * @returns {Node[]}
 */
function tallyDetails(throws) {
  if (!throws.length) return [];
  const lists = throws.flatMap(({ title, tally }) => [
    ...(throws.length > 1 ? [make("h4", {}, title)] : []),
    make("ul", { class: "tally" }, ...tally.map(tallyRow)),
  ]);
  return [make("details", {}, make("summary", {}, t("How the dice add up")), ...lists)];
}

/** @param {Throw["tally"][number]} row */
const tallyRow = ([amount, words, clause]) =>
  make("li", {}, make("b", {}, amount > 0 ? `+${amount}` : `${amount}`), ` ${words} `, clauseLink(clause));

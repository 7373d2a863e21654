// What an action would do, as sentences, odds and bars.

import { clauseLink } from "../../lib/clauses.js";
import { make } from "../../lib/dom.js";
import { percent } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";

const MAX_THROWS = 3;
const MAX_CHANCES = 5;

/**
 * Returns what an action can come to as content of a card.
 * @param {Protocol.ForecastMessage} forecast
 * @returns {Node[]}
 */
export function forecastContent({ title, throws, facts, then }) {
  const told = throws.slice(0, MAX_THROWS);
  const left = throws.length - told.length;
  const items = then.map(({ words, chance }) => make("li", {}, words, ": ", make("b", {}, chance)));
  return [
    make("h3", {}, title),
    ...told.map(throwSection),
    ...(left > 0 ? [make("p", { class: "fine" }, t("further throws: {n}", { n: left }))] : []),
    ...facts.map(({ words, clause }) => make("p", {}, words, " ", clauseLink(clause))),
    ...(items.length ? [make("p", {}, t("From there:")), make("ul", { class: "then" }, ...items)] : []),
    ...tallyDetails(told.filter(({ tally }) => tally.length)),
  ];
}

/**
 * Returns the odds of a throw as one bar of as many parts as outcomes, and a legend.
 * @param {Throw} thrown
 */
function throwSection({ title, chances }) {
  const bar = make("div", { class: "outcomes", "aria-hidden": "true" });
  const legend = make("ul", { class: "chances" });
  for (const { chance, words, strength } of toldChances(chances)) {
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
 * Returns the outcomes that are told: all of a few, else the least and the most that a throw can do with the likeliest
 * between them one by one, and the others put together. The strength of an outcome grows from 0, for the worst, to 1.
 * @param {Throw["chances"]} chances
 * @returns {{ chance: number, words: string, strength: number }[]}
 */
export function toldChances(chances) {
  const all = chances.map(([chance, words], index) => ({
    chance,
    words,
    strength: index / Math.max(1, chances.length - 1),
  }));
  if (all.length <= MAX_CHANCES) return all;
  const between = all.slice(1, -1).toSorted((one, other) => other.chance - one.chance);
  const others = between.slice(MAX_CHANCES - 3);
  const rest = {
    chance: others.reduce((sum, { chance }) => sum + chance, 0),
    words: t("anything else"),
    strength: 0.5,
  };
  const told = all.filter((outcome) => !others.includes(outcome));
  return [...told.slice(0, -1), rest, ...told.slice(-1)];
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

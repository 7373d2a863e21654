// What a step of the battle told: its sentence and its dice.

import { sentence } from "../lib/format.js";
import { t } from "../lib/i18n.js";

/** @typedef {{ face: number, isHit: boolean }} Die */
/** @typedef {{ words: string, dice: Die[] }} Told */

/**
 * Returns what a step told, counted from 1; before the first step nothing has happened.
 * @param {LogStep[]} log
 * @param {number} step
 * @param {{ sides: Side[], outcome: string }} battle The outcome is told with the last step.
 * @returns {Told}
 */
export function toldBy(log, step, { sides, outcome }) {
  if (!step) return { words: t("The battle begins."), dice: [] };
  const { seat, words = "", events = [], done = "", faces = [], dice = [] } = log[step - 1] ?? {};
  const actor = sides[seat ?? -1]?.name;
  const happened = [words, ...events.map((event) => event.words)];
  // The outcome says who gave up, too; where the rules ended the battle, the last event has said it.
  if (step === log.length) happened.push(outcome);
  else if (!words && !events.length) happened.push(done && actor ? `${actor}: ${done}` : done);
  const fallen = dice.length
    ? dice.flatMap((group) => group.faces.map((face, index) => ({ face, isHit: group.hits[index] === true })))
    : faces.map((face) => ({ face, isHit: false }));
  const sentences = new Set(happened.filter(Boolean).map(sentence));
  return { words: [...sentences].join(". "), dice: fallen };
}

// Armies and splits of this browser: those stored by name, the draft of each game, and the battle being set up.
// Forces are stored as text, as the server writes them.

import { readJson, writeJson } from "./storage.js";

const MAX_FORCES = 100;

/** @param {string} game */
const forcesKey = (game) => `forces:${game}`;

/** @param {string} game */
const planKey = (game) => `setup:${game}`;

/**
 * Returns the stored forces, the latest first.
 * @param {string} game
 * @returns {StoredForce[]}
 */
export const storedForces = (game) =>
  readJson(localStorage, forcesKey(game), []).filter((/** @type {StoredForce} */ force) => force?.name && force?.text);

/**
 * Stores a force under its name and replaces one that had it; returns whether the browser keeps it.
 * @param {string} game
 * @param {StoredForce} force
 */
export function storeForce(game, force) {
  const others = storedForces(game).filter((other) => other.name !== force.name);
  return writeJson(localStorage, forcesKey(game), [force, ...others].slice(0, MAX_FORCES));
}

/**
 * Deletes a stored force.
 * @param {string} game
 * @param {string} name
 */
export function deleteForce(game, name) {
  const others = storedForces(game).filter((force) => force.name !== name);
  writeJson(localStorage, forcesKey(game), others);
}

/**
 * Returns what was being built: for no battle (side null), or for a side of the battle being set up in this tab.
 * @param {string} game
 * @param {number | null} side
 * @returns {Force | null}
 */
export const readDraft = (game, side) => readJson(draftStorage(side), draftKey(game, side), null);

/**
 * Stores what is being built.
 * @param {string} game
 * @param {number | null} side
 * @param {Force} force
 */
export const storeDraft = (game, side, force) => writeJson(draftStorage(side), draftKey(game, side), force);

/**
 * A force for a side may be secret: it is stored for this tab only.
 * @param {number | null} side
 */
const draftStorage = (side) => (side === null ? localStorage : sessionStorage);

/**
 * @param {string} game
 * @param {number | null} side
 */
const draftKey = (game, side) => (side === null ? `draft:${game}` : `draft:${game}:${side}`);

/**
 * Returns the battle that is being set up in this tab.
 * @param {string} game
 * @returns {BattlePlan | null}
 */
export const readPlan = (game) => readJson(sessionStorage, planKey(game), null);

/**
 * Stores the battle that is being set up.
 * @param {string} game
 * @param {BattlePlan} plan
 */
export const storePlan = (game, plan) => writeJson(sessionStorage, planKey(game), plan);

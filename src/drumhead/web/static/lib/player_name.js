// What the player of this browser wants to be called by others.

import { readJson, writeJson } from "./storage.js";

const NAME_KEY = "name";
export const MAX_NAME_CHARACTERS = 24;

/**
 * Returns the name; empty where none was chosen.
 * @returns {string}
 */
export const playerName = () => String(readJson(localStorage, NAME_KEY, ""));

/**
 * Stores a name for this and later battles.
 * @param {string} name
 */
export function storePlayerName(name) {
  writeJson(localStorage, NAME_KEY, name.trim().slice(0, MAX_NAME_CHARACTERS));
}

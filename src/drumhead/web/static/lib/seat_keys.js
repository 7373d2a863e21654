// The keys that this browser draws for its seats: they become the links of the seats, and no other device knows them.

import { readJson, writeJson } from "./storage.js";

const KEYS_KEY = "keys";
const DEVICE_KEY = "device";
const KEY_BYTES = 18; // 144 bits, as in the tokens that the server draws
const MAX_KEYS = 100;

/** Returns a random text that can stand in an address. */
function randomText() {
  const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_");
}

/**
 * Returns the key that this browser drew for the seat of a token; undefined if it drew none.
 * @param {string} token An invitation, or a link that was renewed.
 * @returns {string | undefined}
 */
export const drawnKey = (token) => readJson(localStorage, KEYS_KEY, {})[token];

/**
 * Returns the key for the seat of a token, the same each time: a request whose answer was lost can be repeated.
 * @param {string} token
 * @returns {string}
 */
export function keyFor(token) {
  const known = drawnKey(token);
  if (known) return known;
  const key = randomText();
  const others = Object.entries(readJson(localStorage, KEYS_KEY, {})).slice(1 - MAX_KEYS);
  writeJson(localStorage, KEYS_KEY, Object.fromEntries([...others, [token, key]]));
  return key;
}

/** Returns a text by which the server tells this device from others in the same seat. */
export function deviceName() {
  const name = String(readJson(localStorage, DEVICE_KEY, "")) || randomText();
  writeJson(localStorage, DEVICE_KEY, name);
  return name;
}

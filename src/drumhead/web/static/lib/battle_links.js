// The battles of this browser: their secret links, which are stored here and nowhere else.

import { readJson, writeJson } from "./storage.js";

const BATTLES_KEY = "battles";
const INVITED_KEY = "invited"; // links of seats, which earlier versions gave to guests
const INVITATIONS_KEY = "invitations";
const MAX_BATTLES = 50;

/**
 * Returns the battles, the latest first.
 * @returns {RememberedBattle[]}
 */
export function battles() {
  return readJson(localStorage, BATTLES_KEY, []);
}

/**
 * Remembers a battle as the latest. Where the browser keeps nothing, the link in the address bar still works.
 * @param {RememberedBattle} battle
 */
export function rememberBattle(battle) {
  const others = battles().filter((other) => other.hash !== battle.hash);
  writeJson(localStorage, BATTLES_KEY, [battle, ...others].slice(0, MAX_BATTLES));
}

/**
 * Forgets a battle; its link still works.
 * @param {string} hash
 */
export function forgetBattle(hash) {
  const others = battles().filter((other) => other.hash !== hash);
  writeJson(localStorage, BATTLES_KEY, others);
}

/**
 * Puts a battle that was forgotten back to its place.
 * @param {RememberedBattle} battle
 * @param {number} index
 */
export function restoreBattle({ hash, title, words, guided }, index) {
  const others = battles().filter((other) => other.hash !== hash);
  writeJson(localStorage, BATTLES_KEY, others.toSpliced(Math.max(0, index), 0, { hash, title, words, guided }));
}

/**
 * Returns the address of a new battle for the seats of this device. Invitations are stored, to be sent from the battle
 * page.
 * @param {BattleTokens} begun
 */
export function battleAddress(begun) {
  const own = begun.seats.filter((token) => token !== null);
  const found = [...(begun.invitations ?? []).entries()].filter(([, token]) => token);
  if (found.length) storeInvitations(own[0] || begun.watch, Object.fromEntries(found), begun.game);
  return own.length ? `/table#${own.join("~")}!${begun.watch}` : `/table#${begun.watch}`;
}

/**
 * @param {string} ownToken
 * @param {Record<number, string | null>} tokens By seat.
 * @param {string} game
 */
function storeInvitations(ownToken, tokens, game) {
  const others = readJson(localStorage, INVITATIONS_KEY, {});
  writeJson(localStorage, INVITATIONS_KEY, { ...others, [ownToken]: { game, tokens } });
}

/**
 * Returns the address to which a player is invited; undefined where this browser did not invite them.
 * @param {string} ownToken
 * @param {number} seat
 * @returns {string | undefined}
 */
export function invitationAddress(ownToken, seat) {
  const { game, tokens } = readJson(localStorage, INVITATIONS_KEY, {})[ownToken] ?? { tokens: {} };
  if (tokens[seat]) return `${location.origin}/join/${game}#${tokens[seat]}`;
  const token = readJson(localStorage, INVITED_KEY, {})[ownToken]?.[seat];
  return token && `${location.origin}/table#${token}`;
}

/**
 * Puts a renewed link in the place of the former one, and returns the address of the battle.
 * @param {string} hash The address of the battle so far.
 * @param {string} token
 * @param {string} key The token that replaces it.
 */
export function renewedAddress(hash, token, key) {
  const renewed = hash.replace(token, key);
  const known = battles().find((battle) => battle.hash === hash);
  forgetBattle(hash);
  if (known) rememberBattle({ ...known, hash: renewed });
  for (const name of [INVITATIONS_KEY, INVITED_KEY]) {
    const { [token]: sent, ...others } = readJson(localStorage, name, {});
    if (sent) writeJson(localStorage, name, { ...others, [key]: sent });
  }
  return renewed;
}

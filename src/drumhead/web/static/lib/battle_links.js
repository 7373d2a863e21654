// The battles of this browser: their secret links, which are stored here and nowhere else.

import { readJson, writeJson } from "./storage.js";

const BATTLES_KEY = "battles";
const INVITED_KEY = "invited";
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
 * Returns the address of a new battle for the seats of this device. The tokens of remote seats are stored, to invite
 * their players from the battle page.
 * @param {BattleTokens} begun
 * @param {(seat: number) => boolean} [isRemote]
 */
export function battleAddress(begun, isRemote = () => false) {
  const tokens = begun.seats.map((token, seat) => ({ token, seat })).filter(({ token }) => token);
  const own = tokens.filter(({ seat }) => !isRemote(seat)).map(({ token }) => token);
  const invited = tokens.filter(({ seat }) => isRemote(seat)).map(({ token, seat }) => [seat, token]);
  if (invited.length) {
    const others = readJson(localStorage, INVITED_KEY, {});
    writeJson(localStorage, INVITED_KEY, { ...others, [own[0] || begun.watch]: Object.fromEntries(invited) });
  }
  return own.length ? `/table#${own.join("~")}!${begun.watch}` : `/table#${begun.watch}`;
}

/**
 * Returns the tokens by which the other players of a battle come, by seat.
 * @param {string} ownToken
 * @returns {Record<number, string>}
 */
export function invitations(ownToken) {
  return readJson(localStorage, INVITED_KEY, {})[ownToken] || {};
}

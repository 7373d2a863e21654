// The battles of this browser: their secret links, kept here and nowhere else.

import { t } from "./dom.js";

const KEY = "battles";

/** The battles, the last one first. */
export function battles() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) || [];
  } catch {
    return [];
  }
}

/** Remembers a battle: its address, its game, what it is about. */
export function remember(battle) {
  const others = battles().filter((other) => other.hash !== battle.hash);
  try {
    localStorage.setItem(KEY, JSON.stringify([battle, ...others].slice(0, 50)));
  } catch {
    // The link in the address still leads there.
  }
}

/** Forgets a battle; its link still leads there. */
export function forget(hash) {
  localStorage.setItem(KEY, JSON.stringify(battles().filter((other) => other.hash !== hash)));
}

/** Sends the server a message; throws where it does not answer. */
export async function send(path, message) {
  try {
    return await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(message),
    });
  } catch {
    throw new Error(t("The table does not answer. Is it still running?"));
  }
}

/** Asks the server for something; throws its refusal. */
export async function ask(path, message) {
  const answer = await send(path, message);
  const type = answer.headers.get("Content-Type") || "";
  const found = type.startsWith("application/json") ? await answer.json() : await answer.text();
  if (!answer.ok) throw Object.assign(new Error(found.words || answer.statusText), { clause: found.clause });
  return found;
}

/** The address of a battle for the first seat; the links of the others are kept to invite them. */
export function far(begun) {
  const [own, ...others] = begun.seats;
  const kept = JSON.parse(localStorage.getItem("invited") || "{}");
  const links = Object.fromEntries(others.map((token, index) => [index + 1, token]).filter(([, token]) => token));
  localStorage.setItem("invited", JSON.stringify({ ...kept, [own]: links }));
  return `/table#${own}!${begun.watch}`;
}

/** The links by which the others of a battle come, by seat. */
export function invited(own) {
  try {
    return JSON.parse(localStorage.getItem("invited"))?.[own] || {};
  } catch {
    return {};
  }
}

/** The address of a battle for those who hold these seats. */
export function address(begun) {
  const mine = begun.seats.filter(Boolean);
  const tokens = mine.length ? mine : [begun.watch];
  return `/table#${tokens.join("~")}${mine.length ? `!${begun.watch}` : ""}`;
}

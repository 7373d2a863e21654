// Battles with people far away, as they are set up: who sits elsewhere, and how long they are waited for.

import { at } from "../lib/dom.js";

export const FAR = "far";

/** Shows what concerns those far away, where there are any. */
export function showFar(who) {
  at("away").hidden = !who.includes(FAR);
}

/** What the server is told of who plays. */
export function seated(who) {
  const seats = who.map((one) => (one === FAR ? "person" : one));
  return who.includes(FAR) ? { seats, patience: Number(at("patience").value) } : { seats };
}

/** The address of a battle for the seats of this device; the links of those far away are kept to invite them. */
export function place(begun, who) {
  const own = begun.seats.filter((token, seat) => token && who[seat] !== FAR);
  const links = Object.fromEntries(
    begun.seats.map((token, seat) => [seat, token]).filter(([seat, token]) => token && who[seat] === FAR),
  );
  const kept = JSON.parse(localStorage.getItem("invited") || "{}");
  localStorage.setItem("invited", JSON.stringify({ ...kept, [own[0] || begun.watch]: links }));
  return own.length ? `/table#${own.join("~")}!${begun.watch}` : `/table#${begun.watch}`;
}

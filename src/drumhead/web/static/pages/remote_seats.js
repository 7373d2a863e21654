// Remote seats while a battle is set up: who plays elsewhere, and how long the battle waits for them.

import { byId, selectById } from "../lib/dom.js";
import { playerName } from "../lib/player_name.js";

export const REMOTE = "guest"; // as the server calls a player who comes by an invitation

/**
 * Shows the settings of remote players where there are any.
 * @param {string[]} who
 */
export function showRemoteSettings(who) {
  byId("away").hidden = !who.includes(REMOTE);
}

/**
 * Returns who plays, as the server takes it.
 * @param {string[]} who
 */
export function seatSettings(who) {
  if (!who.includes(REMOTE)) return { seats: who };
  return { seats: who, patience: Number(selectById("idle-hours").value), name: playerName() };
}

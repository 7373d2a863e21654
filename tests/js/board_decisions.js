// Reads positions as JSON from the standard input: for each its actions as sent to the page, and the keys that its
// picture shows. Writes for each the actions that presses on the board do not lead to, and how many presses lead to the
// others at most. Run by tests/web/test_board_decisions.py.

import { readFileSync } from "node:fs";
import { actionsOf, Selection } from "../../src/drumhead/web/static/table/decision/selection.js";

/** @typedef {Parameters<typeof actionsOf>[0] & { keys: string[] }} Position */

/**
 * Returns how many presses lead to every action that can be reached on the board.
 * @param {Position} position
 */
function pressesOf(position) {
  const keys = new Set(position.keys);
  const selection = new Selection(actionsOf(position), (key) => keys.has(key));
  /** @type {Map<string, number>} */
  const found = new Map();
  /** @type {string[][]} */
  const open = [[]];
  const seen = new Set([""]);
  for (const chosen of open) {
    selection.restart(...chosen);
    /** @param {Action | null} action */
    const reach = (action, more = 0) => {
      if (action && !found.has(action.notation)) found.set(action.notation, chosen.length + more);
    };
    reach(selection.action);
    for (const action of selection.offBoard) reach(action, 1);
    if (!chosen.length) reach(selection.phaseEnd, 1);
    if (selection.action) continue;
    for (const key of selection.selectable.keys()) {
      if (!keys.has(key)) continue;
      const next = [...chosen, key];
      const name = [...next].sort().join(" ");
      if (!seen.has(name)) {
        seen.add(name);
        open.push(next);
      }
    }
  }
  return found;
}

/** @type {Position[]} */
const positions = JSON.parse(readFileSync(0, "utf-8"));
const told = positions.map((position) => {
  const presses = pressesOf(position);
  const all = actionsOf(position).map(({ notation }) => notation);
  return { missing: all.filter((notation) => !presses.has(notation)), most: Math.max(0, ...presses.values()) };
});
process.stdout.write(JSON.stringify(told));

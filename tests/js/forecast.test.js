// A forecast hides neither the least nor the most that a throw can do.

import assert from "node:assert/strict";
import { test } from "node:test";
import { toldChances } from "../../src/drumhead/web/static/table/decision/forecast.js";

/** @type {[number, string][]} */
const SEVEN = [
  [0.05, "destroys itself"],
  [0.1, "no hit"],
  [0.3, "1 hit"],
  [0.2, "2 hits"],
  [0.15, "3 hits"],
  [0.15, "4 hits"],
  [0.05, "destroyed"],
];

test("of many outcomes the least and the most are told, though they are the least likely", () => {
  const told = toldChances(SEVEN);
  assert.deepEqual(
    told.map(({ words }) => words),
    ["destroys itself", "1 hit", "2 hits", "anything else", "destroyed"],
  );
  assert.equal(told.reduce((sum, { chance }) => sum + chance, 0).toFixed(6), "1.000000");
  assert.deepEqual([told[0].strength, told[4].strength], [0, 1]);
});

test("five outcomes are all told", () => {
  const five = SEVEN.slice(0, 5);
  assert.deepEqual(
    toldChances(five).map(({ words }) => words),
    five.map(([, words]) => words),
  );
});

// Clock: time that has passed since the server told the state is counted for the running side only.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Clock } from "../../src/drumhead/web/static/table/remote/clock.js";

test("only the running side loses time", () => {
  const clock = new Clock();
  clock.set({ terms: "900+10", left: [60, 30], runs: 1, paused: false }, 1000);
  assert.equal(clock.secondsLeft(0, 41_000), 60);
  assert.equal(clock.secondsLeft(1, 41_000), -10);
});

test("without a clock there is always time, and a paused one stands still", () => {
  const clock = new Clock();
  assert.equal(clock.secondsLeft(0), Infinity);
  clock.set({ terms: "900+10", left: [60, 30], runs: null, paused: true }, 0);
  assert.equal(clock.secondsLeft(1, 99_000), 30);
});

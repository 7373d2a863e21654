// Formats: chances, changes of chances, clock times.

import assert from "node:assert/strict";
import { test } from "node:test";
import { clockTime, percent, signedPercent, timeAgo } from "../../src/drumhead/web/static/lib/format.js";

test("only what is impossible is 0%, and only what is certain is 100%", () => {
  const chances = [0, 0.001, 0.005, 0.5, 0.994, 0.999, 1];
  assert.deepEqual(chances.map(percent), ["0%", "<1%", "1%", "50%", "99%", ">99%", "100%"]);
});

test("a change has its sign", () => {
  assert.deepEqual([0.123, 0, -0.5].map(signedPercent), ["+12 %", "0 %", "-50 %"]);
});

test("a clock counts on below zero", () => {
  assert.deepEqual([0, 59.9, 61, 3600].map(clockTime), ["0:00", "0:59", "1:01", "60:00"]);
  assert.deepEqual([-5, -61].map(clockTime), ["−0:05", "−1:01"]);
});

test("what was less than a minute ago was a moment ago", () => {
  assert.equal(timeAgo(1000, 1_030_000), "a moment ago");
  assert.equal(timeAgo(1000, 1_130_000), "2 minutes ago");
});

// The schedule of a video: how many steps it shows, and for how long.

import assert from "node:assert/strict";
import { test } from "node:test";
import { schedule, stepAfter } from "../../src/drumhead/web/static/review/video.js";

const MAX_MS = 60_000;

test("every step of a short battle is shown for 0.7 seconds", () => {
  assert.deepEqual(schedule(3), { steps: [0, 1, 2, 3], stepMs: 700 });
  assert.deepEqual(schedule(0).steps, [0]);
});

test("a long battle takes a minute at most, from its first position to its last", () => {
  for (const last of [80, 100, 230, 1000]) {
    const { steps, stepMs } = schedule(last);
    assert.equal(steps[0], 0);
    assert.equal(steps.at(-1), last);
    assert.ok(steps.length * stepMs <= MAX_MS, `${last} steps take ${steps.length * stepMs} ms`);
    assert.ok(stepMs >= 250);
  }
});

/**
 * Returns the steps that are shown when each takes longer than it should.
 * @param {{ last: number, slowness: number }} given
 */
function shown({ last, slowness }) {
  const { steps, stepMs } = schedule(last);
  const found = [];
  let shownMs = 0;
  for (let index = 0; index >= 0; index = stepAfter(index, steps.length - 1, { shownMs, stepMs })) {
    found.push(steps[index]);
    shownMs += stepMs * slowness;
  }
  return { found, shownMs };
}

test("a computer that draws slowly leaves steps of a long battle out, never the last", () => {
  assert.deepEqual(shown({ last: 20, slowness: 2 }).found.length, 21);
  assert.deepEqual(shown({ last: 230, slowness: 1 }).found.length, 231);
  const { found, shownMs } = shown({ last: 230, slowness: 2 });
  assert.equal(found.at(-1), 230);
  assert.ok(found.length > 100);
  assert.ok(shownMs < MAX_MS + 2000, `it takes ${shownMs} ms`);
});

// Geometry: arrows and arrow keys on the board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arrowBetween, nearestInDirection } from "../../src/drumhead/web/static/table/board/geometry.js";
import { mostTogether } from "../../src/drumhead/web/static/table/board/viewport.js";

test("an arrow begins in the middle of a box and ends before the middle of the other", () => {
  const { line, head } = arrowBetween({ x: 0, y: 0, width: 10, height: 10 }, { x: 100, y: 0, width: 20, height: 10 });
  assert.equal(line.split("Q")[0], "M5 5");
  const end = Number(/ ([\d.]+) 5$/.exec(line)?.[1]);
  assert.ok(end > 100 && end < 110);
  assert.ok(head.startsWith(`translate(${end} 5) rotate(`));
});

test("an arrow key finds what lies ahead before what lies aside", () => {
  const from = { x: 0, y: 0 };
  /** @type {[string, { x: number, y: number }][]} */
  const others = [
    ["self", from],
    ["near but aside", { x: 10, y: 10 }],
    ["ahead", { x: 30, y: 0 }],
    ["behind", { x: -5, y: 0 }],
  ];
  assert.equal(nearestInDirection(from, "ArrowRight", others), "ahead");
  assert.equal(nearestInDirection(from, "ArrowLeft", others), "behind");
  assert.equal(nearestInDirection(from, "ArrowDown", others), "near but aside");
  assert.equal(nearestInDirection(from, "ArrowUp", others), null);
});

test("where not all fit in sight, the most that are near each other do", () => {
  const [far, one, other] = [0, 500, 560].map((y) => ({ x: 0, y, width: 40, height: 40 }));
  assert.deepEqual(mostTogether([far, one, other], { width: 400, height: 900 }), [far, one, other]);
  assert.deepEqual(mostTogether([far, one, other], { width: 400, height: 300 }), [one, other]);
  assert.deepEqual(mostTogether([far, one], { width: 400, height: 300 }), [one]);
  assert.deepEqual(mostTogether([], { width: 400, height: 300 }), []);
});

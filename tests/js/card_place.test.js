// The card stands beside its target and covers neither it nor what can be pressed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { besideTarget, middleOf } from "../../src/drumhead/web/static/table/decision/card_place.js";

const FRAME = { width: 900, height: 600 };
const CARD = { width: 150, height: 70 };

/**
 * @param {{ x: number, y: number }} place
 * @param {Box} box
 */
const covers = ({ x, y }, box) =>
  x < box.x + box.width && x + CARD.width > box.x && y < box.y + box.height && y + CARD.height > box.y;

/**
 * A square of a board of 40 pixels each.
 * @param {number} file
 * @param {number} rank
 * @returns {Box}
 */
const square = (file, rank) => ({ x: 40 * file, y: 40 * rank, width: 40, height: 40 });

test("the card stands to the right of its target, level with it", () => {
  const place = besideTarget(CARD, square(5, 5), [square(5, 5)], FRAME);
  assert.equal(place.x, 254);
  assert.equal(place.y, 185);
});

test("squares around the target that can be pressed stay free", () => {
  const around = [-1, 0, 1].flatMap((file) => [-1, 0, 1].map((rank) => square(17 + file, 13 + rank)));
  const boxes = [square(17, 13), ...around.map(middleOf)];
  const place = besideTarget(CARD, square(17, 13), boxes, FRAME);
  assert.deepEqual(
    boxes.filter((box) => covers(place, box)),
    [],
  );
});

test("where no place around the target is free, the rim is", () => {
  const near = Array.from({ length: 13 }, (_, file) =>
    Array.from({ length: 13 }, (_, rank) => square(file + 4, rank + 1)),
  );
  const boxes = [square(10, 7), ...near.flat().map(middleOf)];
  const place = besideTarget(CARD, square(10, 7), boxes, FRAME);
  assert.deepEqual(
    boxes.filter((box) => covers(place, box)),
    [],
  );
});

test("a card that fits nowhere covers as little as it can, and stays in the frame", () => {
  const small = { width: 160, height: 80 };
  const place = besideTarget(
    CARD,
    { x: 0, y: 0, width: 40, height: 40 },
    [{ x: 0, y: 0, width: 40, height: 40 }],
    small,
  );
  assert.ok(place.x >= 0 && place.x <= small.width - CARD.width, String(place.x));
  assert.ok(place.y >= 0 && place.y <= small.height - CARD.height, String(place.y));
});

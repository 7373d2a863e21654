// Group placement: the pieces of a group are placed side by side around a chosen square.

import assert from "node:assert/strict";
import { test } from "node:test";
import { groupPlacements, placementsAround } from "../../src/drumhead/web/static/table/decision/group_placement.js";

const SQUARE = 10;
/** Squares `x.y` of ten units; nothing else is in the picture. */
const board = {
  /** @param {string} key */
  find: (key) => (/^\d+\.\d+$/.test(key) ? /** @type {any} */ ({}) : null),
  /** @param {string} key */
  box: (key) => {
    const [x, y] = key.split(".").map(Number);
    return { x: x * SQUARE, y: y * SQUARE, width: SQUARE, height: SQUARE };
  },
};

/**
 * @param {string} piece
 * @param {string[]} squares
 * @returns {Action[]}
 */
const placements = (piece, squares) =>
  squares.map((square) => ({
    notation: `${piece}@${square}`,
    words: "",
    clause: "TB-2.1",
    keys: [piece, square],
    names: [piece, square],
    isFurther: false,
  }));

/** @param {(Action | null)[]} actions */
const squares = (actions) => actions.map((action) => action?.keys[1] ?? null);

const ROW = ["0.0", "1.0", "2.0", "3.0", "4.0"];

test("three pieces stand in a row around the chosen square", () => {
  const found = placementsAround(
    board,
    "2.0",
    ["R1", "R2", "R3"].map((piece) => placements(piece, ROW)),
  );
  assert.deepEqual(squares(found), ["1.0", "2.0", "3.0"]);
});

test("two pieces take the chosen square and the one before it", () => {
  const found = placementsAround(
    board,
    "2.0",
    ["R1", "R2"].map((piece) => placements(piece, ROW)),
  );
  assert.deepEqual(squares(found), ["1.0", "2.0"]);
});

test("a piece goes to the nearest square that is left", () => {
  const found = placementsAround(
    board,
    "0.0",
    ["R1", "R2", "R3"].map((piece) => placements(piece, ROW)),
  );
  assert.deepEqual(squares(found), ["0.0", "1.0", "2.0"]);
});

test("a piece without a square is left out", () => {
  const found = placementsAround(board, "0.0", [placements("R1", ["0.0"]), placements("R2", ["0.0"])]);
  assert.deepEqual(squares(found), ["0.0", null]);
});

test("a group can go wherever its first piece can", () => {
  const group = { key: "brigade-1", name: "First brigade", pieces: ["R1", "R2"] };
  const actions = [...placements("R1", ["0.0", "1.0"]), ...placements("R2", ["4.0"])];
  const found = groupPlacements(board, [group], actions);
  assert.deepEqual(
    found.map(({ keys }) => keys),
    [
      ["brigade-1", "0.0"],
      ["brigade-1", "1.0"],
    ],
  );
  assert.equal(found[0].words, "First brigade › 0.0");
  assert.deepEqual(
    found[0].pieceActions?.map((some) => some.length),
    [2, 1],
  );
});

test("a single piece, or a group with a piece that cannot be placed, is no group", () => {
  const actions = placements("R1", ROW);
  assert.deepEqual(groupPlacements(board, [{ key: "g", name: "", pieces: ["R1"] }], actions), []);
  assert.deepEqual(groupPlacements(board, [{ key: "g", name: "", pieces: ["R1", "R2"] }], actions), []);
});

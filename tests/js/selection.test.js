// Selection: the legal actions are narrowed down, on the board and in the list.

import assert from "node:assert/strict";
import { test } from "node:test";
import { actionsOf, Selection } from "../../src/drumhead/web/static/table/decision/selection.js";

/**
 * @param {string} path The keys of the steps, separated by blanks.
 * @param {Partial<Action>} [more]
 * @returns {Action}
 */
const action = (path, more) => ({
  notation: path,
  words: path,
  clause: "",
  keys: path.split(" "),
  names: path.split(" ").map((key) => `<${key}>`),
  isFurther: false,
  ...more,
});

/** Two units, with more actions than are listed at once. */
const many = () =>
  new Selection([
    action("end"),
    action("A move a1"),
    action("A move a2"),
    action("A move a3"),
    action("A shoot E1"),
    action("B move b1"),
    action("B move b2"),
    action("B charge E1"),
  ]);

/** @param {Selection} selection */
const listed = (selection) => selection.choices.map(({ key }) => key);

/** @param {Selection} selection */
const notations = (selection) => selection.possible.map(({ notation }) => notation);

test("the steps of actions are written out", () => {
  const actions = actionsOf({
    actions: [["A-b2", "A moves", "PB-4.1", [0, 2]]],
    further: [["A-c3", "A runs", "", [0, 1]]],
    ends: [0],
    steps: [
      ["A", "Archers"],
      ["c3", "field c3"],
      ["b2", "field b2"],
    ],
  });
  assert.deepEqual(actions, [
    {
      notation: "A-b2",
      words: "A moves",
      clause: "PB-4.1",
      keys: ["A", "b2"],
      names: ["Archers", "field b2"],
      isFurther: false,
      endsPhase: true,
    },
    {
      notation: "A-c3",
      words: "A runs",
      clause: "",
      keys: ["A", "c3"],
      names: ["Archers", "field c3"],
      isFurther: true,
    },
  ]);
});

test("few actions are listed at once", () => {
  const selection = new Selection([action("A a1"), action("B b1")]);
  assert.deepEqual(listed(selection), [null, null]);
  assert.deepEqual([...selection.selectable.keys()], ["A", "a1", "B", "b1"]);
});

test("many actions are listed by their first step, single steps last", () => {
  const selection = many();
  assert.deepEqual(listed(selection), ["A", "B", "end"]);
  assert.deepEqual([...selection.selectable.keys()], ["end", "A", "B"]);
});

test("choosing keys leads to an action", () => {
  const selection = many();
  assert.ok(selection.choose("A"));
  assert.deepEqual(listed(selection), ["move", "shoot"]);
  assert.ok(selection.choose("a2"), "a later step may be chosen before an earlier one");
  assert.equal(selection.action?.notation, "A move a2");
  assert.deepEqual(selection.path, ["<A>", "<move>", "<a2>"]);
});

test("a target that two units reach asks which", () => {
  const selection = many();
  assert.ok(selection.choose("E1"));
  assert.deepEqual(notations(selection), ["A shoot E1", "B charge E1"]);
  assert.ok(selection.choose("B"));
  assert.equal(selection.action?.notation, "B charge E1");
});

test("another piece may be chosen instead", () => {
  const selection = many();
  selection.choose("A");
  assert.ok(selection.choose("B"));
  assert.deepEqual(selection.chosen, ["B"]);
});

test("a chosen key is given up when it is chosen again", () => {
  const selection = many();
  selection.choose("A");
  selection.choose("shoot");
  assert.ok(selection.choose("A"));
  assert.deepEqual(selection.chosen, []);
  assert.equal(selection.action, null);
});

test("a key of no action leads nowhere and changes nothing", () => {
  const selection = many();
  selection.choose("A");
  assert.equal(selection.choose("z9"), false);
  assert.deepEqual(selection.chosen, ["A"]);
});

test("an action that ends where others go on is told apart", () => {
  const selection = new Selection([action("A turn"), action("A turn left"), action("A turn right")]);
  selection.choose("A");
  assert.deepEqual(
    selection.choices.map(({ key, words }) => [key, words]),
    [
      ["", null],
      ["left", "<left>"],
      ["right", "<right>"],
    ],
  );
});

test("further actions are selectable in the picture but not listed", () => {
  const selection = new Selection([action("A a1"), action("C c1", { isFurther: true })]);
  assert.equal(selection.choices.length, 1);
  assert.ok(selection.selectable.has("C"));
  assert.ok(selection.choose("C"));
  assert.equal(selection.action?.notation, "C c1");
});

test("going back undoes one choice, or the action that was taken as a whole", () => {
  const selection = many();
  assert.equal(selection.back(), false);
  selection.choose("A");
  selection.choose("move");
  assert.ok(selection.back());
  assert.deepEqual(selection.chosen, ["A"]);
  selection.take(selection.actions[4]);
  assert.equal(selection.action?.notation, "A shoot E1");
  assert.ok(selection.back());
  assert.deepEqual(selection.chosen, []);
});

test("no action at all leaves nothing to choose", () => {
  const selection = new Selection([]);
  assert.deepEqual(selection.choices, []);
  assert.equal(selection.action, null);
  assert.equal(selection.choose("A"), false);
});

test("the only action is lit on the board, piece and place", () => {
  const only = new Selection([action("place A a1")], (key) => key !== "place");
  assert.deepEqual([...only.selectable.keys()], ["A", "a1"]);
  assert.deepEqual(only.offBoard, []);
});

test("actions with one piece that differ in what stands nowhere in the picture get buttons at once", () => {
  const verbs = new Selection([action("A wound"), action("A eliminate")], (key) => key === "A");
  assert.deepEqual(
    verbs.offBoard.map(({ notation }) => notation),
    ["A wound", "A eliminate"],
  );
});

test("an action that is chosen needs no button of its own", () => {
  const some = new Selection([action("A shoot B"), action("A shoot C")], (key) => key !== "shoot");
  some.choose("A");
  some.choose("B");
  assert.equal(some.action?.notation, "A shoot B");
  assert.deepEqual(some.offBoard, []);
});

test("a target of another unit is not chosen anew, so that it can be asked why not", () => {
  const some = new Selection(
    [action("A shoot E1"), action("B shoot E2"), action("B move b1")],
    (key) => key.length < 3,
  );
  some.choose("A");
  assert.equal(some.choose("E2"), false);
  assert.deepEqual(some.chosen, ["A"]);
  assert.equal(some.choose("B"), true);
  assert.deepEqual(some.chosen, ["B"]);
  some.restart();
  assert.equal(some.choose("E2"), true, "with nothing chosen a target leads to whoever may attack it");
});

test("a verb is chosen from the list after its piece", () => {
  const some = new Selection(
    [action("A move a1"), action("A move a2"), action("A run a1"), action("A run a2")],
    (key) => !["move", "run"].includes(key),
  );
  some.choose("A");
  assert.equal(some.choose("run"), true);
  assert.deepEqual(some.chosen, ["A", "run"]);
  assert.deepEqual(notations(some), ["A run a1", "A run a2"]);
});

test("the end of a phase tells how many could still act; a halt or a refusal asks for nothing", () => {
  const isOnBoard = (/** @type {string} */ key) => key !== "end";
  const others = [action("A a1"), action("A a2"), action("B b1")];
  assert.equal(new Selection([action("end", { endsPhase: true }), ...others], isOnBoard).left, 2);
  assert.equal(new Selection([action("end"), ...others], isOnBoard).left, 0);
});

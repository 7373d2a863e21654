// What a step of a reviewed battle told.

import assert from "node:assert/strict";
import { test } from "node:test";
import { toldBy } from "../../src/drumhead/web/static/review/told.js";

const END = { kind: "end", words: "Orcs win: half of the enemy army is destroyed", clause: "PB-8.2" };

test("the outcome is told once where the last event tells it", () => {
  const log = [{ seat: 0, events: [END], words: "" }];
  const { words } = toldBy(log, 1, { sides: [], outcome: "Orcs win: half of the enemy army is destroyed" });
  assert.equal(words, END.words);
});

test("a decision that its events do not tell stands before them", () => {
  const over = { kind: "", words: "the turn is over", clause: "AA-3.1" };
  const log = [{ seat: 0, events: [over], words: "Germany ends its movement" }, { seat: 1 }];
  const { words } = toldBy(log, 1, { sides: [], outcome: "" });
  assert.equal(words, "Germany ends its movement. The turn is over");
});

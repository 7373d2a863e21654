// Event log: steps are recorded, taken back and put into words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EventLog, spokenWords } from "../../src/drumhead/web/static/table/session/event_log.js";

/**
 * @param {...string} words
 * @returns {LogStep}
 */
const step = (...words) => ({ seat: 0, events: words.map((one) => ({ kind: "note", words: one, clause: "" })) });

test("steps that were taken back are replaced", () => {
  const log = new EventLog();
  log.record(0, [step("one"), step("two"), step("three")]);
  log.record(1, [step("other")]);
  assert.deepEqual(
    log.steps.map((one) => spokenWords([one])),
    ["one", "other"],
  );
});

test("a step tells its events, or what was done where nothing happened", () => {
  const log = new EventLog();
  log.record(0, [step("A moves", "B flees"), { seat: 1, events: [], done: "B passes" }, { seat: 0 }]);
  assert.equal(log.wordsOf(1), "A moves. B flees");
  assert.equal(log.wordsOf(2), "B passes");
  assert.equal(log.wordsOf(3), "");
  assert.equal(log.wordsOf(9), "");
});

// Session: messages are dispatched to the seat they are for, positions shown in order, and the page turned and covered.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Seats } from "../../src/drumhead/web/static/table/session/seats.js";
import { TableSession } from "../../src/drumhead/web/static/table/session/session.js";

const SIDES = ["Red", "Blue"].map((name) => ({ name, letter: name[0], paint: "", level: "" }));

/**
 * @param {number} seat
 * @returns {any}
 */
const tableMessage = (seat) => ({ type: "table", seat, sides: SIDES, game: "travel-battle", nonces: [] });

/**
 * @param {number} number
 * @param {number} toAct
 * @param {Record<string, unknown>} [more]
 * @returns {any}
 */
const viewMessage = (number, toAct, more) => ({
  type: "view",
  number,
  since: 0,
  log: [],
  step: number,
  to_act: toAct,
  outcome: null,
  undo: false,
  offers: [],
  secrets: false,
  style: "",
  ...more,
});

/** A session whose page only notes what it is told, and whose connections only note what is sent. */
function makeSession(tokens = ["one"]) {
  /** @type {string[]} */
  const calls = [];
  /** @type {{ name: string, lift: () => void }[]} */
  const curtains = [];
  /** @type {any} */
  const screen = {
    isLookingBack: false,
    decisionShown: null,
    cover: (/** @type {string} */ name, /** @type {() => void} */ lift) => {
      calls.push(`cover ${name}`);
      curtains.push({ name, lift });
    },
    showConnection: (/** @type {boolean} */ isCut) => calls.push(isCut ? "cut" : "connected"),
    showTable: (/** @type {any} */ table) => calls.push(`table ${table.seat}`),
    showPosition: async (/** @type {any} */ _, /** @type {any} */ view, /** @type {any} */ { pace }) => {
      calls.push(`position ${view.number} at ${pace}`);
    },
    showSeat: (/** @type {any} */ seat) => calls.push(`seat ${seat.table.seat}`),
    showTurn: (/** @type {any} */ view, /** @type {any} */ { isMine, isNew }) => {
      calls.push(`turn ${view.number}${isMine ? " mine" : ""}${isNew ? " new" : ""}`);
    },
    rollDice: async (/** @type {LogStep[]} */ steps) => {
      calls.push(`dice ${steps.map(({ faces }) => faces ?? "-").join(" ")}`);
    },
    reportRefusal: (/** @type {any} */ { words }) => calls.push(`refused ${words}`),
    reportCut: () => calls.push("report cut"),
    clearNotice: () => calls.push("clear notice"),
    reportUnknownBattle: () => calls.push("unknown battle"),
    adoptStyle: () => {},
    endDecision: () => {},
    showNumber: () => {},
    showFilm: () => {},
  };
  const seats = new Seats(tokens);
  const session = new TableSession({ seats, screen });
  /** @typedef {{ onMessage: (message: any) => void, onClose: (isFinal: boolean) => void }} Handlers */
  /** @type {({ token: string, sent: unknown[] } & Handlers)[]} */
  const connections = [];
  session.start((token, handlers) => {
    /** @type {unknown[]} */
    const sent = [];
    connections.push({ token, sent, ...handlers });
    return { send: (request) => sent.push(request) > 0 };
  });
  /** Lets all promises settle, and returns and forgets what the page was told. */
  const told = async () => {
    for (let round = 0; round < 50; round += 1) await null;
    return calls.splice(0);
  };
  return { seats, session, screen, connections, curtains, told };
}

test("a seat sits down, sees the position and decides", async () => {
  const { connections, told } = makeSession();
  connections[0].onMessage(tableMessage(0));
  connections[0].onMessage(viewMessage(1, 0));
  assert.deepEqual(await told(), ["connected", "table 0", "position 1 at 1", "turn 1 mine new"]);
});

test("positions are shown one after the other at the chosen speed, unless they are skipped", async () => {
  const { connections, session, told } = makeSession();
  connections[0].onMessage(tableMessage(0));
  session.film.pause(true);
  for (let number = 1; number <= 3; number += 1) connections[0].onMessage(viewMessage(number, 1));
  const positions = async () => (await told()).filter((call) => call.startsWith("position"));
  assert.deepEqual(await positions(), [], "nothing is shown while it is paused");
  session.film.pause(false);
  assert.deepEqual(
    await positions(),
    [1, 2, 3].map((number) => `position ${number} at 1`),
  );
  session.film.pause(true);
  for (let number = 4; number <= 6; number += 1) connections[0].onMessage(viewMessage(number, 1));
  await told();
  session.film.skip();
  assert.deepEqual(
    await positions(),
    [4, 5, 6].map((number) => `position ${number} at 0`),
  );
});

test("what happened since the last own decision is shown again", async () => {
  const { connections, session, told } = makeSession();
  connections[0].onMessage(tableMessage(0));
  connections[0].onMessage(viewMessage(1, 0));
  await told();
  for (let number = 2; number <= 4; number += 1) connections[0].onMessage(viewMessage(number, number === 4 ? 0 : 1));
  await told();
  session.repeat();
  const shown = (await told()).filter((call) => call.startsWith("position"));
  assert.deepEqual(shown, ["position 1 at 0", "position 2 at 1", "position 3 at 1", "position 4 at 1"]);
});

test("dice are rolled before the position they led to, but not for what happened before", async () => {
  const { connections, told } = makeSession();
  connections[0].onMessage(tableMessage(0));
  connections[0].onMessage(viewMessage(1, 1, { log: [{ seat: -1, faces: [6] }] }));
  connections[0].onMessage(viewMessage(2, 0, { log: [{ seat: -1, faces: [5, 3], sides: [6, 6] }] }));
  const calls = (await told()).filter((call) => /dice|position/.test(call));
  assert.deepEqual(calls, ["position 1 at 1", "dice 5,3", "position 2 at 1"]);
});

test("other messages go to whoever listens, for the shown seat only", async () => {
  const { seats, connections } = makeSession(["one", "two"]);
  /** @type {string[]} */
  const heard = [];
  seats.on("chat", (message) => heard.push(`chat ${message.lines.length}`));
  seats.on("pace", (message) => heard.push(`pace ${message.seconds}`));
  connections[0].onMessage(tableMessage(0));
  connections[1].onMessage(tableMessage(1));
  connections[0].onMessage({ type: "chat", lines: [], muted: [] });
  connections[1].onMessage({ type: "chat", lines: [1], muted: [] });
  connections[0].onMessage({ type: "pace", seconds: 0.25 });
  connections[0].onMessage({ type: "from a later version" });
  assert.deepEqual(heard, ["chat 0", "pace 0.25"]);
});

test("on a shared device the page turns to the seat that decides, once that has caught up", async () => {
  const { seats, connections, told } = makeSession(["one", "two"]);
  connections[0].onMessage(tableMessage(0));
  connections[1].onMessage(tableMessage(1));
  connections[0].onMessage(viewMessage(1, 1));
  await told();
  assert.equal(seats.table.seat, 0, "seat 1 has no position yet");
  connections[1].onMessage(viewMessage(1, 1));
  assert.deepEqual(await told(), ["seat 1", "turn 1 mine new"]);
  assert.equal(seats.table.seat, 1);
});

test("where there are secrets, a curtain falls and nothing is shown before it is lifted", async () => {
  const { seats, connections, curtains, told } = makeSession(["one", "two"]);
  connections[0].onMessage(tableMessage(0));
  connections[1].onMessage(tableMessage(1));
  for (const { onMessage } of connections) onMessage(viewMessage(1, 0, { secrets: true }));
  assert.deepEqual(await told(), ["connected", "table 0", "connected", "cover Red"]);
  curtains[0].lift();
  assert.deepEqual(await told(), ["seat 0", "turn 1 mine new"]);
  for (const { onMessage } of connections) {
    onMessage(viewMessage(2, 1, { secrets: true, log: [{ seat: 0, done: "placed" }] }));
  }
  assert.deepEqual((await told()).at(-1), "cover Blue");
  assert.equal(seats.table.seat, 0);
  curtains[1].lift();
  assert.deepEqual(await told(), ["seat 1", "turn 2 mine new"]);
  assert.equal(seats.shown?.log.wordsOf(1), "placed", "what was not shown is in the log all the same");
});

test("a refusal is reported and the decision asked for again; that of a greeting is not", async () => {
  const { connections, told } = makeSession();
  connections[0].onMessage(tableMessage(0));
  connections[0].onMessage(viewMessage(1, 0));
  await told();
  connections[0].onMessage({ type: "refused", to: "hello", words: "who?", clause: "" });
  assert.deepEqual(await told(), []);
  connections[0].onMessage({ type: "refused", to: "reach", words: "too many", clause: "" });
  connections[0].onMessage({ type: "refused", to: "act", words: "too late", clause: "" });
  assert.deepEqual(await told(), ["refused too late", "turn 1 mine"]);
});

test("a cut is reported until all connections are back, and the battle is loaded anew", async () => {
  const { seats, connections, told } = makeSession(["one", "two"]);
  for (const [seat, { onMessage }] of connections.entries()) onMessage(tableMessage(seat));
  connections[0].onMessage(viewMessage(4, 1));
  await told();
  for (const { onClose } of connections) onClose(false);
  assert.deepEqual(await told(), ["cut", "report cut", "cut", "report cut"]);
  connections[0].onMessage(tableMessage(0));
  assert.deepEqual(await told(), ["cut", "table 0"]);
  assert.equal(seats.view, null);
  connections[1].onMessage(tableMessage(1));
  assert.deepEqual(await told(), ["connected", "clear notice"]);
});

test("a link that leads to no battle says so", async () => {
  const { connections, told } = makeSession();
  connections[0].onClose(true);
  assert.deepEqual(await told(), ["connected", "unknown battle"]);
});

test("requests are sent for the shown seat, about the shown position", async () => {
  const { seats, connections, told } = makeSession();
  seats.sendAboutPosition({ type: "hint" });
  connections[0].onMessage(tableMessage(0));
  seats.sendAboutPosition({ type: "hint" });
  assert.deepEqual(connections[0].sent, [], "nothing is sent while the battle is being loaded");
  connections[0].onMessage(viewMessage(7, 0));
  await told();
  seats.sendAboutPosition({ type: "act", action: "R1-b2" });
  seats.send({ type: "proof" });
  assert.deepEqual(connections[0].sent, [{ type: "act", action: "R1-b2", number: 7 }, { type: "proof" }]);
});

test("the last decision of any seat of this device can be taken back", async () => {
  const { seats, connections, told } = makeSession(["one", "two"]);
  for (const [seat, { onMessage }] of connections.entries()) onMessage(tableMessage(seat));
  connections[0].onMessage(viewMessage(1, 0));
  connections[1].onMessage(viewMessage(1, 0, { undo: true }));
  await told();
  assert.equal(seats.undoable, seats.byNumber.get(1));
});

test("what is pointed at again in the same position is answered without asking again", async () => {
  const { seats, connections, told } = makeSession();
  connections[0].onMessage(tableMessage(0));
  connections[0].onMessage(viewMessage(1, 0));
  await told();
  /** @type {string[]} */
  const heard = [];
  seats.on("reach", ({ key }) => heard.push(key));
  const asked = () => connections[0].sent.filter((/** @type {any} */ { type }) => type === "reach").length;
  seats.ask({ type: "reach", key: "R1" });
  connections[0].onMessage({ type: "reach", key: "R1", places: [], targets: [], threat: {} });
  seats.ask({ type: "reach", key: "R1" });
  assert.deepEqual([asked(), heard], [1, ["R1", "R1"]]);
  connections[0].onMessage(viewMessage(2, 0));
  await told();
  seats.ask({ type: "reach", key: "R1" });
  assert.equal(asked(), 2);
});

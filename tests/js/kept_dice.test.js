// Kept dice: a device binds the server and everybody else, and finds out what was changed after the battle.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  commitmentOf,
  facesOf,
  jointSealOf,
  sealOf,
  streamsOf,
  substituteOf,
} from "../../src/drumhead/web/static/lib/dice_proof.js";
import { KeptDice, moveKeptDice } from "../../src/drumhead/web/static/table/session/kept_dice.js";
import vectors from "./dice_vectors.json" with { type: "json" };

const SECRET = "0a".repeat(32);
const OTHER = "2".repeat(32);
const SIDES = [6, 6];

/** @returns {any} */
function makeStorage() {
  /** @type {Map<string, string>} */
  const values = new Map();
  return {
    getItem: (/** @type {string} */ key) => values.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => values.set(key, value),
  };
}

/** A server that shows its dice to one device in seat 0, and plays seat 1 itself. */
class Server {
  constructor(secret = SECRET) {
    this.secret = secret;
    this.seal = "";
    this.commits = ["", ""];
    this.nonces = ["", ""];
  }

  async open(/** @type {KeptDice} */ kept) {
    this.seal = await sealOf(this.secret);
    this.commits[1] = await commitmentOf(this.seal, 1, OTHER);
    const commit = /** @type {any} */ (await this.show(kept));
    assert.equal(commit.type, "commit");
    this.commits[0] = commit.commit;
    const said = /** @type {any} */ (await this.show(kept));
    assert.equal(said.type, "nonce");
    this.nonces = [said.nonce, OTHER];
    assert.equal(await this.show(kept), null);
    return this;
  }

  /** @param {any} [forged] */
  async show(/** @type {KeptDice} */ kept, forged = {}) {
    const joint = this.commits.every(Boolean) ? await jointSealOf(this.seal, this.commits) : "";
    const { seal, commits, nonces } = this;
    return kept.answer(
      0,
      /** @type {any} */ ({ from: "seal", of_file: 0, first: 0, seal, commits, nonces, joint, ...forged }),
    );
  }

  /** The file of three throws, and the throws as they fell. */
  async end(more = "") {
    const { seal, commits, nonces, secret } = this;
    const words = `throw 1 on, commitment ${seal}, nonces ${nonces.join(" ")}, commits ${commits.join(" ")}`;
    const throws = [];
    for (const number of [0, 1, 2]) {
      throws.push({ seat: -1, faces: await facesOf(secret, nonces, number, SIDES), sides: SIDES });
    }
    return { file: `[Game "x"]\n[Dice "${words}${more}, secret ${secret}"]\n\n1. throw 1 1\n*\n`, throws };
  }
}

const keep = () => new KeptDice("token", undefined, makeStorage());

test("commitments, joint seals and substitutes are those of drumhead/core/dice.py", async () => {
  const { seal, nonce, commitment, joint, substitute } = vectors.commitment;
  assert.equal(await commitmentOf(seal, 1, nonce), commitment);
  assert.equal(await jointSealOf(seal, [commitment, commitment]), joint);
  assert.equal(await substituteOf(joint, 1), substitute);
});

test("an honest battle passes", async () => {
  const kept = keep();
  const { file, throws } = await (await new Server().open(kept)).end();
  assert.deepEqual(await kept.check(0, file, throws), { checked: 3, faults: [] });
  assert.deepEqual(kept.faults, []);
});

test("a lot, which shows no faces, counts as a throw", async () => {
  const kept = keep();
  const { file, throws } = await (await new Server().open(kept)).end();
  assert.deepEqual(await kept.check(0, file, [{}, ...throws.slice(1)]), { checked: 2, faults: [] });
});

test("what is kept outlives the page", async () => {
  const storage = makeStorage();
  const server = new Server();
  server.seal = await sealOf(SECRET);
  server.commits[1] = await commitmentOf(server.seal, 1, OTHER);
  const commit = /** @type {any} */ (await server.show(new KeptDice("token", undefined, storage)));
  server.commits[0] = commit.commit;
  const said = /** @type {any} */ (await server.show(new KeptDice("token", undefined, storage)));
  assert.equal(await commitmentOf(server.seal, 0, said.nonce), commit.commit);
  assert.equal(await server.show(new KeptDice("another", undefined, storage)), null, "another device has no nonce");
});

/** @type {[string, (server: Server) => Promise<unknown>, RegExp][]} */
const CHEATS = [
  ["another secret", async (server) => Object.assign(server, { secret: "0b".repeat(32) }), /does not fit their seal/],
  ["another nonce of a friend", async (server) => server.nonces.fill("3".repeat(32), 1), /not the one/],
  [
    "another commitment of a friend",
    async (server) => {
      server.nonces[1] = "3".repeat(32);
      server.commits[1] = await commitmentOf(server.seal, 1, server.nonces[1]);
    },
    /are not those that were sealed/,
  ],
  [
    "other dice altogether",
    async (server) => {
      server.secret = "0b".repeat(32);
      server.seal = await sealOf(server.secret);
    },
    /are not those that were sealed/,
  ],
];
for (const [name, cheat, words] of CHEATS) {
  test(`${name} is found out`, async () => {
    const kept = keep();
    const server = await new Server().open(kept);
    await cheat(server);
    const { file, throws } = await server.end();
    assert.ok(words.test((await kept.check(0, file, throws)).faults.join(" ")));
  });
}

test("a throw that fell otherwise is found out", async () => {
  const kept = keep();
  const { file, throws } = await (await new Server().open(kept)).end();
  throws[1].faces = throws[1].faces.map((face) => (face % 6) + 1);
  assert.deepEqual((await kept.check(0, file, throws)).faults, ["Throw 2 does not follow from the dice."]);
});

test("a number that the server puts in place of the own one is found out at once", async () => {
  const kept = keep();
  const server = await new Server().open(kept);
  const joint = await jointSealOf(server.seal, server.commits);
  server.nonces = [await substituteOf(joint, 0), OTHER];
  await server.show(kept);
  assert.ok(/in place of yours/.test(kept.faults.join()));
  const { file, throws } = await server.end(", substituted 1");
  const { faults } = await kept.check(0, file, throws);
  assert.ok(/do not have your number/.test(faults.join()));
  assert.equal(faults.length, 2, "what stands for the number is as it must be");
});

test("a commitment that is not shown, or not yet everybody's, gets no nonce", async () => {
  const kept = keep();
  const server = new Server();
  server.seal = await sealOf(SECRET);
  server.commits[0] = /** @type {any} */ (await server.show(kept)).commit;
  assert.equal(await server.show(kept), null);
  assert.equal(await server.show(kept, { commits: ["0".repeat(64), "1".repeat(64)] }), null);
  assert.ok(/another commitment in place of yours/.test(kept.faults.join()));
});

test("commitments that change are found out at once", async () => {
  const kept = keep();
  const server = await new Server().open(kept);
  await server.show(kept, { joint: "0".repeat(64) });
  assert.ok(/has changed what binds the dice/.test(kept.faults.join()));
});

test("dice that begin anew need consent", async () => {
  /** @type {string[]} */
  const told = [];
  const kept = new KeptDice("token", (words) => told.push(words), makeStorage());
  await new Server().open(kept);
  kept.agree(7);
  kept.forgetAgreement(7);
  await new Server("0b".repeat(32)).open(kept);
  assert.deepEqual(told, []);
  kept.agree(7);
  kept.forgetAgreement(8);
  await new Server("0c".repeat(32)).open(kept);
  assert.deepEqual(told, ["New dice begin at throw 1, and you have not agreed to that."]);
});

test("streams are read from a file, with the seats that were substituted", () => {
  const file =
    '[Dice "throw 1 on, commitment aa, nonces 1 2, secret bb"]\n[Dice "throw 8 on, commitment cc, nonces 3 4, commits 5 6, substituted 2, secret dd"]\n';
  const [first, second] = streamsOf(file);
  assert.deepEqual(first, { first: 0, seal: "aa", secret: "bb", nonces: ["1", "2"], commits: [], substituted: [] });
  assert.deepEqual(second, {
    first: 7,
    seal: "cc",
    secret: "dd",
    nonces: ["3", "4"],
    commits: ["5", "6"],
    substituted: [1],
  });
});

test("what is kept goes on under a link that was renewed", async () => {
  const storage = makeStorage();
  const server = new Server();
  server.seal = await sealOf(SECRET);
  server.commits[1] = await commitmentOf(server.seal, 1, OTHER);
  const commit = /** @type {any} */ (await server.show(new KeptDice("token", undefined, storage)));
  server.commits[0] = commit.commit;
  moveKeptDice("token", "renewed", storage);
  const said = /** @type {any} */ (await server.show(new KeptDice("renewed", undefined, storage)));
  assert.equal(said.type, "nonce");
  assert.equal(new KeptDice("token", undefined, storage).kept.streams.length, 0);
});

// What this device keeps of the dice of a seat while it plays, to check them at the end without trusting the server.
// The counterpart of drumhead/client/kept_dice.py.

import { commitmentOf, facesOf, jointSealOf, sealOf, streamsOf, substituteOf } from "../../lib/dice_proof.js";
import { t } from "../../lib/i18n.js";
import { readJson, writeJson } from "../../lib/storage.js";

const DICE_KEY = "dice";
const MAX_BATTLES = 50;
const NONCE_BYTES = 16;

/** @typedef {Protocol.TableMessage["dice"]} Binding What binds a stream of dice, as the server tells it. */

/**
 * @typedef {object} KeptStream
 * @property {number} first The number of its first throw, from 0.
 * @property {string} seal
 * @property {string} nonce The own nonce; empty if this device has given none.
 * @property {string} joint The seal that binds everybody, once all have committed.
 * @property {boolean} isRevealed
 */

/** Returns what this device adds to the dice. */
function randomNonce() {
  const bytes = [...crypto.getRandomValues(new Uint8Array(NONCE_BYTES))];
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Keeps what was kept under the link of a seat under the link that replaces it.
 * @param {string} token
 * @param {string} successor
 * @param {Storage} [storage]
 */
export function moveKeptDice(token, successor, storage = localStorage) {
  /** @type {{ token: string }[]} */
  const all = readJson(storage, DICE_KEY, []);
  const moved = all.map((one) => (one.token === token ? { ...one, token: successor } : one));
  writeJson(storage, DICE_KEY, moved);
}

export class KeptDice {
  /**
   * @param {string} token The link of the seat, under which it is kept.
   * @param {(words: string) => void} [onFault] Called at once with what is wrong with the dice.
   * @param {Storage} [storage]
   */
  constructor(token, onFault = () => {}, storage = localStorage) {
    this.token = token;
    this.onFault = onFault;
    this.storage = storage;
    this.agreedAt = -1; // the position in which this seat agreed to new dice
    /** @type {string[]} */
    this.faults = [];
    /** @type {{ token: string, ofFile: number, streams: KeptStream[] }} */
    this.kept = this.all().find((one) => one.token === token) ?? { token, ofFile: 0, streams: [] };
    /** @type {Promise<unknown>} */
    this.last = Promise.resolve(); // hashing takes a moment, and messages are answered in order
  }

  /** @returns {{ token: string, ofFile: number, streams: KeptStream[] }[]} */
  all() {
    return readJson(this.storage, DICE_KEY, []);
  }

  /** Whether this browser can compute hashes: it does so on secure pages only. */
  get canHash() {
    return Boolean(globalThis.crypto?.subtle);
  }

  /**
   * Notes that this seat agreed in a position to take dice back, or saves the whole battle.
   * @param {number} number
   */
  agree(number) {
    this.agreedAt = number;
  }

  /**
   * Notes a later position, which the agreement did not lead to or has led to already.
   * @param {number} number
   */
  forgetAgreement(number) {
    this.last = this.last.then(() => {
      if (number > this.agreedAt) this.agreedAt = -1;
    });
  }

  /**
   * Keeps what the server tells of the dice; returns what to say now.
   * @param {number} seat
   * @param {Binding} dice
   * @returns {Promise<Protocol.CommitRequest | Protocol.NonceRequest | null>}
   */
  answer(seat, dice) {
    const answer = this.last.then(() => this.take(seat, dice));
    this.last = answer.catch(() => null);
    return answer;
  }

  /**
   * @param {number} seat
   * @param {Binding} dice
   * @returns {Promise<Protocol.CommitRequest | Protocol.NonceRequest | null>}
   */
  async take(seat, dice) {
    if (dice.from !== "seal" || !dice.seal) return null;
    const stream = this.streamOf(dice);
    const said = seat >= 0 && seat < dice.nonces.length ? await this.say(seat, dice, stream) : null;
    if (dice.joint && !stream.joint && !stream.nonce) stream.joint = dice.joint;
    if (stream.joint && dice.joint !== stream.joint) this.fault(t("The server has changed what binds the dice."));
    else if (stream.nonce && dice.nonces[seat] && dice.nonces[seat] !== stream.nonce)
      this.fault(t("The server put another number in place of yours: these dice are not bound by you."));
    const others = this.all().filter((one) => one.token !== this.token);
    writeJson(this.storage, DICE_KEY, [this.kept, ...others].slice(0, MAX_BATTLES));
    return said;
  }

  /**
   * Returns the stream that the server tells of; a new one is expected only after this seat has agreed to it.
   * @param {Binding} dice
   */
  streamOf({ first, seal, of_file: ofFile }) {
    const { streams } = this.kept;
    const known = streams.find((stream) => stream.seal === seal);
    if (known) return known;
    if (!streams.length) this.kept.ofFile = ofFile;
    else if (this.agreedAt < 0)
      this.fault(t("New dice begin at throw {n}, and you have not agreed to that.", { n: first + 1 }));
    this.agreedAt = -1;
    const stream = { first, seal, nonce: "", joint: "", isRevealed: false };
    streams.push(stream);
    return stream;
  }

  /**
   * @param {number} seat
   * @param {Binding} dice
   * @param {KeptStream} stream
   * @returns {Promise<Protocol.CommitRequest | Protocol.NonceRequest | null>}
   */
  async say(seat, { commits, nonces }, stream) {
    if (nonces[seat]) return null;
    if (!commits[seat]) {
      stream.nonce ||= randomNonce();
      stream.isRevealed = !commits.length || !this.canHash;
      if (stream.isRevealed) return { type: "nonce", nonce: stream.nonce };
      return { type: "commit", commit: await commitmentOf(stream.seal, seat, stream.nonce) };
    }
    if (!commits.every(Boolean) || !stream.nonce) return null; // another device of this seat reveals its own nonce
    if (commits[seat] !== (await commitmentOf(stream.seal, seat, stream.nonce))) {
      this.fault(t("The server shows another commitment in place of yours."));
      return null;
    }
    stream.joint ||= await jointSealOf(stream.seal, commits);
    stream.isRevealed = true;
    return { type: "nonce", nonce: stream.nonce };
  }

  /**
   * Compares the file of a battle that is over with what was kept, and its dice with those that this device saw fall.
   * @param {number} seat
   * @param {string} file
   * @param {{ faces?: number[], sides?: number[] }[]} throws All throws of the battle; lots have no faces.
   */
  async check(seat, file, throws) {
    const { streams, ofFile } = this.kept;
    const from = Math.max(ofFile, streams[0]?.first ?? 0);
    const inFile = streamsOf(file);
    const faults = [...this.faults];
    let checked = 0;
    for (const [index, stream] of inFile.entries()) {
      const begins = Math.max(from, index ? stream.first : 0);
      const ends = Math.min(inFile[index + 1]?.first ?? throws.length, throws.length);
      if (ends <= begins) continue;
      faults.push(...(await this.faultsOf(seat, stream, begins)));
      for (let number = begins; number < ends; number += 1) {
        const { faces, sides } = throws[number];
        if (!faces || !sides) continue;
        const fell = await facesOf(stream.secret, stream.nonces, number, sides);
        if (fell.join() !== faces.join()) faults.push(t("Throw {n} does not follow from the dice.", { n: number + 1 }));
        checked += 1;
      }
    }
    return { checked, faults: [...new Set(faults)] };
  }

  /**
   * @param {number} seat
   * @param {ReturnType<typeof streamsOf>[number]} stream
   * @param {number} begins
   */
  async faultsOf(seat, { seal, secret, nonces, commits, substituted }, begins) {
    const n = begins + 1;
    const kept = this.kept.streams.find((one) => one.seal === seal);
    const joint = commits.length ? await jointSealOf(seal, commits) : "";
    if (!kept || (kept.joint && kept.joint !== joint))
      return [t("The dice from throw {n} on are not those that were sealed.", { n })];
    const faults = [];
    if (!secret || (await sealOf(secret)) !== seal)
      faults.push(t("The secret of the dice from throw {n} on does not fit their seal.", { n }));
    for (const [other, commit] of commits.entries()) {
      const isStandIn = substituted.includes(other) && nonces[other] === (await substituteOf(joint, other));
      if (!isStandIn && commit !== (await commitmentOf(seal, other, nonces[other])))
        faults.push(t("A number in the dice from throw {n} on is not the one that was committed to.", { n }));
    }
    if (kept.isRevealed && nonces[seat] !== kept.nonce)
      faults.push(t("The dice from throw {n} on do not have your number.", { n }));
    return faults;
  }

  /** @param {string} words */
  fault(words) {
    if (this.faults.includes(words)) return;
    this.faults.push(words);
    this.onFault(words);
  }
}

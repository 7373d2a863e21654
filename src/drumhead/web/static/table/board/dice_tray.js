// Dice in a tray over the board: in the colours of their sides, grouped by unit, hits lit and counted. They stay until
// they are pressed, or for the time of the chosen speed.

import { make } from "../../lib/dom.js";
import { prefersReducedMotion, wait } from "../../lib/motion.js";
import { playSound } from "../../lib/sound.js";

const TUMBLE_MS = 550;
const TURN_MS = 70;
const LOOK_MS = 1500;
const LOOK_PER_DIE_MS = 60;
/** More dice are drawn smaller where the page is narrow. */
const MANY = 8;
const CELLS = 9; // of a die's face, three by three
/** @type {Record<number, number[]>} The cells with a pip, by face. */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** @typedef {NonNullable<LogStep["dice"]>[number]} DiceGroup */

export class DiceTray {
  /** @param {HTMLElement} frame */
  constructor(frame) {
    this.frame = frame;
    /** @type {() => void} Ends the present wait. */
    this.onSeen = () => {};
    frame.addEventListener("click", () => this.onSeen());
  }

  /**
   * Rolls dice: they tumble, rest, and are counted. Resolves when they have been seen.
   * @param {DiceGroup[]} groups
   * @param {Side[]} sides
   * @param {object} how
   * @param {number} how.pace As a part of the usual time; 0 shows nothing.
   * @param {boolean} how.isAtTop Whether the tray lies at the upper edge, away from what is fought for.
   */
  async roll(groups, sides, { pace, isAtTop }) {
    if (!pace) return;
    const isStill = prefersReducedMotion();
    const rows = groups.map((group) => new DiceRow(group, sides[group.seat]));
    this.frame.replaceChildren(...rows.map((row) => row.element));
    const count = groups.reduce((sum, { faces }) => sum + faces.length, 0);
    this.frame.classList.toggle("at-top", isAtTop);
    this.frame.classList.toggle("crowded", count > MANY);
    this.frame.hidden = false;
    playSound("dice");
    if (!isStill) await this.tumble(rows, pace * TUMBLE_MS);
    for (const row of rows) row.settle();
    if (groups.some(({ hits }) => hits.includes(true))) playSound("hit");
    await this.seen(pace * (LOOK_MS + count * LOOK_PER_DIE_MS));
    this.frame.hidden = true;
  }

  /**
   * @param {DiceRow[]} rows
   * @param {number} milliseconds
   */
  async tumble(rows, milliseconds) {
    let isSeen = false;
    this.onSeen = () => {
      isSeen = true;
    };
    const end = performance.now() + milliseconds;
    while (performance.now() < end && !isSeen) {
      for (const row of rows) row.shake();
      await wait(TURN_MS);
    }
  }

  /**
   * Resolves after some time, or once the dice are pressed.
   * @param {number} milliseconds
   * @returns {Promise<void>}
   */
  seen(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.onSeen = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

class DiceRow {
  /**
   * @param {DiceGroup} group
   * @param {Side | undefined} side
   */
  constructor(group, side) {
    this.group = group;
    this.dice = group.faces.map((_, index) => {
      const isPlain = group.sides[index] === 6;
      return make("span", { class: `die tumbling ${isPlain ? "" : "many"} ${side ? `paint-${side.paint}` : ""}` });
    });
    this.caption = make("p", { class: "caption" });
    this.element = make(
      "section",
      { class: "dice-row" },
      make("h3", {}, group.words),
      make("div", { class: "faces" }, ...this.dice),
      this.caption,
    );
    this.shake();
  }

  shake() {
    for (const [index, die] of this.dice.entries()) {
      showFace(die, 1 + Math.floor(Math.random() * this.group.sides[index]), this.group.sides[index]);
    }
  }

  /** Shows the faces that fell, which of them hit, and what they come to. */
  settle() {
    const { faces, sides, hits, caption } = this.group;
    for (const [index, die] of this.dice.entries()) {
      die.classList.remove("tumbling");
      showFace(die, faces[index], sides[index]);
      if (hits[index] === true) die.classList.add("hit");
      if (hits[index] === false) die.classList.add("miss");
    }
    this.caption.textContent = caption;
  }
}

/**
 * @param {HTMLElement} die
 * @param {number} face
 * @param {number} sides
 */
function showFace(die, face, sides) {
  if (sides !== 6) {
    die.textContent = String(face);
    return;
  }
  const cells = Array.from({ length: CELLS }, (_, cell) =>
    make("i", { class: PIPS[face].includes(cell) ? "pip" : "" }),
  );
  die.replaceChildren(...cells);
}

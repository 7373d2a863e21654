// The clock of a battle. The server keeps the time; this counts on from what it said last.

import { byId, make } from "../../lib/dom.js";
import { clockTime } from "../../lib/format.js";
import { clockWords } from "./clock_words.js";

/** @typedef {NonNullable<BoardView["clock"]>} ClockState */

export class Clock {
  constructor() {
    /** @type {ClockState | null} */
    this.state = null;
    this.setAt = 0;
  }

  /**
   * @param {ClockState | null} state
   * @param {number} [now] In milliseconds.
   */
  set(state, now = Date.now()) {
    this.state = state;
    this.setAt = now;
  }

  /**
   * Returns the seconds that a seat has left; negative when its time is up, and infinite without a clock.
   * @param {number} seat
   * @param {number} [now] In milliseconds.
   */
  secondsLeft(seat, now = Date.now()) {
    if (!this.state) return Infinity;
    return this.state.left[seat] - (this.state.runs === seat ? (now - this.setAt) / 1000 : 0);
  }

  /**
   * @param {Side[]} sides
   * @param {boolean} isShown
   */
  render(sides, isShown) {
    const { state } = this;
    const frame = byId("clock");
    frame.hidden = !state || !isShown;
    if (!state || !isShown) return;
    frame.title = clockWords(state.terms);
    frame.replaceChildren(
      ...sides.map(({ name }, seat) =>
        make("span", { class: state.runs === seat ? "runs" : "" }, `${name} ${clockTime(this.secondsLeft(seat))}`),
      ),
    );
  }
}

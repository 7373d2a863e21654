// How positions are shown one after the other: at the chosen speed, paused, or skipped.

import { preferences, SPEEDS } from "../../lib/preferences.js";

export class Film {
  constructor() {
    this.isPaused = false;
    this.isSkipped = false;
    /** @type {() => void} */
    this.resume = () => {};
    /** @type {() => void} Called when something is skipped, to cut a wait short. */
    this.onSkip = () => {};
  }

  /** How long things take, as a part of the usual time; 0 shows them at once. */
  get pace() {
    return this.isSkipped ? 0 : SPEEDS[preferences.speed];
  }

  /** Resolves when the film is not paused. */
  async ready() {
    while (this.isPaused) {
      await new Promise((resolve) => {
        this.resume = () => resolve(undefined);
      });
    }
  }

  /** @param {boolean} isPaused */
  pause(isPaused) {
    this.isPaused = isPaused;
    if (!isPaused) this.resume();
  }

  /** Shows what is waiting at once. */
  skip() {
    this.isSkipped = true;
    this.pause(false);
    this.onSkip();
  }

  /** Has come to its end: the next film runs as usual. */
  end() {
    this.isSkipped = false;
    this.isPaused = false;
  }
}

// What a piece is and can do, in sentences with their clauses: shown while the pointer rests on it.

import { sentenceParagraphs } from "../../lib/clauses.js";
import { byId, targetOf } from "../../lib/dom.js";

const REST_MS = 200;

export class UnitInfo {
  /**
   * @param {object} given
   * @param {import("../board/board.js").Board} given.board
   * @param {import("../session/seats.js").Seats} given.seats
   * @param {import("./replay.js").Replay} given.replay
   * @param {import("../decision/decision.js").Decision} given.decision
   */
  constructor({ board, seats, replay, decision }) {
    this.seats = seats;
    this.replay = replay;
    this.decision = decision;
    this.frame = byId("unit-info");
    this.key = ""; // what the reader looks at
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.restTimer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.refreshTimer = undefined;
    board.frame.addEventListener("pointerover", (event) => this.rest(targetOf(event, "[data-key]")?.dataset.key));
    board.frame.addEventListener("click", (event) => {
      const key = targetOf(event, "[data-key]")?.dataset.key;
      if (decision.isSent) this.rest(key);
      else this.ask(key);
    });
    board.frame.addEventListener("focusin", (event) => this.rest(targetOf(event, ".mark")?.dataset.mark));
    seats.on("about", (message) => this.show(message));
  }

  /**
   * Asks after a moment; nothing is asked while a decision is on its way.
   * @param {string | undefined} key
   */
  rest(key) {
    clearTimeout(this.restTimer);
    if (key) this.restTimer = setTimeout(() => (this.decision.isSent ? this.rest(key) : this.ask(key)), REST_MS);
  }

  /** @param {string | undefined} key */
  ask(key) {
    clearTimeout(this.restTimer);
    if (!this.seats.view || !key) return;
    this.key = key;
    this.seats.send({ type: "about", step: this.replay.shownStep, key });
  }

  /** Asks again, for another position: once, where several follow one another. */
  refresh() {
    clearTimeout(this.refreshTimer);
    const again = () => (this.decision.isSent ? this.refresh() : this.ask(this.key));
    if (!this.frame.hidden) this.refreshTimer = setTimeout(again, REST_MS);
  }

  hide() {
    clearTimeout(this.restTimer);
    clearTimeout(this.refreshTimer);
    this.key = "";
    this.frame.hidden = true;
    this.frame.replaceChildren();
  }

  /**
   * Shows what the server knows; of a piece that is gone, and of what is no piece, it knows nothing.
   * @param {Protocol.AboutMessage} message
   */
  show({ key, step, traits }) {
    if (key !== this.key || step !== this.replay.shownStep) return;
    this.frame.replaceChildren(...sentenceParagraphs(traits));
    this.frame.hidden = !traits.length;
  }
}

// What a piece is and can do, in sentences with their clauses: shown while the pointer rests on it.

import { sentenceParagraphs } from "../../lib/clauses.js";
import { byId, targetOf } from "../../lib/dom.js";

const REST_MS = 200;

export class UnitInfo {
  /**
   * @param {object} given
   * @param {import("../board/board.js").Board} given.board
   * @param {import("../session/seats.js").Seats} given.seats
   * @param {import("./history_slider.js").HistorySlider} given.history
   */
  constructor({ board, seats, history }) {
    this.seats = seats;
    this.history = history;
    this.frame = byId("unit-info");
    this.key = ""; // what the reader looks at
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.restTimer = undefined;
    board.frame.addEventListener("pointerover", (event) => this.rest(targetOf(event, "[data-key]")?.dataset.key));
    board.frame.addEventListener("click", (event) => this.ask(targetOf(event, "[data-key]")?.dataset.key));
    board.frame.addEventListener("focusin", (event) => this.rest(targetOf(event, ".mark")?.dataset.mark));
    seats.on("about", (message) => this.show(message));
  }

  /** @param {string | undefined} key */
  rest(key) {
    clearTimeout(this.restTimer);
    if (key) this.restTimer = setTimeout(() => this.ask(key), REST_MS);
  }

  /** @param {string | undefined} key */
  ask(key) {
    clearTimeout(this.restTimer);
    if (!this.seats.view || !key) return;
    this.key = key;
    this.seats.send({ type: "about", step: this.history.shownStep, key });
  }

  /** Asks again, for another position. */
  refresh() {
    if (!this.frame.hidden) this.ask(this.key);
  }

  hide() {
    clearTimeout(this.restTimer);
    this.key = "";
    this.frame.hidden = true;
    this.frame.replaceChildren();
  }

  /**
   * Shows what the server knows. Of what is no piece it knows nothing: then what is shown stays.
   * @param {Protocol.AboutMessage} message
   */
  show({ key, step, traits }) {
    if (key !== this.key || step !== this.history.shownStep || !traits.length) return;
    this.frame.replaceChildren(...sentenceParagraphs(traits));
    this.frame.hidden = false;
  }
}

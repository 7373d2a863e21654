// Earlier positions of the battle: looked at with the slider or from the log.

import { buttonById, byId, inputById } from "../../lib/dom.js";
import { hideChoices } from "../decision/choice_list.js";
import { hideOdds } from "../decision/odds_panel.js";

const MOVE_SECONDS = 0.3;

export class HistorySlider {
  /**
   * @param {object} given
   * @param {import("../board/board.js").Board} given.board
   * @param {import("../session/seats.js").Seats} given.seats
   * @param {import("./log_list.js").LogList} given.logList
   */
  constructor({ board, seats, logList }) {
    this.board = board;
    this.seats = seats;
    this.logList = logList;
    /** @type {() => void} Called when the reader returns to the present. */
    this.onLeave = () => {};
    /** @type {number | null} The step that is shown; null for the present. */
    this.step = null;
    this.slider = inputById("slider");
    this.slider.oninput = () => this.look(Number(this.slider.value));
    buttonById("live").onclick = () => this.leave();
    seats.on("look", (message) => this.show(message));
  }

  get isShown() {
    return this.step !== null;
  }

  /** The step whose position is on the board. */
  get shownStep() {
    return this.step ?? this.seats.view?.step ?? 0;
  }

  /**
   * Takes a new latest position into account.
   * @param {number} step
   */
  extend(step) {
    this.slider.max = String(step);
    if (!this.isShown) this.slider.value = String(step);
  }

  /**
   * Asks for the position after a step.
   * @param {number} step
   */
  look(step) {
    const { view } = this.seats;
    if (!view) return;
    if (step >= view.step) {
      this.leave();
      return;
    }
    this.step = step;
    byId("live").hidden = false;
    this.slider.value = String(step);
    document.body.classList.add("looking");
    this.seats.send({ type: "look", step });
  }

  /** @param {Protocol.LookMessage} message */
  show({ step, style, picture, prompt }) {
    if (step !== this.step) return;
    this.board.adoptStyle(style);
    this.board.show(picture ?? "", MOVE_SECONDS);
    byId("prompt").textContent = prompt ?? "";
    hideChoices();
    hideOdds();
    this.logList.markCurrent(step);
  }

  /** Returns to the present. */
  leave() {
    const { view } = this.seats;
    if (!view) return;
    this.step = null;
    byId("live").hidden = true;
    document.body.classList.remove("looking");
    this.logList.markCurrent(null);
    this.slider.value = String(view.step);
    this.board.show(view.picture, MOVE_SECONDS);
    byId("prompt").textContent = view.prompt;
    this.onLeave();
  }
}

// Earlier positions of the battle: stepped through, played, or looked at from the log.

import { buttonById, byId, inputById } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { preferences, SPEEDS } from "../../lib/preferences.js";
import { hideChoices } from "../decision/choice_list.js";

const MOVE_SECONDS = 0.3;
const STEP_MS = 1100;
const MIN_STEP_MS = 150;

export class Replay {
  /**
   * @param {object} given
   * @param {import("../board/board.js").Board} given.board
   * @param {import("../session/seats.js").Seats} given.seats
   * @param {import("./log_list.js").LogList} given.logList
   * @param {import("../decision/decision.js").Decision} given.decision
   */
  constructor({ board, seats, logList, decision }) {
    this.board = board;
    this.seats = seats;
    this.logList = logList;
    this.decision = decision;
    /** @type {() => void} Called when the reader returns to the present. */
    this.onLeave = () => {};
    /** @type {() => void} Called when an earlier position is shown. */
    this.onShow = () => {};
    /** @type {number | null} The step that is shown; null for the present. */
    this.step = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.slider = inputById("slider");
    this.slider.oninput = () => this.stopAndLook(Number(this.slider.value));
    buttonById("live").onclick = () => this.leave();
    buttonById("replay-first").onclick = () => this.stopAndLook(0);
    buttonById("replay-back").onclick = () => this.stopAndLook(this.shownStep - 1);
    buttonById("replay-next").onclick = () => this.stopAndLook(this.shownStep + 1);
    buttonById("replay-play").onclick = () => this.togglePlaying();
    seats.on("look", (message) => this.show(message));
  }

  get isShown() {
    return this.step !== null;
  }

  get isPlaying() {
    return this.timer !== undefined;
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
    if (!this.isShown) this.setStep(step);
  }

  /** @param {number} step */
  setStep(step) {
    this.slider.value = String(step);
    byId("replay-step").textContent = `${step}/${this.slider.max}`;
  }

  /** @param {number} step */
  stopAndLook(step) {
    this.stop();
    this.look(step);
  }

  /** Plays on from the step that is shown; from the present, from the beginning. */
  togglePlaying() {
    if (this.isPlaying) {
      this.stop();
      return;
    }
    this.look(this.isShown ? this.shownStep + 1 : 0);
    this.schedule();
  }

  schedule() {
    this.showPlaying(true);
    const milliseconds = Math.max(STEP_MS * SPEEDS[preferences.speed], MIN_STEP_MS);
    this.timer = setTimeout(() => {
      if (!this.isShown) return;
      this.look(this.shownStep + 1);
      if (this.isShown) this.schedule();
    }, milliseconds);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.showPlaying(false);
  }

  /** @param {boolean} isPlaying */
  showPlaying(isPlaying) {
    const button = buttonById("replay-play");
    const [sign, words] = button.children;
    sign.textContent = isPlaying ? "❚❚" : "▶";
    words.textContent = isPlaying ? t("Pause") : t("Play back");
    button.title = words.textContent;
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
    this.step = Math.max(step, 0);
    byId("live").hidden = false;
    this.setStep(this.step);
    document.body.classList.add("looking");
    this.seats.send({ type: "look", step: this.step });
  }

  /** @param {Protocol.LookMessage} message */
  show({ step, style, picture, prompt }) {
    if (step !== this.step) return;
    this.board.adoptStyle(style);
    this.board.show(picture ?? "", MOVE_SECONDS);
    byId("prompt").textContent = prompt ?? "";
    this.decision.end();
    hideChoices();
    this.logList.markCurrent(step);
    this.onShow();
  }

  /** Returns to the present. */
  leave() {
    const { view } = this.seats;
    this.stop();
    if (!view) return;
    this.step = null;
    byId("live").hidden = true;
    document.body.classList.remove("looking");
    this.logList.markCurrent(null);
    this.setStep(view.step);
    this.board.show(view.picture, MOVE_SECONDS);
    byId("prompt").textContent = view.prompt;
    this.onLeave();
  }
}

// The course of a battle on this device: takes what the server sends, shows one position after the other, and turns the
// page to the seat that decides. It knows neither the page nor the rules.

import { Film } from "./film.js";

/** @typedef {import("./seats.js").Seat} Seat */

/**
 * What the session needs of the page.
 * @typedef {object} Screen
 * @property {boolean} isLookingBack Whether an earlier position is shown.
 * @property {Promise<void> | null} decisionShown Settled once the reader has seen that a decision was taken.
 * @property {(isCut: boolean) => void} showConnection
 * @property {() => void} reportCut
 * @property {() => void} clearNotice
 * @property {(seat: Seat) => void} reportUnknownBattle
 * @property {(refusal: Protocol.RefusedMessage) => void} reportRefusal
 * @property {(waiting: Protocol.WaitingMessage) => void} showWaiting
 * @property {(table: Protocol.TableMessage) => void} showTable
 * @property {(style: string) => void} adoptStyle
 * @property {() => void} endDecision
 * @property {(steps: LogStep[], pace: number) => Promise<void>} rollDice
 * @property {(isRunning: boolean, canRepeat: boolean) => void} showFilm Whether positions are being shown.
 * @property {(seat: Seat, view: BoardView, how: { isFirst: boolean, pace: number, hasMore: boolean }) => Promise<void>}
 *   showPosition
 * @property {(seat: Seat, view: BoardView) => void} showSeat Shows everything anew, for another seat.
 * @property {(view: BoardView, turn: { isMine: boolean, isNew: boolean }) => void} showTurn
 * @property {(number: number) => void} showNumber
 * @property {(side: string, onLift: () => void) => void} cover
 */

/** With more positions waiting, the reader has been away: only the last is shown. */
const MAX_WAITING = 60;

/** What is asked without a press; a refusal says that the position has changed meanwhile, or that too much was asked. */
const QUIET = new Set(["hello", "about", "forecast", "reach", "why"]);

export class TableSession {
  /**
   * @param {object} given
   * @param {import("./seats.js").Seats} given.seats
   * @param {Screen} given.screen
   */
  constructor({ seats, screen }) {
    this.seats = seats;
    this.screen = screen;
    this.isPlaying = false;
    this.film = new Film();
    /** @type {BoardView[]} What was shown since this device last decided, with the position before it. */
    this.reel = [];
    this.hasDecided = false;
    /** @type {number | null} The position in which this device was last asked for a decision. */
    this.askedNumber = null;
    /** @type {Seat | null} On a shared device: the seat that the curtain was lifted for. */
    this.uncovered = null;
    /** @type {Map<string, (seat: Seat, message: any) => void>} Messages that matter even for a seat not shown. */
    this.handlers = new Map([
      ["table", (seat, table) => this.sit(seat, table)],
      ["view", (seat, view) => this.enqueue(seat, view)],
      ["refused", (seat, refusal) => this.refuse(seat, refusal)],
      ["waiting", (_, waiting) => this.screen.showWaiting(waiting)],
    ]);
  }

  /**
   * Connects every seat.
   * @param {(token: string, handlers: { onMessage: (message: Protocol.Message) => void,
   *   onClose: (isFinal: boolean) => void }) => import("./seats.js").Sender} connect
   */
  start(connect) {
    for (const seat of this.seats.all) {
      seat.connection = connect(seat.token, {
        onMessage: (message) => this.receive(seat, message),
        onClose: (isFinal) => this.setStatus(seat, isFinal ? "closed" : "cut"),
      });
    }
  }

  /**
   * @param {Seat} seat
   * @param {Protocol.Message} message
   */
  receive(seat, message) {
    const handler = this.handlers.get(message.type);
    if (handler) handler(seat, message);
    else if (seat === this.seats.shown) this.seats.dispatch(message);
  }

  /**
   * Says that a connection is cut until all of them are restored.
   * @param {Seat} seat
   * @param {import("./seats.js").Status} status
   */
  setStatus(seat, status) {
    const before = seat.status;
    seat.status = status;
    const isCut = this.seats.all.some((one) => one.status === "cut");
    this.screen.showConnection(isCut);
    if (status === "cut") this.screen.reportCut();
    else if (before === "cut" && !isCut) this.screen.clearNotice();
    if (status === "closed") this.screen.reportUnknownBattle(seat);
  }

  /**
   * @param {Seat} seat
   * @param {Protocol.TableMessage} table
   */
  sit(seat, table) {
    this.setStatus(seat, "open");
    seat.sit(table);
    this.seats.byNumber.set(table.seat, seat);
    if (this.seats.shown && this.seats.shown !== seat) return;
    this.seats.shown = seat;
    this.screen.showTable(table);
  }

  /**
   * @param {Seat} seat
   * @param {BoardView} view
   */
  enqueue(seat, view) {
    this.screen.adoptStyle(view.style);
    seat.queue.push(view);
    if (seat === this.seats.shown) this.play();
    else if (!this.isPlaying && this.seats.view?.to_act === seat.table?.seat) this.turn();
  }

  /**
   * @param {Seat} seat
   * @param {Protocol.RefusedMessage} refusal
   */
  refuse(seat, refusal) {
    if (refusal.to === "hello") seat.refusal = refusal.words;
    if (QUIET.has(refusal.to)) return;
    this.screen.reportRefusal(refusal);
    if (seat !== this.seats.shown) return;
    this.seats.dispatch(refusal);
    this.turn();
  }

  /** Shows the waiting positions of the shown seat, one after the other. */
  async play() {
    if (this.isPlaying) return;
    this.isPlaying = true;
    while (this.seats.shown?.queue.length) {
      const seat = this.seats.shown;
      if (seat.queue.length > MAX_WAITING) this.film.skip();
      await this.screen.decisionShown;
      this.screen.showFilm(true, false);
      await this.film.ready();
      const view = seat.queue.shift();
      if (view) await this.show(seat, view);
    }
    this.finish();
  }

  /** Shows once more what happened since this device last decided. */
  async repeat() {
    const { shown } = this.seats;
    if (this.isPlaying || !shown || this.reel.length < 2) return;
    this.isPlaying = true;
    this.screen.endDecision();
    this.screen.showFilm(true, false);
    const [before, ...views] = this.reel;
    await this.screen.showPosition(shown, before, { isFirst: false, pace: 0, hasMore: true });
    for (const view of views) {
      await this.film.ready();
      await this.screen.rollDice(view.log, this.film.pace);
      await this.screen.showPosition(shown, view, { isFirst: false, pace: this.film.pace, hasMore: true });
    }
    this.finish();
    if (shown.queue.length) this.play();
  }

  finish() {
    this.isPlaying = false;
    this.film.end();
    this.screen.showFilm(false, this.reel.length > 2);
    this.turn();
  }

  /**
   * @param {Seat} seat
   * @param {BoardView} view
   */
  async show(seat, view) {
    const waiting = seat.queue.length;
    const isFirst = seat.view === null;
    if (this.hasDecided && seat.view) this.reel = [seat.view];
    this.hasDecided = false;
    this.reel.push(view);
    seat.view = view;
    this.screen.endDecision();
    if (!isFirst && !this.screen.isLookingBack) await this.screen.rollDice(view.log, this.film.pace);
    seat.log.record(view.since, view.log);
    if (this.isCovered(seat, view)) return;
    await this.screen.showPosition(seat, view, { isFirst, pace: this.film.pace, hasMore: waiting > 0 });
  }

  /** Lets the seat decide whose turn it is, covers the page for it, or shows the end. */
  turn() {
    const { shown, view } = this.seats;
    if (!shown || !view) return;
    this.screen.showNumber(view.number);
    const next = this.seats.byNumber.get(view.to_act);
    if (next && (next !== shown || this.isCovered(shown, view))) {
      // The other seat may still be behind; this is called again when it has caught up.
      if ((next.newest?.number ?? -1) >= view.number) this.face(next, view.secrets);
      return;
    }
    const isMine = view.to_act >= 0 && view.to_act === this.seats.table.seat;
    const isAsked = isMine || view.outcome !== null;
    const isNew = isAsked && view.number !== this.askedNumber;
    if (isAsked) this.askedNumber = view.number;
    if (isMine) this.hasDecided = true;
    this.screen.showTurn(view, { isMine, isNew });
  }

  /**
   * Returns whether a seat may not be seen before the curtain was lifted for it.
   * @param {Seat} seat
   * @param {BoardView} view
   */
  isCovered(seat, view) {
    return this.seats.areShared && view.secrets && this.uncovered !== seat;
  }

  /**
   * Turns the page to another seat of this device, behind a curtain where there are secrets.
   * @param {Seat} seat
   * @param {boolean} hasSecrets
   */
  face(seat, hasSecrets) {
    const open = () => {
      this.seats.shown = seat;
      this.uncovered = seat;
      this.reel = []; // it may show what this seat may not know
      seat.catchUp();
      if (seat.view) this.screen.showSeat(seat, seat.view);
      this.turn();
    };
    if (hasSecrets && seat.table) this.screen.cover(seat.table.sides[seat.table.seat].name, open);
    else open();
  }
}

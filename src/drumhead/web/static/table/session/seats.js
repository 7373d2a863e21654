// The seats that this device holds in a battle, or its place as a spectator: one connection each, one of them shown.

import { EventLog } from "./event_log.js";

/**
 * @typedef {{ send: (request: Protocol.Request) => boolean }} Sender
 * @typedef {"connecting" | "open" | "cut" | "closed"} Status Closed is final: the server knows no such battle.
 */

export class Seat {
  /** @param {string} token */
  constructor(token) {
    this.token = token;
    /** @type {Sender | null} */
    this.connection = null;
    /** @type {Status} */
    this.status = "connecting";
    this.refusal = ""; // why the server does not let this seat in
    /** @type {Protocol.TableMessage | null} */
    this.table = null;
    /** @type {BoardView | null} The latest position that was shown to the seat. */
    this.view = null;
    /** @type {BoardView[]} Positions that are still to be shown. */
    this.queue = [];
    this.log = new EventLog();
  }

  /**
   * Sits down, for the first time or after the connection was cut: all positions will be sent anew.
   * @param {Protocol.TableMessage} table
   */
  sit(table) {
    this.table = table;
    this.view = null;
    this.queue = [];
    this.log = new EventLog();
  }

  /** The latest position that the server sent. */
  get newest() {
    return this.queue.at(-1) ?? this.view;
  }

  /** Skips to the latest position. */
  catchUp() {
    this.view = this.newest;
    for (const view of this.queue.splice(0)) this.log.record(view.since, view.log);
  }
}

/** What is asked again and again while the pointer moves. */
const POINTED = new Set(["forecast", "reach"]);

/**
 * Returns the name that a question about something pointed at and its answer share.
 * @param {{ type: string, key?: string, action?: string }} message
 */
const nameOf = ({ type, key, action }) => `${type} ${key ?? action}`;

export class Seats {
  /** @param {string[]} tokens */
  constructor(tokens) {
    this.all = tokens.map((token) => new Seat(token));
    /** @type {Map<number, Seat>} The seats that have sat down, by number. */
    this.byNumber = new Map();
    /** @type {Seat | null} */
    this.shown = null;
    /** @type {Map<string, (message: any) => void>} */
    this.listeners = new Map();
    /** @type {Map<string, Protocol.Message>} What was answered about the position that is shown. */
    this.answers = new Map();
    /** @type {BoardView | null} The position that the answers are about. */
    this.answersOf = null;
  }

  /** Whether several seats share this device. */
  get areShared() {
    return this.all.length > 1;
  }

  /** The table of the seat that is shown. */
  get table() {
    if (!this.shown?.table) throw new Error("no seat has sat down yet");
    return this.shown.table;
  }

  /** The position that is shown; null while the battle is being loaded. */
  get view() {
    return this.shown?.view ?? null;
  }

  /**
   * Has a type of message handled, as far as it is for the seat that is shown.
   * @template {Protocol.Message["type"]} T
   * @param {T} type
   * @param {(message: Extract<Protocol.Message, { type: T }>) => void} listener
   */
  on(type, listener) {
    this.listeners.set(type, listener);
  }

  /** @param {Protocol.Message} message */
  dispatch(message) {
    if (POINTED.has(message.type)) this.answers.set(nameOf(message), message);
    this.listeners.get(message.type)?.(message);
  }

  /**
   * Sends a request of the seat that is shown.
   * @param {Protocol.Request} request
   */
  send(request) {
    this.shown?.connection?.send(request);
  }

  /**
   * Sends a request about the position that is shown. While the battle is being loaded anew, nothing is sent.
   * @param {PositionRequest} request
   */
  sendAboutPosition(request) {
    if (this.view) this.send(/** @type {Protocol.Request} */ ({ ...request, number: this.view.number }));
  }

  /**
   * Asks about something that is pointed at; what was asked before in this position is answered at once.
   * @param {PositionRequest} request
   */
  ask(request) {
    if (this.answersOf !== this.view) this.answers.clear();
    this.answersOf = this.view;
    const known = this.answers.get(nameOf(request));
    if (known) this.dispatch(known);
    else this.sendAboutPosition(request);
  }

  /** The seat that may take its last decision back; on a shared device any of them. */
  get undoable() {
    return [...this.byNumber.values()].find((seat) => seat.newest?.undo);
  }

  /** The numbers of the seats, without a spectator's place. */
  get numbers() {
    return [...this.byNumber.keys()].filter((number) => number >= 0);
  }
}

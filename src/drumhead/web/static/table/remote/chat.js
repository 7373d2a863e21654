// The chat with the other players.

import { byId, inputById, make } from "../../lib/dom.js";

/** @typedef {{ seat: number, words: string }} ChatLine */

export class Chat {
  /** @param {import("../session/seats.js").Seats} seats */
  constructor(seats) {
    this.seats = seats;
    /** @type {ChatLine[]} */
    this.lines = [];
    /** @type {Set<number>} */
    this.muted = new Set();
    this.shownLines = 0;
    const text = inputById("chat-text");
    byId("chat-form", HTMLFormElement).onsubmit = (event) => {
      event.preventDefault();
      if (text.value.trim()) seats.send({ type: "say", words: text.value });
      text.value = "";
    };
  }

  /** Forgets all lines: the server sends them anew. */
  clear() {
    this.lines = [];
  }

  /** @param {Protocol.ChatMessage} message */
  load({ lines, muted }) {
    this.lines = lines;
    this.muted = new Set(muted);
  }

  /** @param {ChatLine} line */
  add(line) {
    this.lines.push(line);
    const { seat, sides } = this.seats.table;
    if (line.seat !== seat) byId("news").textContent = `${nameOf(line.seat, sides)}: ${line.words}`;
  }

  /** @param {Protocol.MuteMessage} message */
  setMuted({ seat, on }) {
    if (on) this.muted.add(seat);
    else this.muted.delete(seat);
  }

  render() {
    const list = byId("chat-lines");
    const { sides } = this.seats.table;
    const heard = this.lines.filter(({ seat }) => !this.muted.has(seat));
    list.replaceChildren(
      ...heard.map(({ seat, words }) => make("li", {}, make("strong", {}, `${nameOf(seat, sides)}: `), words)),
    );
    if (this.lines.length !== this.shownLines) list.scrollTop = list.scrollHeight;
    this.shownLines = this.lines.length;
  }
}

/**
 * @param {number} seat
 * @param {Side[]} sides
 */
const nameOf = (seat, sides) => sides[seat]?.name || "";

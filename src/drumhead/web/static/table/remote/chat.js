// The chat with the other players.

import { byId, inputById, make } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { quietButton } from "./presence.js";

/** @typedef {{ seat: number, words: string }} ChatLine */

export class Chat {
  /**
   * @param {import("../session/seats.js").Seats} seats
   * @param {import("./presence.js").Presence} presence
   */
  constructor(seats, presence) {
    this.seats = seats;
    this.presence = presence;
    /** @type {ChatLine[]} */
    this.lines = [];
    /** @type {Set<number>} */
    this.muted = new Set();
    this.shownLines = 0;
    this.unread = 0;
    byId("company").addEventListener("toggle", () => this.read());
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
    if (this.muted.has(line.seat) || line.seat === this.seats.table.seat) return;
    byId("news").textContent = `${this.presence.nameOf(line.seat)}: ${line.words}`;
    if (!isOpen()) this.unread += 1;
  }

  /** Counts nothing as unread any longer, if the chat is open. */
  read() {
    if (!isOpen()) return;
    this.unread = 0;
    const list = byId("chat-lines");
    list.scrollTop = list.scrollHeight;
    this.render();
  }

  /** @param {Protocol.MuteMessage} message */
  setMuted({ seat, on }) {
    if (on) this.muted.add(seat);
    else this.muted.delete(seat);
  }

  render() {
    const list = byId("chat-lines");
    const heard = this.lines.filter(({ seat }) => !this.muted.has(seat));
    list.replaceChildren(...heard.map((line) => make("li", {}, ...this.content(line))));
    if (this.lines.length !== this.shownLines) list.scrollTop = list.scrollHeight;
    this.shownLines = this.lines.length;
    const last = byId("last-said");
    const latest = this.unread ? heard.at(-1) : undefined;
    last.hidden = !latest;
    if (latest) last.replaceChildren(...this.content(latest));
    const words = this.unread ? t("Chat and offers ({n} new)", { n: this.unread }) : t("Chat and offers");
    byId("company-open").textContent = words;
    this.renderMutes();
  }

  /** @param {ChatLine} line */
  content({ seat, words }) {
    const who = seat === this.seats.table.seat ? t("me") : this.presence.nameOf(seat);
    return [make("strong", {}, `${who}: `), words];
  }

  renderMutes() {
    byId("mutes").replaceChildren(
      ...this.presence.others.map((seat) => {
        const isMuted = this.muted.has(seat);
        const mute = () => this.seats.send({ type: "mute", seat, on: !isMuted });
        const state = make("span", {}, this.presence.stateWords(seat));
        return make("li", {}, state, quietButton(isMuted ? t("Unmute") : t("Mute"), mute));
      }),
    );
  }
}

/** Whether the panel with the chat is open. */
const isOpen = () => byId("company").matches(":popover-open");

// Battles with remote players: who is there, chat, clock, proposals, and calls when it is this player's turn.

import { buttonById, byId, detailsById } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { Chat } from "./chat.js";
import { Clock } from "./clock.js";
import { Presence } from "./presence.js";
import { Proposals } from "./proposals.js";
import { TurnNotice } from "./turn_notice.js";

const TICK_MS = 1000;
const STAND_IN_LEVEL = "sergeant";

export class RemotePlayers {
  /** @param {import("../session/seats.js").Seats} seats */
  constructor(seats) {
    this.seats = seats;
    this.isRemote = false; // whether somebody plays from elsewhere
    this.wasLate = false;
    /** @type {BoardView | null} The position that the section shows. */
    this.view = null;
    this.presence = new Presence(seats);
    this.chat = new Chat(seats);
    this.clock = new Clock();
    this.proposals = new Proposals(seats);
    this.notice = new TurnNotice(seats);
    seats.on("presence", (message) => this.after(() => this.presence.update(message)));
    seats.on("chat", (message) => this.after(() => this.chat.load(message)));
    seats.on("said", (message) => this.after(() => this.chat.add(message)));
    seats.on("mute", (message) => this.after(() => this.chat.setMuted(message)));
    buttonById("hand-over").onclick = () => this.handOver();
    setInterval(() => this.tick(), TICK_MS);
  }

  /** Whether the computer plays the seat that is shown. */
  get isPlayedByComputer() {
    const { sides, seat } = this.seats.table;
    return Boolean(sides[seat]?.level);
  }

  /** @param {Protocol.TableMessage} table */
  sit(table) {
    const people = table.sides.filter((side) => !side.level).length;
    this.isRemote = table.seat >= 0 && people > this.seats.all.length;
    this.chat.clear();
    byId("remote-players").hidden = !this.isRemote;
    const button = buttonById("hand-over");
    button.hidden = table.seat < 0 || table.guided;
    button.textContent = this.isPlayedByComputer ? t("Take my seat back") : t("Let the computer play for me");
    const n = Math.round(table.patience / 3600);
    byId("claim-terms").textContent = t("If a player makes no decision for {n} hours, the others can claim victory.", {
      n,
    });
    if (table.notice) byId("news").textContent = table.notice;
  }

  /** @param {BoardView} view */
  show(view) {
    const { seat, title } = this.seats.table;
    this.view = view;
    this.clock.set(view.clock);
    this.render();
    if (this.isRemote) this.notice.update(view.to_act === seat && !view.outcome, title);
  }

  /**
   * Makes a change and shows it.
   * @param {() => void} change
   */
  after(change) {
    change();
    this.render();
  }

  render() {
    if (!this.isRemote || !this.view) return;
    this.presence.render(this.chat.muted);
    this.proposals.render(this.view, this.isLate || this.isAway);
    this.chat.render();
    this.clock.render(this.seats.table.sides, this.isRemote);
  }

  /** The seat of another player whose decision it is. */
  get awaitedSeat() {
    const seat = this.view?.to_act ?? -1;
    return seat >= 0 && seat !== this.seats.table.seat ? seat : null;
  }

  /** Whether the time of the player to decide is up. */
  get isLate() {
    return this.awaitedSeat !== null && this.clock.secondsLeft(this.awaitedSeat) <= 0;
  }

  /** Whether the player to decide is not there; for how long, the server knows. */
  get isAway() {
    const seat = this.awaitedSeat;
    return seat !== null && !this.seats.table.sides[seat].level && !this.presence.present.includes(seat);
  }

  tick() {
    if (!this.seats.shown?.table) return;
    this.clock.render(this.seats.table.sides, this.isRemote);
    if (!this.isRemote || !this.isLate || this.wasLate) return;
    this.wasLate = true;
    this.render(); // the battle can be claimed now
  }

  /** Hands the seat to the computer, or takes it back. */
  handOver() {
    detailsById("more").open = false;
    if (this.isPlayedByComputer) this.seats.send({ type: "person" });
    else this.seats.send({ type: "computer", level: STAND_IN_LEVEL });
  }
}

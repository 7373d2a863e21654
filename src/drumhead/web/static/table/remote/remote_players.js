// Battles with remote players: who is there, chat, clock, proposals, and calls when it is this player's turn.

import { request } from "../../lib/api.js";
import { battles, renewedAddress } from "../../lib/battle_links.js";
import { byId, inputById } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { playerName, storePlayerName } from "../../lib/player_name.js";
import { keyFor } from "../../lib/seat_keys.js";
import { confirmed, toast } from "../../lib/toast.js";
import { moveKeptDice } from "../session/kept_dice.js";
import { Chat } from "./chat.js";
import { Clock } from "./clock.js";
import { claimWords, clockWords } from "./clock_words.js";
import { showInvitation, showWelcome } from "./dialogs.js";
import { Presence } from "./presence.js";
import { Proposals } from "./proposals.js";
import { TurnNotice } from "./turn_notice.js";

const TICK_MS = 1000;
const TICKS_BETWEEN_TIMES = 30;
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
    this.chat = new Chat(seats, this.presence);
    this.clock = new Clock();
    this.proposals = new Proposals(seats, this.presence);
    this.notice = new TurnNotice(seats);
    /** @type {HTMLDialogElement | null} The invitation that is open, and whom it is for. */
    this.invitation = null;
    this.invitedSeat = -1;
    this.wasAsked = false; // whether the invitation or the welcome has been shown
    this.ticks = 0;
    const hash = location.hash.slice(1);
    // Whoever has the link of a seat and not that of the spectators, for the first time, was invited.
    this.isGuest = !hash.includes("!") && !battles().some((battle) => battle.hash === hash);
    seats.on("presence", (message) => this.after(() => this.update(message)));
    seats.on("chat", (message) => this.after(() => this.chat.load(message)));
    seats.on("said", (message) => this.after(() => this.chat.add(message)));
    seats.on("mute", (message) => this.after(() => this.chat.setMuted(message)));
    byId("hand-over").onclick = () => this.handOver();
    byId("renew").onclick = () => this.renew();
    byId("name-form", HTMLFormElement).onsubmit = (event) => {
      event.preventDefault();
      this.rename(inputById("name").value);
      toast(t("Your name has been changed."));
    };
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
    this.presence.sit(table);
    byId("remote-players").hidden = !this.isRemote;
    const button = byId("hand-over");
    button.hidden = table.seat < 0 || table.guided;
    button.textContent = this.isPlayedByComputer ? t("Take my seat back") : t("Let the computer play for me");
    byId("claim-terms").textContent = claimWords(table.patience);
    if (this.isRemote) this.sendName();
  }

  /** Tells the others what this player is called, where that is not known yet. */
  sendName() {
    const name = playerName();
    inputById("name").value = name;
    const { seat, sides } = this.seats.table;
    if (name && name !== (this.presence.names[seat] ?? sides[seat].player))
      this.seats.send({ type: "name", words: name });
  }

  /** @param {string} name */
  rename(name) {
    if (name.trim() === playerName()) return;
    storePlayerName(name);
    inputById("name").value = playerName();
    this.seats.send({ type: "name", words: playerName() });
  }

  /** @param {Protocol.PresenceMessage} message */
  update(message) {
    const wasThere = new Set(this.presence.present);
    this.presence.update(message);
    if (!this.isRemote) return;
    if (this.invitation && this.presence.present.includes(this.invitedSeat)) this.invitation.close();
    const come = this.presence.others.find((seat) => this.presence.present.includes(seat) && !wasThere.has(seat));
    if (come !== undefined && this.wasAsked) toast(t("{who} is here", { who: this.presence.nameOf(come) }));
    this.askFirst();
  }

  /** Shows the invitation to whoever invites, and the welcome to whoever was invited, once. */
  askFirst() {
    if (this.wasAsked) return;
    this.wasAsked = true;
    const { others } = this.presence;
    const { game, title, seat, sides } = this.seats.table;
    const missing = others.find((other) => this.presence.invitationOf(other) && !this.presence.hasCome(other));
    if (missing !== undefined) this.invite(missing);
    else if (this.isGuest) {
      const host = others.map((other) => this.presence.names[other]).find(Boolean) ?? "";
      const onName = (/** @type {string} */ name) => this.rename(name);
      showWelcome({ game, title, host, side: sides[seat].name, terms: this.terms, onName });
    }
  }

  /** @param {number} seat */
  invite(seat) {
    const { title, sides } = this.seats.table;
    const link = this.presence.invitationOf(seat) ?? "";
    const onName = (/** @type {string} */ name) => this.rename(name);
    this.invitedSeat = seat;
    this.invitation = showInvitation({ title, side: sides[seat].name, link, terms: this.terms, onName });
    this.invitation.addEventListener("close", () => {
      this.invitation = null;
    });
  }

  /** Sentences about the time that the players have. */
  get terms() {
    const { state } = this.clock;
    const clock = state
      ? t("Clock: {terms}.", { terms: clockWords(state.terms) })
      : t("No clock: take the time you need. You can propose a clock during the battle.");
    return [clock, claimWords(this.seats.table.patience)];
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
    this.renderPresence();
    this.proposals.render(this.view, { isLate: this.isLate, isAway: this.isAway });
    this.chat.render();
    this.clock.render(this.seats.table.sides, this.isRemote);
  }

  renderPresence() {
    this.presence.render(
      (seat) => this.invite(seat),
      () => this.renew(),
    );
  }

  /** Replaces the link of the own seat, so that no other device can come by it. */
  async renew() {
    const question = t("All other devices lose your seat, your own ones as well. Renew your link?");
    if (!(await confirmed(question))) return;
    const token = this.seats.shown?.token ?? "";
    const key = keyFor(token);
    try {
      await request("/seats/renew", { token, key });
      moveKeptDice(token, key);
      location.replace(`#${renewedAddress(location.hash.slice(1), token, key)}`); // the page loads itself anew
    } catch (error) {
      toast(error.message);
    }
  }

  /**
   * Takes note of whom the dice wait for, and of the clock that runs against them.
   * @param {Protocol.DiceMessage} dice
   */
  noteDice({ waits_for: waitsFor, clock }) {
    if (!this.view) return;
    this.view.waits_for = waitsFor;
    this.view.clock = clock;
    this.clock.set(clock);
    this.render();
  }

  /** The seat of another player who is waited for: to decide, or for the dice. */
  get awaitedSeat() {
    const { to_act: toAct = -1, waits_for: waitsFor = [] } = this.view ?? {};
    const seat = toAct === -1 ? waitsFor.find((other) => other !== this.seats.table.seat) : toAct;
    return seat !== undefined && seat >= 0 && seat !== this.seats.table.seat ? seat : null;
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
    this.ticks += 1;
    if (this.isRemote && this.ticks % TICKS_BETWEEN_TIMES === 0) this.renderPresence();
    if (!this.isRemote || !this.isLate || this.wasLate) return;
    this.wasLate = true;
    this.render(); // the battle can be claimed now
  }

  /** Hands the seat to the computer, or takes it back. */
  handOver() {
    document.getElementById("more")?.removeAttribute("open");
    if (this.isPlayedByComputer) this.seats.send({ type: "person" });
    else this.seats.send({ type: "computer", level: STAND_IN_LEVEL });
  }
}

// Who is at the table: the other players by name, since when they are away, and the number of spectators.

import { invitationAddress } from "../../lib/battle_links.js";
import { byId, make } from "../../lib/dom.js";
import { timeAgo } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";

export class Presence {
  /** @param {import("../session/seats.js").Seats} seats */
  constructor(seats) {
    this.seats = seats;
    /** @type {number[]} */
    this.present = [];
    /** @type {string[]} What the players are called, by seat; empty for those without a name. */
    this.names = [];
    /** @type {Map<number, number>} When the players who are away were last here, as Unix times. */
    this.lastHere = new Map();
    this.spectators = 0;
    this.devices = 1; // on which the seat that is shown is open
    this.knownDevices = 1; // on which it has been open
  }

  /** @param {Protocol.TableMessage} table */
  sit({ sides }) {
    this.names = sides.map(({ player }) => player ?? "");
  }

  /** @param {Protocol.PresenceMessage} message */
  update({ seats, watching, players, away, devices, known_devices }) {
    const now = Date.now() / 1000;
    this.present = seats;
    this.spectators = watching;
    this.devices = devices ?? 1;
    this.knownDevices = known_devices ?? 1;
    this.names = players ?? this.names;
    this.lastHere = new Map((away ?? []).map(([seat, seconds]) => [seat, now - seconds]));
  }

  /**
   * Returns what to call the player of a seat: the name with the side, or the side alone.
   * @param {number} seat
   */
  nameOf(seat) {
    const side = this.seats.table.sides[seat]?.name ?? "";
    return this.names[seat] ? t("{name} ({side})", { name: this.names[seat], side }) : t("Player {side}", { side });
  }

  /** The seats of the people who play from elsewhere. */
  get others() {
    const { sides } = this.seats.table;
    return [...sides.keys()].filter((seat) => !sides[seat].level && !this.seats.byNumber.has(seat));
  }

  /**
   * The address to which a player who has never come is invited; undefined where this browser did not invite them.
   * @param {number} seat
   * @returns {string | undefined}
   */
  invitationOf(seat) {
    if (this.hasCome(seat)) return undefined;
    return invitationAddress(this.seats.all[0].token, seat);
  }

  /** @param {number} seat */
  hasCome(seat) {
    return this.present.includes(seat) || this.lastHere.has(seat);
  }

  /**
   * @param {(seat: number) => void} onInvite
   * @param {() => void} onRenew
   */
  render(onInvite, onRenew) {
    byId("devices").textContent = t(
      "Devices on which your seat has been open: {n}. If you do not know one of them, renew your link.",
      { n: this.knownDevices },
    );
    byId("who").replaceChildren(
      ...(this.devices > 1 ? [this.otherDevice(onRenew)] : []),
      ...this.others.map((seat) => this.player(seat, onInvite)),
      ...(this.spectators ? [make("li", {}, t("{n} watching", { n: this.spectators }))] : []),
    );
  }

  /** @param {() => void} onRenew */
  otherDevice(onRenew) {
    const words = t("Your seat is open on another device, too.");
    return make("li", { class: "there", id: "other-device" }, words, quietButton(t("Renew my link…"), onRenew));
  }

  /**
   * @param {number} seat
   * @param {(seat: number) => void} onInvite
   */
  player(seat, onInvite) {
    const isPresent = this.present.includes(seat);
    const invite = () => onInvite(seat);
    return make(
      "li",
      { class: isPresent ? "there" : "away" },
      make("span", {}, this.stateWords(seat)),
      this.invitationOf(seat) ? quietButton(t("Invite…"), invite) : null,
    );
  }

  /** @param {number} seat */
  stateWords(seat) {
    const who = this.nameOf(seat);
    const last = this.lastHere.get(seat);
    if (this.present.includes(seat)) return t("{who} is here", { who });
    return last
      ? t("{who} was last here {when}", { who, when: timeAgo(last) })
      : t("{who} has not joined yet", { who });
  }
}

/**
 * @param {string} words
 * @param {() => void} onclick
 */
export const quietButton = (words, onclick) => make("button", { type: "button", class: "quiet", onclick }, words);

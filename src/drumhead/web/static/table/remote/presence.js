// Who is at the table: the other players, with buttons to invite or mute them, and the number of spectators.

import { invitations } from "../../lib/battle_links.js";
import { copyText } from "../../lib/clipboard.js";
import { byId, make } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

export class Presence {
  /** @param {import("../session/seats.js").Seats} seats */
  constructor(seats) {
    this.seats = seats;
    /** @type {number[]} */
    this.present = [];
    this.spectators = 0;
  }

  /** @param {Protocol.PresenceMessage} message */
  update({ seats, watching }) {
    this.present = seats;
    this.spectators = watching;
  }

  /** @param {Set<number>} muted */
  render(muted) {
    const { sides, seat: ownSeat } = this.seats.table;
    const people = sides
      .map((side, seat) => ({ ...side, seat }))
      .filter(({ level, seat }) => !level && seat !== ownSeat);
    byId("who").replaceChildren(
      ...people.map(({ name, seat }) => this.player(name, seat, muted.has(seat))),
      ...(this.spectators ? [make("li", {}, t("{n} watching", { n: this.spectators }))] : []),
    );
  }

  /**
   * @param {string} name
   * @param {number} seat
   * @param {boolean} isMuted
   */
  player(name, seat, isMuted) {
    const isPresent = this.present.includes(seat);
    const token = isPresent ? undefined : invitations(this.seats.all[0].token)[seat];
    const mute = () => this.seats.send({ type: "mute", seat, on: !isMuted });
    return make(
      "li",
      { class: isPresent ? "there" : "away" },
      make("span", {}, `${name}: ${isPresent ? t("is here") : t("is away")}`),
      token ? quietButton(t("Copy the link for {side}", { side: name }), () => copyInvitation(token)) : null,
      quietButton(isMuted ? t("Unmute") : t("Mute"), mute),
    );
  }
}

/**
 * @param {string} words
 * @param {() => void} onclick
 */
export const quietButton = (words, onclick) => make("button", { type: "button", class: "quiet", onclick }, words);

/** @param {string} token */
async function copyInvitation(token) {
  const link = `${location.origin}/table#${token}`;
  if (await copyText(link)) {
    byId("news").textContent = t("Copied. Send it to the other player only: whoever has the link holds the seat.");
  } else {
    byId("proposed").append(make("input", { readonly: true, value: link, "aria-label": t("The link") }));
  }
}

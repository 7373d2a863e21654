// Proposals between the players: taking back, clocks and pauses; and claims against a player who does not decide.

import { byId, inputById, make } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { quietButton } from "./presence.js";

export class Proposals {
  /** @param {import("../session/seats.js").Seats} seats */
  constructor(seats) {
    this.seats = seats;
  }

  /**
   * Shows what is proposed, and what may be proposed or claimed.
   * @param {BoardView} view
   * @param {boolean} canClaim
   */
  render(view, canClaim) {
    byId("proposed").replaceChildren(...this.received(view), ...(view.outcome ? [] : this.buttons(view, canClaim)));
  }

  /** @param {BoardView} view */
  received({ proposals, waits_for: waitsFor }) {
    const { seat: own, sides } = this.seats.table;
    const others = proposals.filter(([seat, what]) => seat !== own && what !== "draw");
    return [
      ...waitsFor
        .filter((seat) => seat !== own)
        .map((seat) => make("p", {}, t("The dice wait until {side} has joined.", { side: sides[seat].name }))),
      ...others.map(([seat, what]) =>
        make(
          "p",
          {},
          t("{side} proposes: {what}", { side: sides[seat].name, what: proposalWords(what) }),
          quietButton(t("Agree"), () => this.offer(what)),
          quietButton(t("Decline"), () => this.seats.sendAboutPosition({ type: "decline" })),
        ),
      ),
    ];
  }

  /**
   * @param {BoardView} view
   * @param {boolean} canClaim
   */
  buttons({ clock, step }, canClaim) {
    const buttons = [];
    if (step) buttons.push(quietButton(t("Ask to take back"), () => this.offer("undo")));
    if (clock) buttons.push(quietButton(t("Propose to play without a clock"), () => this.offer("clock off")));
    else buttons.push(quietButton(t("Propose a clock"), () => this.offer(clockTerms())));
    if (clock && !clock.paused) buttons.push(quietButton(t("Propose a pause"), () => this.offer("pause")));
    if (clock?.paused) buttons.push(quietButton(t("Resume"), () => this.seats.send({ type: "resume" })));
    if (canClaim) {
      buttons.push(quietButton(t("Claim victory"), () => this.seats.sendAboutPosition({ type: "claim" })));
    }
    return buttons;
  }

  /** @param {string} what */
  offer(what) {
    this.seats.sendAboutPosition({ type: "offer", what });
  }
}

/** Returns the clock that is set on the page, as the server takes it. */
function clockTerms() {
  const seconds = Math.round(Number(inputById("clock-minutes").value) * 60);
  return `clock ${seconds}+${Math.round(Number(inputById("clock-increment").value))}`;
}

/**
 * Returns a proposal in words.
 * @param {string} what
 */
export function proposalWords(what) {
  const [kind, terms] = what.split(" ");
  if (kind === "undo") return t("to take back");
  if (kind === "pause") return t("to stop the clock");
  return terms === "off" ? t("no clock") : t("a clock, {terms} seconds", { terms });
}

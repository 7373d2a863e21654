// Proposals between the players: draws, taking back, clocks and pauses; and claims against a player who does not decide.

import { byId, inputById, make } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { clockWords } from "./clock_words.js";
import { quietButton } from "./presence.js";

export class Proposals {
  /**
   * @param {import("../session/seats.js").Seats} seats
   * @param {import("./presence.js").Presence} presence
   */
  constructor(seats, presence) {
    this.seats = seats;
    this.presence = presence;
    /** What became of the last own proposal. */
    this.answer = "";
    this.isWithdrawn = false;
    /** @type {BoardView | null} */
    this.before = null;
  }

  /**
   * Shows what is proposed, and what may be proposed or claimed.
   * @param {BoardView} view
   * @param {{ isLate: boolean, isAway: boolean }} awaited Whether the time of the player to decide is up, or they left.
   */
  render(view, { isLate, isAway }) {
    if (view !== this.before) this.noteAnswer(view);
    const claim = () => quietButton(t("Claim the win"), () => this.seats.sendAboutPosition({ type: "claim" }));
    byId("proposed").replaceChildren(
      ...this.waiting(view),
      ...this.received(view),
      ...this.own(view),
      ...(this.answer ? [make("p", { class: "answer" }, this.answer)] : []),
      ...(isLate && !view.outcome ? [make("p", {}, t("The time of your opponent is up."), claim())] : []),
    );
    byId("offers").replaceChildren(...(view.outcome ? [] : this.buttons(view, isAway && !isLate ? claim : null)));
    byId("clock-offers").replaceChildren(...(view.outcome ? [] : this.clockButtons(view)));
  }

  /**
   * Finds out what became of an own proposal: it is gone, and neither the position nor the clock has changed.
   * @param {BoardView} view
   */
  noteAnswer(view) {
    const { seat } = this.seats.table;
    const was = this.before?.proposals.some(([other]) => other === seat);
    const is = view.proposals.some(([other]) => other === seat);
    const state = (/** @type {BoardView | null} */ one) =>
      JSON.stringify([one?.number, one?.clock?.terms, one?.clock?.paused]);
    if (was && !is && !this.isWithdrawn && state(view) === state(this.before))
      this.answer = t("Your proposal was declined.");
    else if (is || view.number !== this.before?.number) this.answer = "";
    if (!is) this.isWithdrawn = false;
    this.before = view;
  }

  /** @param {BoardView} view */
  waiting({ waits_for: waitsFor }) {
    return waitsFor
      .filter((seat) => !this.seats.byNumber.has(seat))
      .map((seat) => {
        const who = this.presence.nameOf(seat);
        const words = t("The dice wait for the number of {who}; after ten minutes the server puts one in its place.", {
          who,
        });
        return make("p", {}, words);
      });
  }

  /** @param {BoardView} view */
  received({ proposals }) {
    const own = this.seats.table.seat;
    return proposals
      .filter(([seat, what]) => seat !== own && !proposals.some((other) => other[0] === own && other[1] === what))
      .map(([seat, what]) =>
        make(
          "p",
          {},
          proposalWords(what, this.presence.nameOf(seat)),
          quietButton(t("Agree"), () => this.offer(what)),
          quietButton(t("Decline"), () => this.decline()),
        ),
      );
  }

  /** @param {BoardView} view */
  own({ proposals }) {
    const own = this.seats.table.seat;
    return proposals
      .filter(([seat]) => seat === own)
      .map(([, what]) =>
        make(
          "p",
          { class: "proposed-by-me" },
          `${ownWords(what)} ${t("Waiting for an answer.")}`,
          quietButton(t("Withdraw"), () => {
            this.isWithdrawn = true;
            this.decline();
          }),
        ),
      );
  }

  /**
   * @param {BoardView} view
   * @param {(() => HTMLElement) | null} claim
   */
  buttons({ step, undo, proposals }, claim) {
    const own = this.seats.table.seat;
    const isProposing = proposals.some(([seat]) => seat === own);
    const buttons = [];
    // What can be taken back without asking has its button beside the board.
    if (step && !undo && !isProposing) buttons.push(quietButton(t("Ask to take back"), () => this.offer("undo")));
    if (claim) buttons.push(claim());
    return buttons;
  }

  /** @param {BoardView} view */
  clockButtons({ clock }) {
    if (!clock) return [quietButton(t("Propose a clock"), () => this.offer(clockTerms()))];
    return [
      quietButton(t("Propose to play without a clock"), () => this.offer("clock off")),
      clock.paused
        ? quietButton(t("Resume"), () => this.seats.send({ type: "resume" }))
        : quietButton(t("Propose a pause"), () => this.offer("pause")),
    ];
  }

  /** @param {string} what */
  offer(what) {
    this.answer = "";
    this.seats.sendAboutPosition({ type: "offer", what });
  }

  decline() {
    this.seats.sendAboutPosition({ type: "decline" });
  }
}

/** Returns the clock that is set on the page, as the server takes it. */
function clockTerms() {
  const seconds = Math.round(Number(inputById("clock-minutes").value) * 60);
  return `clock ${seconds}+${Math.round(Number(inputById("clock-increment").value))}`;
}

/**
 * Returns what another player proposes, as a sentence.
 * @param {string} what
 * @param {string} who
 */
export function proposalWords(what, who) {
  const [kind, terms] = what.split(" ");
  if (kind === "draw") return t("{who} offers a draw.", { who });
  if (kind === "undo") return t("{who} asks to take back a move.", { who });
  if (kind === "pause") return t("{who} proposes to pause the clock.", { who });
  if (terms === "off") return t("{who} proposes to play without a clock.", { who });
  return t("{who} proposes a clock: {terms}.", { who, terms: clockWords(terms) });
}

/**
 * Returns what this player proposes, as a sentence.
 * @param {string} what
 */
export function ownWords(what) {
  const [kind, terms] = what.split(" ");
  if (kind === "draw") return t("You offer a draw.");
  if (kind === "undo") return t("You ask to take back a move.");
  if (kind === "pause") return t("You propose to pause the clock.");
  if (terms === "off") return t("You propose to play without a clock.");
  return t("You propose a clock: {terms}.", { terms: clockWords(terms) });
}

// After the battle: how it ended, the game file, the proof of the dice, the review, a film, and a rematch.

import { request } from "../../lib/api.js";
import { battleAddress } from "../../lib/battle_links.js";
import { byId, make } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { saveGameFile } from "./game_file.js";
import { showWinChances } from "./win_chances.js";

export class Postgame {
  /**
   * @param {object} given
   * @param {import("../session/seats.js").Seats} given.seats
   * @param {import("../board/board.js").Board} given.board
   * @param {import("./history_slider.js").HistorySlider} given.history
   */
  constructor({ seats, board, history }) {
    this.seats = seats;
    this.board = board;
    this.history = history;
    this.tokens = seats.all.map((seat) => seat.token);
    seats.on("proof", showProof);
    seats.on("review", (message) => this.showReview(message));
  }

  /**
   * Shows how the battle ended and what can be done now, where it is over.
   * @param {BoardView} view
   */
  show(view) {
    const frame = byId("postgame");
    if (!view.outcome) {
      // While computers play each other, the frame holds the buttons that set their pace.
      if (!frame.querySelector("[data-pace]")) frame.hidden = true;
      return;
    }
    frame.hidden = false;
    if (frame.dataset.step !== String(view.step)) {
      frame.dataset.step = String(view.step);
      byId("prompt").textContent = t("The battle is over");
      byId("choices").replaceChildren();
      frame.replaceChildren(...this.content(view.outcome.words));
    }
    this.showRematch(view.again);
  }

  /** @param {string} outcome */
  content(outcome) {
    /**
     * @param {string} words
     * @param {(event: Event & { currentTarget: HTMLButtonElement }) => void} onclick
     */
    const button = (words, onclick) => make("button", { type: "button", onclick }, words);
    const rematch = { type: "button", id: "again", class: "main", onclick: () => this.playAgain() };
    return [
      make("h2", {}, outcome),
      make("p", {}, t("Replay it with the slider below, or save it.")),
      make(
        "div",
        { class: "row" },
        this.seats.table.seat < 0 ? "" : make("button", rematch, t("Play again, sides swapped")),
        button(t("Save as a file"), () => this.save()),
        button(t("Check the dice"), () => this.seats.send({ type: "proof" })),
        button(t("How the chances changed"), () => this.seats.send({ type: "review" })),
        button(t("Save as a film"), ({ currentTarget }) => this.saveFilm(currentTarget)),
        make("a", { class: "button", href: "/" }, t("To the start page")),
      ),
      make("p", { id: "again-by", role: "status" }),
      make("div", { class: "film", role: "status" }),
      make("div", { class: "chances-of", hidden: true }),
      make("div", { class: "proof", role: "status" }),
    ];
  }

  /**
   * Says who has begun the rematch and waits there.
   * @param {number | null} seat
   */
  showRematch(seat) {
    const { table } = this.seats;
    if (seat === null || seat === table.seat || table.seat < 0) return;
    const side = table.sides[seat].name;
    byId("again").textContent = t("Join the new battle");
    byId("again-by").textContent = t("{side}: rematch begun, sides swapped.", { side });
  }

  /** Goes to the rematch with the seats of this device; the others come by their own links. */
  async playAgain() {
    try {
      location.href = battleAddress(await request("/battles/again", { tokens: this.tokens }));
    } catch (error) {
      byId("again-by").textContent = error.message;
    }
  }

  /** Saves the battle as a game file. */
  async save() {
    const text = await request("/record", { tokens: this.tokens });
    saveGameFile(this.seats.table.game, text, { type: "text/plain", ending: "drum" });
  }

  /**
   * Saves the battle as one picture that moves.
   * @param {HTMLButtonElement} button
   */
  async saveFilm(button) {
    const status = find(".film");
    if (!status) return;
    button.disabled = true;
    status.textContent = t("Drawing the film…");
    try {
      const text = await request("/film", { token: this.tokens[0] });
      saveGameFile(this.seats.table.game, text, { type: "image/svg+xml", ending: "svg" });
      const kilobytes = Math.round(text.length / 1000);
      status.textContent = t("Saved: one file of {n} kB that plays in any browser.", { n: kilobytes });
    } catch (error) {
      status.textContent = error.message;
    }
    button.disabled = false;
  }

  /** @param {Protocol.ReviewMessage} review */
  showReview(review) {
    const frame = find(".chances-of");
    if (!frame) return;
    this.board.adoptStyle(review.rules);
    showWinChances(frame, review, {
      wordsOf: (step) => this.seats.shown?.log.wordsOf(step) ?? "",
      onLook: (step) => this.history.look(step),
    });
  }
}

/**
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
const find = (selector) => byId("postgame").querySelector(selector);

/** @param {Protocol.ProofMessage} proof */
function showProof({ checked, by_hand: byHand, sealed, streams }) {
  const explanation = t(
    "The seal was shown before the first throw. It is the hash of the secret, and the secret determines every face.",
  );
  find(".proof")?.replaceChildren(
    make("p", {}, make("strong", {}, t("{n} throws recomputed: all match.", { n: checked }))),
    byHand ? make("p", {}, t("{n} were thrown by hand.", { n: byHand })) : "",
    sealed ? make("p", {}, t("{n} are still sealed.", { n: sealed })) : "",
    make("p", { class: "fine" }, explanation),
    ...streams.map(({ seal, secret, nonces }) =>
      make(
        "dl",
        { class: "fine" },
        make("dt", {}, t("Seal")),
        make("dd", {}, seal),
        make("dt", {}, t("Secret")),
        make("dd", {}, secret),
        make("dt", {}, t("Nonces")),
        make("dd", {}, nonces.join(" ")),
      ),
    ),
    make("p", {}, make("a", { href: proofAddress(streams[0]), target: "_blank" }, t("How the dice can be checked"))),
  );
}

/**
 * Returns the page that explains the dice, with a stream of them filled in to be recomputed.
 * @param {DiceStream | undefined} stream
 */
function proofAddress(stream) {
  if (!stream) return "/dice";
  const { secret, nonces, first } = stream;
  return `/dice#${new URLSearchParams({ secret, nonces: nonces.join(" "), number: String(first) })}`;
}

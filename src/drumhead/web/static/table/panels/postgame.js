// After the battle: how it ended, the game file, the proof of the dice, the review, a film, and a rematch.

import { request } from "../../lib/api.js";
import { battleAddress } from "../../lib/battle_links.js";
import { clauseLink } from "../../lib/clauses.js";
import { byId, make } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { playSound } from "../../lib/sound.js";
import { toast } from "../../lib/toast.js";
import { saveGameFile } from "./game_file.js";
import { figuresTable, verdictOf, verdictWords } from "./verdict.js";
import { showWinChances } from "./win_chances.js";

const CHANCE = -1;
const LACKS_SECRETS = /^\[Known "/m; // the tag of a file that holds what one side knew

export class Postgame {
  /**
   * @param {object} given
   * @param {import("../session/seats.js").Seats} given.seats
   * @param {import("../board/board.js").Board} given.board
   * @param {import("./replay.js").Replay} given.replay
   */
  constructor({ seats, board, replay }) {
    this.seats = seats;
    this.board = board;
    this.replay = replay;
    this.hasSeenBattle = false; // whether the battle went on while this page was open
    /** @type {import("../session/kept_dice.js").KeptDice[]} What the seats of this device have kept of the dice. */
    this.keptDice = [];
    this.tokens = seats.all.map((seat) => seat.token);
    seats.on("proof", (proof) => showProof(proof, seats.table.sides));
    seats.on("review", (message) => this.showReview(message));
  }

  /**
   * Shows how the battle ended and what can be done now, where it is over.
   * @param {BoardView} view
   */
  show(view) {
    const frame = byId("postgame");
    if (!view.outcome) {
      this.hasSeenBattle = true;
      // While computers play each other, the frame holds the buttons that set their pace.
      if (!frame.querySelector("[data-pace]")) frame.hidden = true;
      return;
    }
    frame.hidden = false;
    if (frame.dataset.step !== String(view.step)) {
      frame.dataset.step = String(view.step);
      byId("prompt").textContent = t("The battle is over");
      byId("choices").replaceChildren();
      frame.replaceChildren(...this.content(view.outcome, view));
      this.checkDice();
      if (this.hasSeenBattle) this.celebrate(verdictOf(view.outcome.returns, this.seats.numbers));
    }
    this.showRematch(view.again);
  }

  /**
   * Shows over the board for a moment how the battle ended for the reader, with a sound.
   * @param {import("./verdict.js").Verdict} verdict
   */
  celebrate(verdict) {
    const banner = byId("verdict");
    banner.replaceChildren(make("strong", {}, verdictWords(verdict)));
    banner.dataset.verdict = verdict;
    banner.hidden = false;
    banner.onanimationend = () => {
      banner.hidden = true;
    };
    if (verdict !== "seen") playSound(verdict === "won" ? "victory" : "defeat");
  }

  /**
   * @param {NonNullable<BoardView["outcome"]>} outcome
   * @param {BoardView} view
   */
  content({ words, clause, returns }, { status, round }) {
    const { seats } = this;
    const verdict = verdictOf(returns, seats.numbers);
    /**
     * @param {string} words
     * @param {(event: Event & { currentTarget: HTMLButtonElement }) => void} onclick
     */
    const button = (words, onclick) => make("button", { type: "button", onclick }, words);
    const rematch = { type: "button", id: "again", class: "main", onclick: () => this.playAgain() };
    return [
      make("h2", { class: verdict }, verdictWords(verdict)),
      make("p", { class: "reason" }, words, " ", clauseLink(clause)),
      figuresTable(status ?? [], round ?? "", seats.table.sides, returns),
      make(
        "div",
        { class: "ways-on" },
        seats.table.seat < 0 ? "" : make("button", rematch, t("Play again, sides swapped")),
        make("a", { class: "button", href: `/review${location.hash}` }, t("Review the battle")),
        button(t("How the chances changed"), () => seats.send({ type: "review" })),
        button(t("Check the dice"), () => seats.send({ type: "proof" })),
        button(t("Save as a file"), () => this.save()),
        button(t("Save as a film"), ({ currentTarget }) => this.saveFilm(currentTarget)),
        make("a", { class: "button", href: "/" }, t("To the start page")),
      ),
      make("p", { id: "again-by", role: "status" }),
      make("div", { class: "film", role: "status" }),
      make("div", { class: "chances-of", hidden: true }),
      make("p", { class: "kept-dice", role: "status" }),
      make("div", { class: "proof", role: "status" }),
    ];
  }

  /** Compares the dice of the file with what this device has kept of them and has seen fall. */
  async checkDice() {
    const { all, table } = this.seats;
    if (table.dice.from === "seed") return;
    const frame = find(".kept-dice");
    /** @type {string[]} */
    const faults = [];
    let checked = 0;
    try {
      const file = await request("/record", { tokens: this.tokens });
      for (const [index, { log, table: seated }] of all.entries()) {
        if (!this.keptDice[index]?.canHash) return;
        const throws = log.steps.filter(({ seat }) => seat === CHANCE);
        const found = await this.keptDice[index].check(seated?.seat ?? -1, file, throws);
        checked = found.checked;
        faults.push(...found.faults);
      }
    } catch (error) {
      faults.push(error.message);
    }
    const ok = t("This device has recomputed {n} throws: they are those that were sealed.", { n: checked });
    frame?.replaceChildren(...(faults.length ? [make("strong", { class: "wrong" }, faults.join(" "))] : [ok]));
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
    // Whoever has the links of all seats saves the whole battle: later dice come from a new stream then.
    if (this.seats.view) for (const dice of this.keptDice) dice.agree(this.seats.view.number);
    const text = await request("/record", { tokens: this.tokens });
    saveGameFile(this.seats.table.game, text, { type: "text/plain", ending: "drum" });
    if (LACKS_SECRETS.test(text)) {
      for (const dice of this.keptDice) dice.agree(-1); // not the whole battle: the dice stay
      toast(t("The file holds what you know, and something is still hidden: nobody can play on from it."));
    }
  }

  /**
   * Says what the film waits for, or that it is being drawn.
   * @param {string} words
   */
  showFilmStatus(words) {
    const status = find(".film");
    if (status) status.textContent = words || t("Drawing the film…");
  }

  /**
   * Saves the battle as one picture that moves.
   * @param {HTMLButtonElement} button
   */
  async saveFilm(button) {
    const status = find(".film");
    if (!status) return;
    button.disabled = true;
    this.showFilmStatus("");
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
      onLook: (step) => this.replay.look(step),
    });
  }
}

/**
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
const find = (selector) => byId("postgame").querySelector(selector);

/**
 * @param {Protocol.ProofMessage} proof
 * @param {Side[]} sides
 */
function showProof({ checked, by_hand: byHand, sealed, streams }, sides) {
  const namesOf = (/** @type {number[]} */ seats) => seats.map((seat) => sides[seat].name).join(", ");
  const explanation = t(
    "The seal was shown before the first throw. It is the hash of the secret, and the secret determines every face.",
  );
  find(".proof")?.replaceChildren(
    make("p", {}, make("strong", {}, t("Throws recomputed: {n}. All match.", { n: checked }))),
    byHand ? make("p", {}, t("Thrown by hand: {n}.", { n: byHand })) : "",
    sealed ? make("p", {}, t("Still sealed: {n}.", { n: sealed })) : "",
    make("p", { class: "fine" }, explanation),
    ...streams.map(({ seal, secret, nonces, joint, drawn, substituted }) =>
      make(
        "dl",
        { class: "fine" },
        make("dt", {}, t("Seal")),
        make("dd", {}, seal),
        make("dt", {}, t("Secret")),
        make("dd", {}, secret),
        make("dt", {}, t("Nonces")),
        make("dd", {}, nonces.join(" ")),
        ...(joint ? [make("dt", {}, t("Joint seal")), make("dd", {}, joint)] : []),
        ...(drawn.length ? [make("dt", {}, t("Nonce drawn by the server")), make("dd", {}, namesOf(drawn))] : []),
        ...(substituted.length
          ? [make("dt", {}, t("Nonce that did not come in time")), make("dd", {}, namesOf(substituted))]
          : []),
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

// The battle page: shows what the session tells it in the header, on the board and in the panels beside it.

import { rememberBattle } from "../lib/battle_links.js";
import { clauseLink, openClausesOf } from "../lib/clauses.js";
import { isCurtainDown, lowerCurtain } from "../lib/curtain.js";
import { buttonById, byId, make } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { prefersReducedMotion, wait } from "../lib/motion.js";
import { clearToast, toast } from "../lib/toast.js";
import { showLesson } from "./panels/lesson.js";
import { markPace, showPaceButtons } from "./panels/spectator_pace.js";
import { spokenWords } from "./session/event_log.js";

const CUT_NOTICE_MS = 60_000;
const MOVE_SECONDS = 0.45;
const BETWEEN_POSITIONS_MS = 420;
const BETWEEN_POSITIONS_REDUCED_MS = 120;
/** Names of sides that have more letters together do not fit beside each other on a phone. */
const MAX_LETTERS_IN_A_ROW = 16;

/**
 * @typedef {import("./session/seats.js").Seat} Seat
 * @typedef {import("./session/session.js").Screen} Screen
 */

/** @implements {Screen} */
export class TableScreen {
  /**
   * @param {object} parts
   * @param {import("./session/seats.js").Seats} parts.seats
   * @param {string} parts.watchToken The token of spectators; empty where it is not known.
   * @param {import("./board/board.js").Board} parts.board
   * @param {import("./board/dice_tray.js").DiceTray} parts.dice
   * @param {import("./panels/log_list.js").LogList} parts.logList
   * @param {import("./decision/decision.js").Decision} parts.decision
   * @param {import("./panels/history_slider.js").HistorySlider} parts.history
   * @param {import("./panels/unit_info.js").UnitInfo} parts.unitInfo
   * @param {import("./panels/postgame.js").Postgame} parts.postgame
   * @param {import("./remote/remote_players.js").RemotePlayers} parts.remotePlayers
   */
  constructor(parts) {
    this.parts = parts;
    parts.seats.on("pace", markPace);
  }

  get isLookingBack() {
    return this.parts.history.isShown;
  }

  get decisionShown() {
    return this.parts.decision.shown;
  }

  /** @param {boolean} isCut */
  showConnection(isCut) {
    document.body.classList.toggle("cut", isCut);
  }

  reportCut() {
    toast(t("Connection lost. The battle is safe; reconnecting…"), CUT_NOTICE_MS);
  }

  clearNotice() {
    clearToast();
  }

  reportUnknownBattle() {
    byId("prompt").textContent = t("This link leads to no battle. It may be incomplete, or from another server.");
    byId("choices").replaceChildren(make("a", { class: "button main", href: "/" }, t("To the start page")));
  }

  /** @param {Protocol.RefusedMessage} refusal */
  reportRefusal({ words, clause }) {
    toast([make("p", {}, words, " ", clauseLink(clause))]);
  }

  /** @param {string} style */
  adoptStyle(style) {
    this.parts.board.adoptStyle(style);
  }

  endDecision() {
    this.parts.decision.end();
  }

  /** @param {Protocol.TableMessage} table */
  showTable(table) {
    const { seats, watchToken, remotePlayers, decision } = this.parts;
    const isSpectator = table.seat < 0;
    openClausesOf(table.game);
    byId("sealed").hidden = !table.seal;
    byId("seal").textContent = table.seal;
    byId("dice-from").textContent = table.dice.words;
    document.title = `${table.title} · Drumhead`;
    document.body.dataset.game = table.game;
    byId("rules", HTMLAnchorElement).href = `/rules/${table.game}`;
    showSides(table, seats.areShared);
    remember(table);
    byId("draw").hidden = !table.draws || table.sides.some((side) => side.level) || isSpectator;
    byId("concede").hidden = isSpectator;
    byId("actions").classList.toggle("watching", isSpectator);
    byId("link").hidden = !watchToken;
    if (isSpectator && table.sides.every((side) => side.level)) showPaceButtons(seats);
    remotePlayers.sit(table);
    decision.end(); // what could be chosen before the connection was cut is asked anew
    for (const id of ["undo", "hint", "concede"]) buttonById(id).disabled = true;
  }

  /**
   * @param {LogStep[]} steps
   * @param {number} pace
   */
  async rollDice(steps, pace) {
    for (const { faces, sides } of steps) if (faces && sides) await this.parts.dice.roll(faces, sides, pace);
  }

  /**
   * @param {Seat} seat
   * @param {BoardView} view
   * @param {{ isFirst: boolean, pace: number, hasMore: boolean }} how
   */
  async showPosition(seat, view, { isFirst, pace, hasMore }) {
    const { board, history, logList, seats } = this.parts;
    logList.update(seat.log, seats.table.sides, view.since);
    history.extend(view.step);
    if (history.isShown) return;
    byId("prompt").textContent = view.prompt;
    board.show(view.picture, MOVE_SECONDS * pace);
    if (isFirst) return;
    byId("news").textContent = spokenWords(view.log);
    if (hasMore) await wait((prefersReducedMotion() ? BETWEEN_POSITIONS_REDUCED_MS : BETWEEN_POSITIONS_MS) * pace);
  }

  /**
   * @param {Seat} seat
   * @param {BoardView} view
   */
  showSeat(seat, view) {
    const { board, logList, seats, unitInfo } = this.parts;
    unitInfo.hide(); // it may tell what this seat may not know
    logList.clear();
    logList.update(seat.log, seats.table.sides, 0);
    byId("prompt").textContent = view.prompt;
    board.show(view.picture, 0);
  }

  /** @param {number} number */
  showNumber(number) {
    document.body.dataset.number = String(number);
  }

  /**
   * @param {BoardView} view
   * @param {{ isMine: boolean, isNew: boolean }} turn
   */
  showTurn(view, { isMine, isNew }) {
    const { seats, board, decision, remotePlayers, unitInfo, postgame } = this.parts;
    if (isNew) scrollTo(0, 0); // on a phone the last choice may be far below
    document.body.classList.toggle("deciding", isMine);
    document.body.classList.toggle("waiting", !isMine && !view.outcome);
    buttonById("undo").disabled = !seats.undoable;
    buttonById("hint").disabled = !isMine;
    buttonById("concede").disabled = !isMine;
    this.showDrawOffers(view);
    remotePlayers.show(view);
    unitInfo.refresh();
    postgame.show(view);
    showLesson(view.guide, board);
    if (this.isLookingBack) return;
    if (isMine) decision.begin(view);
    else if (!view.outcome) {
      const side = seats.table.sides[view.to_act]?.name;
      const words = side ? t("{side} is deciding…", { side }) : "";
      byId("choices").replaceChildren(make("p", { class: "thinking" }, words));
    }
  }

  /** @param {BoardView} view */
  showDrawOffers({ offers, outcome }) {
    const { seats } = this.parts;
    const isOffered = offers.some((seat) => !seats.byNumber.has(seat) || seats.byNumber.size > 1);
    byId("draw").textContent = isOffered ? t("Accept the draw") : t("Offer a draw");
    if (offers.length && !outcome) {
      const side = seats.table.sides[offers[0]].name;
      toast([make("p", {}, t("{side} offers a draw.", { side }))]);
    }
  }

  /**
   * Covers the page until the next player lifts the curtain.
   * @param {string} side
   * @param {() => void} onLift
   */
  cover(side, onLift) {
    this.parts.unitInfo.hide(); // it may tell what the next seat may not know
    if (isCurtainDown()) return;
    for (const id of ["board", "log", "choices", "prompt"]) byId(id).replaceChildren();
    const words = t("There are secrets on the table. Hand over the device, then lift the curtain.");
    lowerCurtain(t("{side}, your turn", { side }), words).then(onLift);
  }
}

/**
 * Shows the sides in the header, and who plays them.
 * @param {Protocol.TableMessage} table
 * @param {boolean} isShared
 */
function showSides({ sides, seat: ownSeat }, isShared) {
  const frame = byId("sides");
  frame.replaceChildren(
    ...sides.flatMap(({ name, letter, paint, level }, seat) => {
      const player = level || (!isShared && seat === ownSeat ? t("you") : "");
      return [
        seat ? make("span", { class: "against" }, t("against")) : "",
        make(
          "span",
          { class: `flag side-${seat} paint-${paint}`, title: name },
          make("span", {}, name),
          make("abbr", { "aria-hidden": "true" }, letter),
          player ? make("small", {}, player) : null,
        ),
      ];
    }),
  );
  frame.classList.toggle("many", sides.map((side) => side.name).join("").length > MAX_LETTERS_IN_A_ROW);
}

/**
 * Puts the battle on the list of the start page.
 * @param {Protocol.TableMessage} table
 */
function remember({ game, title, sides, guided }) {
  const names = sides.map((side) => side.name).join(` ${t("against")} `);
  rememberBattle({
    hash: location.hash.slice(1),
    title,
    words: guided ? t("a guided first battle") : names,
    guided: guided ? game : "",
  });
}

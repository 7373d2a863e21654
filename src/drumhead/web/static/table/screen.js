// The battle page: shows what the session tells it in the header, on the board and in the panels beside it.

import { rememberBattle, renewedAddress } from "../lib/battle_links.js";
import { clauseLink, openClausesOf } from "../lib/clauses.js";
import { isCurtainDown, lowerCurtain } from "../lib/curtain.js";
import { byId, make } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { prefersReducedMotion, wait } from "../lib/motion.js";
import { drawnKey } from "../lib/seat_keys.js";
import { playSound } from "../lib/sound.js";
import { clearToast, toast } from "../lib/toast.js";
import { setAvailable } from "./availability.js";
import { hideChoices } from "./decision/choice_list.js";
import { showLesson } from "./panels/lesson.js";
import { markPace, showPaceButtons } from "./panels/spectator_pace.js";
import { endWaiting, showWaiting } from "./remote/waiting.js";
import { spokenWords } from "./session/event_log.js";

const CUT_NOTICE_MS = 60_000;
const MOVE_SECONDS = 0.45;
const BETWEEN_POSITIONS_MS = 520;
const BETWEEN_POSITIONS_REDUCED_MS = 120;
/** The buttons that can be used by whoever decides. */
const ON_MY_TURN = ["hint", "plans", "concede"];
/** How much the header tells of the sides, from everything to their letters alone. */
const DETAILS = ["all", "no-figures", "no-players", "letters", "letters-alone"];

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
   * @param {import("./panels/replay.js").Replay} parts.replay
   * @param {import("./panels/unit_info.js").UnitInfo} parts.unitInfo
   * @param {import("./panels/postgame.js").Postgame} parts.postgame
   * @param {import("./remote/remote_players.js").RemotePlayers} parts.remotePlayers
   */
  constructor(parts) {
    this.parts = parts;
    parts.seats.on("pace", markPace);
    parts.seats.on("queue", (message) => this.showQueue(message));
    parts.seats.on("dice", (dice) => {
      showDice(dice);
      parts.remotePlayers.noteDice(dice);
    });
    new ResizeObserver(fitSides).observe(byId("sides"));
  }

  get isLookingBack() {
    return this.parts.replay.isShown;
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

  /** @param {Seat} seat */
  reportUnknownBattle({ token, refusal }) {
    const key = drawnKey(token);
    if (key) {
      // This browser has taken the seat or renewed its link, and did not hear the answer.
      location.replace(`#${renewedAddress(location.hash.slice(1), token, key)}`);
      return;
    }
    const unknown = t("This link leads to no battle. It may be incomplete, or from another server.");
    byId("prompt").textContent = refusal ? `${refusal[0].toUpperCase()}${refusal.slice(1)}.` : unknown;
    byId("choices").replaceChildren(make("a", { class: "button main", href: "/" }, t("To the start page")));
  }

  /** @param {Protocol.RefusedMessage} refusal */
  reportRefusal({ words, clause }) {
    toast([make("p", {}, words, " ", clauseLink(clause))]);
  }

  /**
   * Tells whoever waits how many computations come before; nothing once theirs has begun.
   * @param {Protocol.QueueMessage} message
   */
  showQueue({ what, words }) {
    if (what === "film") return this.parts.postgame.showFilmStatus(words);
    byId("queue").hidden = !words;
    byId("queue").textContent = words;
  }

  /** @param {string} style */
  adoptStyle(style) {
    this.parts.board.adoptStyle(style);
  }

  endDecision() {
    this.parts.decision.end();
  }

  /** @param {Protocol.WaitingMessage} waiting */
  showWaiting(waiting) {
    showWaiting(waiting, this.parts.seats.all[0].token);
  }

  /** @param {Protocol.TableMessage} table */
  showTable(table) {
    endWaiting();
    const { seats, watchToken, remotePlayers, decision } = this.parts;
    const isSpectator = table.seat < 0;
    openClausesOf(table.game);
    showDice(table.dice);
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
    decision.forgetDeployment();
    byId("queue").hidden = true;
    byId("notice").hidden = !table.notice;
    byId("notice").textContent = table.notice;
    decision.end(); // what could be chosen before the connection was cut is asked anew
    byId("deploy").hidden = true;
    for (const id of ["undo", "repeat-turn", ...ON_MY_TURN]) setAvailable(id, t("The battle is being loaded."));
  }

  /**
   * @param {LogStep[]} steps
   * @param {number} pace
   */
  async rollDice(steps, pace) {
    const { board, dice, seats } = this.parts;
    for (const step of steps) {
      const groups = diceGroups(step);
      if (!groups.length) continue;
      const keys = groups.map(({ key }) => key ?? "").filter((key) => board.find(key));
      const boxes = keys.map((key) => board.viewport.onScreen(board.box(key)));
      const isLow = boxes.some((box) => box.y + box.height / 2 > board.frame.clientHeight / 2);
      if (pace) board.lookAt(keys);
      await dice.roll(groups, seats.table.sides, { pace, isAtTop: isLow });
    }
  }

  /**
   * @param {Seat} seat
   * @param {BoardView} view
   * @param {{ isFirst: boolean, pace: number, hasMore: boolean }} how
   */
  async showPosition(seat, view, { isFirst, pace, hasMore }) {
    const { board, replay, logList, seats } = this.parts;
    logList.update(seat.log, seats.table.sides, view.since);
    replay.extend(view.step);
    if (replay.isShown) return;
    byId("prompt").textContent = view.prompt;
    showStatus(view, seats.table.sides, seats.areShared ? -1 : seats.table.seat);
    // How armies are placed is seen without a trace.
    const others = view.log.filter(({ seat: by, turn }) => by >= 0 && by !== seats.table.seat && turn?.number);
    board.show(
      view.picture,
      MOVE_SECONDS * pace,
      others.flatMap((step) => step.keys ?? []),
    );
    if (isFirst) return;
    if (pace && view.log.length) playSound("move");
    byId("news").textContent = spokenWords(view.log);
    const milliseconds = prefersReducedMotion() ? BETWEEN_POSITIONS_REDUCED_MS : BETWEEN_POSITIONS_MS;
    if (hasMore && pace) await wait(milliseconds * pace);
  }

  /**
   * Shows the controls of a film while positions are being shown one after the other.
   * @param {boolean} isRunning
   * @param {boolean} canRepeat
   */
  showFilm(isRunning, canRepeat) {
    byId("film-controls").hidden = !isRunning;
    byId("film-repeat").hidden = isRunning || !canRepeat;
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
    if (isNew) for (const id of ["panel", "side"]) byId(id).scrollTop = 0;
    if (isNew && isMine) playSound("turn");
    document.body.classList.toggle("deciding", isMine);
    document.body.classList.toggle("finished", view.outcome !== null);
    document.body.classList.toggle("waiting", !isMine && !view.outcome);
    const notMine = view.outcome ? t("The battle is over") : t("You can do this when it is your turn to decide.");
    for (const id of ON_MY_TURN) setAvailable(id, isMine ? "" : notMine);
    const noTurn = t("There is no earlier turn of yours whose moves are legal now.");
    setAvailable("repeat-turn", isMine ? (view.repeat ? "" : noTurn) : notMine);
    byId("deploy").hidden = !isMine || !view.deploys || Boolean(view.guide);
    const noUndo = t(
      "Nothing can be taken back: only your last decision can, until dice are thrown or another decides.",
    );
    setAvailable("undo", seats.undoable ? "" : noUndo);
    this.showDrawOffers(view);
    remotePlayers.show(view);
    unitInfo.refresh();
    postgame.show(view);
    showLesson(view.guide, board);
    if (this.isLookingBack) return;
    if (isMine) decision.begin(view);
    else if (!view.outcome) {
      hideChoices(); // the prompt says whom everybody waits for
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
    this.parts.board.clear();
    for (const id of ["log", "choices", "prompt"]) byId(id).replaceChildren();
    const words = t("There are secrets on the table. Hand over the device, then lift the curtain.");
    lowerCurtain(t("{side}, your turn", { side }), words).then(onLift);
  }
}

/**
 * Shows what binds the dice, and where they come from.
 * @param {Protocol.TableMessage["dice"]} dice
 */
function showDice({ seal, joint, commits, words }) {
  byId("sealed").hidden = !seal;
  byId("seal").textContent = seal;
  byId("joint-seal").textContent = joint || (commits.length ? t("once everybody has joined") : "–");
  byId("dice-from").textContent = words;
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
        seat === 1 ? make("span", { class: "round" }) : "",
        make(
          "span",
          { class: `flag side-${seat} paint-${paint}`, title: name },
          make("span", {}, name),
          make("abbr", { "aria-hidden": "true" }, letter),
          player ? make("small", {}, player) : null,
          make("small", { class: "figures" }),
        ),
      ];
    }),
  );
  fitSides();
}

/** Tells as much of the sides as there is room for. */
function fitSides() {
  const frame = byId("sides");
  for (const detail of DETAILS) {
    frame.dataset.detail = detail;
    if (frame.scrollWidth <= frame.clientWidth) return;
  }
}

/**
 * Shows the round and the figures of each side in the header.
 * @param {BoardView} view
 * @param {Side[]} sides
 * @param {number} ownSeat -1 where there is none, or more than one.
 */
function showStatus({ status, round }, sides, ownSeat) {
  for (const { seat, words } of status ?? []) {
    const flag = byId("sides").querySelector(`.flag.side-${seat} .figures`);
    if (flag) flag.textContent = words.join(" · ");
  }
  const middle = byId("sides").querySelector(".round");
  if (middle) middle.textContent = round ?? "";
  // The Automa has figures and no seat.
  const seated = (status ?? []).filter(({ seat, words }) => sides[seat] && words.length);
  const figures = seated.map(({ seat, words }) =>
    make(
      "span",
      { class: `side-name-${seat}` },
      make("b", {}, seat === ownSeat ? t("{side} (you)", { side: sides[seat].name }) : sides[seat].name),
      ` ${words.join(" \u00b7 ")}`,
    ),
  );
  byId("standing").replaceChildren(...figures);
  fitSides();
}

/**
 * Returns the dice of a step by unit; where the server does not tell them apart, in one group.
 * @param {LogStep} step
 * @returns {NonNullable<LogStep["dice"]>}
 */
function diceGroups({ seat, faces, sides, dice }) {
  if (dice?.length) return dice;
  if (!faces || !sides) return [];
  return [{ seat, key: "", words: "", faces, sides, hits: faces.map(() => null), caption: "" }];
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

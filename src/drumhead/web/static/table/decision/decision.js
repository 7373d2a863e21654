// A decision: made step by step on the board or in the list, weighed with its forecast, then sent. Pointing previews, a
// press chooses, a second press on the same target commits what throws dice; what throws none is done at once.

import { clauseLink, sentenceParagraphs } from "../../lib/clauses.js";
import { byId, make } from "../../lib/dom.js";
import { percent } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { clearToast, placeToast, toast } from "../../lib/toast.js";
import { Card } from "./card.js";
import { hideChoices, showChoices } from "./choice_list.js";
import { forecastContent } from "./forecast.js";
import { groupPlacements, placementsAround } from "./group_placement.js";
import { PrimaryButton } from "./primary_button.js";
import { actionsOf, Selection } from "./selection.js";

const POINT_DELAY_MS = 60;
const ASK_WHY_DELAY_MS = 450;
const HINT_MS = 60_000;
const REASON_MS = 9000;
/** With as few pieces or places to choose from, somebody asks what to do about what has just been done. */
const MAX_ASKED = 4;
/** A hint must have been looked into at least one time in so many of the best one. */
const MIN_VISITS_SHARE = 20;

/** @typedef {import("../board/marks.js").Extras} Extras */

/**
 * Resolves when the page as it is now is on the screen; soon in any case, for a hidden page is not painted.
 * @returns {Promise<void>}
 */
function painted() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 50);
  });
}

export class Decision {
  /**
   * @param {object} given
   * @param {import("../board/board.js").Board} given.board
   * @param {import("../session/seats.js").Seats} given.seats
   */
  constructor({ board, seats }) {
    this.board = board;
    this.seats = seats;
    this.card = new Card(board);
    this.primary = new PrimaryButton();
    /** @type {Selection | null} Null while there is nothing to decide. */
    this.selection = null;
    /** @type {string[]} Actions that follow without being asked for: the rest of a plan. */
    this.planned = [];
    this.plannedStep = 0; // the step at which the first of them is due
    /** @type {Promise<void> | null} Settled once the reader sees that a decision was taken; its effect takes longer. */
    this.shown = null;
    this.isSent = false; // a decision is on its way to the server
    /** @type {Set<string | undefined>} The actions that lead to a throw, by notation. */
    this.rolling = new Set();
    this.wanted = ""; // the action that a guide asks for
    this.reasonShown = false;
    this.isDeploying = false; // the computer places for this seat until it cannot any more
    this.isDeployAsked = false; // it has been asked to, and has not answered yet
    /** @type {string} The key that the pointer or the focus is on. */
    this.pointed = "";
    /** @type {Action | null} The action whose forecast is shown or awaited. */
    this.previewed = null;
    /** @type {Protocol.ForecastMessage | null} */
    this.forecast = null;
    /** @type {Extras} What is marked beside the choices: a reach, a reason. */
    this.extras = {};
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.pointTimer = undefined;
    seats.on("forecast", (message) => this.takeForecast(message));
    seats.on("reach", (message) => this.takeReach(message));
    seats.on("again", ({ actions }) => this.playPlan(actions));
    seats.on("plans", ({ plans }) => this.showPlans(plans));
    seats.on("why", (message) => this.takeReasons(message));
    seats.on("deploy", () => this.takeDeployment(true));
    seats.on("refused", ({ to }) => to === "deploy" && this.takeDeployment(false));
    seats.on("hint", (message) => this.showHints(message.hints));
    this.listenToPointer();
  }

  /**
   * Lets the seat decide.
   * @param {BoardView} view
   */
  begin(view) {
    this.isSent = false;
    const actions = actionsOf(view);
    this.rolling = new Set(view.rolls?.map((index) => actions[index]?.notation));
    const all = [...actions, ...groupPlacements(this.board, this.board.groups, actions)];
    this.selection = new Selection(all, (key) => Boolean(this.board.find(key)));
    this.wanted = view.guide?.do ?? "";
    this.extras = {};
    if (this.doPlanned(view.step)) return;
    if (this.isDeploying && view.deploys) {
      this.askToDeploy();
      return;
    }
    this.isDeploying = false;
    this.render();
    this.board.marks.showTrace();
    this.board.lookAt(view.guide?.look.length ? view.guide.look : this.whereToLook(view));
  }

  /**
   * Returns the keys of what can be chosen; where that is little, after what another side's piece has just done.
   * @param {BoardView} view
   */
  whereToLook({ log, to_act: seat }) {
    const selectable = [...(this.selection?.selectable.keys() ?? [])];
    const last = log.at(-1);
    const isAsked = last && last.seat >= 0 && last.seat !== seat && selectable.length <= MAX_ASKED;
    return isAsked ? [...selectable, ...(last.keys?.slice(0, 1) ?? [])] : selectable;
  }

  /** Lets the computer place the forces of this seat, now and whenever it is to place more. */
  deploy() {
    this.isDeploying = true;
    this.askToDeploy();
  }

  /** Has the computer place what can be placed now; while it does, its placements are shown and nothing is asked. */
  askToDeploy() {
    if (this.isDeployAsked) return;
    this.isDeployAsked = true;
    this.seats.sendAboutPosition({ type: "deploy" });
  }

  /**
   * Goes on when the computer has placed what it could.
   * @param {boolean} isDone Whether it did; else the seat decides by itself.
   */
  takeDeployment(isDone) {
    if (!this.isDeployAsked) return;
    this.isDeployAsked = false;
    this.isDeploying &&= isDone;
    const { view } = this.seats;
    if (this.selection && view) this.begin(view);
  }

  /** Forgets what was asked before the connection was cut. */
  forgetDeployment() {
    this.isDeploying = false;
    this.isDeployAsked = false;
  }

  /**
   * Plays actions one after the other, as long as each is legal when its turn comes.
   * @param {string[]} actions
   */
  playPlan(actions) {
    this.planned = [...actions];
    this.plannedStep = this.seats.view?.step ?? 0;
    this.doPlanned(this.plannedStep);
  }

  /**
   * Does the next of the planned actions; returns whether there is one that is due at this step and still legal.
   * @param {number} step
   */
  doPlanned(step) {
    const next = step === this.plannedStep ? this.planned.shift() : undefined;
    if (!next || !this.find(next)) return false;
    this.plannedStep = step + 1;
    this.act(next);
    return true;
  }

  /** @param {string | undefined} notation */
  find(notation) {
    return notation ? this.selection?.actions.find((action) => action.notation === notation) : undefined;
  }

  /** Takes the choices away: there is nothing to decide, or not yet. */
  end() {
    this.isSent = false;
    this.selection = null;
    this.previewed = null;
    this.forecast = null;
    this.pointed = "";
    clearTimeout(this.pointTimer);
    hideChoices();
    this.card.hide();
    this.primary.rest("");
  }

  render() {
    const { selection } = this;
    if (!selection) return;
    clearTimeout(this.pointTimer); // what was pointed at before is no longer the question
    this.previewed = null;
    this.forecast = null;
    this.extras = {};
    const { action } = selection;
    if (action && this.isDecided(action)) {
      this.act(action.notation);
      return;
    }
    showChoices(selection, {
      wanted: this.wanted,
      onPick: (choice) => this.pick(choice),
      onBack: () => this.back(),
      onPeek: (peeked, key) => this.peek(peeked, key),
    });
    this.showPrimary();
    if (action) this.preview(action);
    else this.showCard();
    this.mark();
    if (selection.chosen.length) this.board.lookAt(action ? action.keys : selection.chosen, { isNear: true });
    if (action?.pieceActions) this.previewGroup(action.keys[action.keys.length - 1], action.pieceActions);
  }

  /**
   * Returns whether a chosen action is done at once: it throws no dice, and more was pressed than a piece to look at.
   * @param {Action} action
   */
  isDecided(action) {
    const { selection, board } = this;
    if (!selection || action.pieceActions || this.rolling.has(action.notation)) return false;
    if (selection.taken) return true;
    const shown = action.keys.filter((key) => board.find(key));
    const isPiece = shown.length === 1 && board.find(shown[0])?.matches(".dh-unit, .dh-tile");
    return !isPiece && shown.every((key) => selection.chosen.includes(key));
  }

  /** Lets the primary button commit what was chosen, or end the phase. */
  showPrimary() {
    const { selection, primary } = this;
    if (!selection) return;
    const { action, phaseEnd } = selection;
    if (action) {
      primary.commit(t("Do it"), () => this.commit());
      const active = document.activeElement;
      if (active === document.body || active?.closest("#choices, .marks")) primary.focus();
    } else if (phaseEnd) {
      const { words, notation } = phaseEnd;
      primary.endPhase({ words: capitalized(words), left: selection.left, onPress: () => this.act(notation) });
    } else primary.rest(t("Choose on the board"));
  }

  /** Commits the chosen action. */
  commit() {
    const action = this.selection?.action;
    if (!action) return;
    if (action.pieceActions) this.playPlan(this.groupPlan);
    else this.act(action.notation);
  }

  /**
   * Lights what a line of the log speaks of.
   * @param {string[]} keys
   */
  light(keys) {
    this.extras = { lit: keys };
    if (this.selection) this.mark();
    else this.board.marks.show(new Map(), [], this.extras);
  }

  /** Marks what can be chosen, what was chosen, and where the previewed action goes. */
  mark() {
    const { selection, board, previewed, forecast } = this;
    if (!selection) return;
    const from = previewed?.keys[0];
    const chosen = [...selection.chosen];
    if (previewed && !selection.action && this.pointed && board.find(this.pointed)) chosen.push(this.pointed);
    const isAbout = previewed ?? (chosen.length > 1 ? selection.possible[0] : null);
    board.marks.show(selection.selectable, chosen, {
      arrow: isAbout ? this.arrowOf(isAbout) : null,
      path: forecast?.path.length && from ? [from, ...forecast.path] : [],
      targets: forecast?.then.map(({ key }) => key),
      threats: [...(forecast?.threats ?? []), ...(forecast?.interceptors ?? [])],
      sight: forecast?.sight ?? null,
      ...this.extras,
    });
  }

  /**
   * Returns from which key to which an action goes, as far as the picture shows it.
   * @param {Action} action
   * @returns {[string, string] | null}
   */
  arrowOf(action) {
    const seen = action.keys.filter((key) => this.board.find(key));
    return seen.length > 1 ? [seen[0], seen[seen.length - 1]] : null;
  }

  /**
   * Chooses the first of the keys that leads anywhere, or commits where the target is pressed again; asks why where none
   * leads anywhere. What is lit wins over the pieces that stand on it, unless the press was long.
   * @param {string[]} keys
   * @param {{ isLong: boolean }} how
   */
  choose(keys, { isLong }) {
    const { selection } = this;
    if (!keys.length) {
      this.back();
      return;
    }
    if (!selection) {
      this.askWhy([], keys[0]);
      return;
    }
    const { action, chosen, selectable } = selection;
    if (action && keys.includes(chosen[chosen.length - 1]) && chosen.length > 1) {
      this.commit();
      return;
    }
    const lit = isLong || !chosen.length ? [] : keys.filter((key) => selectable.has(key));
    if ([...lit, ...keys].some((key) => selection.choose(key))) this.render();
    else this.askWhy(chosen, keys[0]);
  }

  /**
   * Asks why something in the picture cannot be chosen.
   * @param {string[]} chosen
   * @param {string} key
   */
  askWhy(chosen, key) {
    this.seats.sendAboutPosition({ type: "why", chosen, key });
  }

  /**
   * Does what dropping a piece on the first fitting key means; asks why where it may be dropped on none.
   * @param {string} piece
   * @param {string[]} keys
   */
  drop(piece, keys) {
    const { selection } = this;
    if (!selection) return;
    const key = piece ? keys.find((one) => selection.selectable.has(one)) : undefined;
    if (key !== undefined) selection.choose(key);
    else {
      // The server knows pieces, not groups: it is asked about the first piece of a group.
      const group = selection.actions.find((action) => action.pieceActions && action.keys[0] === piece);
      const first = group?.pieceActions?.[0][0]?.keys[0] ?? piece;
      if (keys.length) this.askWhy([first], keys[0]);
      selection.chosen = [];
    }
    this.render();
    if (key !== undefined && this.selection?.action) this.commit();
  }

  /** @param {import("./selection.js").Choice} choice */
  pick(choice) {
    if (choice.actions.length === 1) this.selection?.take(choice.actions[0]);
    else this.selection?.choose(choice.key ?? "");
    this.render();
  }

  /** Goes back one choice. */
  back() {
    if (this.selection?.back()) this.render();
  }

  /** Pointing at the board previews; so does the keyboard's focus on a mark. */
  listenToPointer() {
    const { frame } = this.board;
    frame.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && !event.buttons) this.point(this.board.keysAt(event));
    });
    frame.addEventListener("pointerleave", () => this.point([]));
    frame.addEventListener("focusin", ({ target }) => {
      const key = target instanceof Element ? this.board.marks.keyOf(target) : undefined;
      if (key) this.point([key]);
    });
  }

  /**
   * Looks at the first of the keys that leads on, or at the innermost.
   * @param {string[]} keys
   */
  point(keys) {
    const { selection } = this;
    const key = keys.find((one) => selection?.selectable.has(one)) ?? keys[0] ?? "";
    if (key === this.pointed) return;
    this.pointed = key;
    clearTimeout(this.pointTimer);
    if (selection?.action) return;
    this.pointTimer = setTimeout(() => this.lookAtKey(key), POINT_DELAY_MS);
  }

  /**
   * Shows what would come of choosing a key: the forecast of its action, the reach of its piece, or why it cannot be.
   * @param {string} key
   */
  lookAtKey(key) {
    const { selection } = this;
    this.previewed = null;
    this.forecast = null;
    this.extras = {};
    if (!selection) {
      if (key) this.seats.ask({ type: "reach", key });
      return;
    }
    if (key && selection.chosen.length && selection.selectable.has(key)) {
      const actions = selection.possible.filter(({ keys }) => keys.includes(key));
      const action = actions.find(({ notation }) => this.rolling.has(notation)) ?? actions[0];
      if (action && !action.pieceActions) {
        this.preview(action);
        this.mark();
        return;
      }
    } else if (key && !selection.chosen.length) this.seats.ask({ type: "reach", key });
    else if (key && !selection.chosen.includes(key)) {
      this.pointTimer = setTimeout(() => this.askWhy(selection.chosen, key), ASK_WHY_DELAY_MS);
    }
    this.showCard();
    this.mark();
  }

  /**
   * Shows where an action of the list would go and what it could do, while the pointer rests on it.
   * @param {Action | null} action
   * @param {string | null} key
   */
  peek(action, key) {
    clearTimeout(this.pointTimer);
    const { selection } = this;
    if (!selection || selection.action) return;
    this.pointed = key ?? "";
    this.previewed = null;
    this.forecast = null;
    if (action && !action.pieceActions) this.pointTimer = setTimeout(() => this.preview(action), POINT_DELAY_MS);
    this.showCard();
    this.mark();
  }

  /**
   * Asks for the forecast of an action.
   * @param {Action} action
   */
  preview(action) {
    this.previewed = action;
    this.forecast = null;
    if (!action.pieceActions) this.seats.ask({ type: "forecast", action: action.notation });
  }

  /** @param {Protocol.ForecastMessage} forecast */
  takeForecast(forecast) {
    if (!this.selection || forecast.action !== this.previewed?.notation) return;
    this.forecast = forecast;
    if (this.reasonShown) clearToast(); // it is about something else
    this.reasonShown = false;
    this.showCard();
    this.mark();
  }

  /**
   * Shows where a piece could go and what it could attack, unless another one is chosen.
   * @param {Protocol.ReachMessage} reach
   */
  takeReach({ key, places, targets }) {
    if (key !== this.pointed || this.selection?.chosen.length) return;
    this.extras = { reach: places, targets };
    if (this.selection) this.mark();
    else this.board.marks.show(new Map(), [], this.extras);
  }

  /**
   * Offers to move several pieces together.
   * @param {Protocol.PlansMessage["plans"]} plans
   */
  showPlans(plans) {
    if (!plans.length) {
      toast(t("There is nothing here that could be done in one go."), REASON_MS);
      return;
    }
    const items = plans.map(({ words, actions }) => {
      const onclick = () => {
        clearToast();
        this.playPlan(actions);
      };
      return make("li", {}, make("button", { type: "button", onclick }, capitalized(words)));
    });
    toast([make("ul", { class: "plans" }, ...items)], HINT_MS);
  }

  /** Shows the forecast, and buttons for what nothing in the picture leads to. */
  showCard() {
    const { selection, forecast, previewed, card } = this;
    if (!selection) return;
    const buttons = selection.offBoard.map((action) => this.actionButton(action));
    const keys = [...selection.chosen, ...(previewed?.keys ?? []), ...(forecast?.path.slice(-1) ?? [])];
    const content = forecast ? forecastContent(forecast) : [];
    if (!content.length && !buttons.length) {
      card.hide();
      return;
    }
    const list = buttons.length ? make("div", { class: "row" }, ...buttons) : null;
    card.show([...content, list], { keys, others: [...selection.selectable.keys()], isPressable: buttons.length > 0 });
  }

  /**
   * Returns a button that takes an action; its words are what has not been chosen yet.
   * @param {Action} action
   */
  actionButton(action) {
    const { chosen } = /** @type {Selection} */ (this.selection);
    const names = action.names.filter((_, index) => !chosen.includes(action.keys[index]));
    const words = capitalized(chosen.length && names.length ? names.join(" ") : action.words);
    const onclick = () => {
      this.selection?.take(action);
      this.render();
    };
    const isWanted = this.wanted !== "" && action.notation === this.wanted;
    return make("button", { type: "button", class: isWanted ? "wanted" : "", onclick }, words);
  }

  /**
   * Shows where the pieces of a group would stand; they are placed, one after the other, once that is confirmed.
   * @param {string} place
   * @param {Action[][]} pieceActions
   */
  previewGroup(place, pieceActions) {
    const placements = placementsAround(this.board, place, pieceActions);
    const found = placements.filter((action) => action !== null);
    const leftOut = pieceActions[placements.indexOf(null)]?.[0].keys[0];
    if (leftOut) this.askWhy([leftOut], place);
    const places = found.map((action) => action.keys[action.keys.length - 1]);
    this.groupPlan = found.map(({ notation }) => notation);
    // The places stay lit, so that another one can be taken; pressing the same one again confirms.
    this.board.marks.show(this.selection?.selectable ?? new Map(), [place, ...places]);
    byId("choices").replaceChildren(make("ul", {}, ...found.map(({ words }) => make("li", {}, words))));
  }

  /** @type {string[]} The placements of the group that is previewed. */
  groupPlan = [];

  /**
   * Sends an action.
   * @param {string} action
   */
  act(action) {
    this.end();
    clearToast();
    this.board.marks.clear();
    this.board.clearTrace();
    this.shown = painted();
    this.isSent = true;
    this.seats.sendAboutPosition({ type: "act", action });
  }

  /** @param {Protocol.WhyMessage} message */
  takeReasons({ key, reasons }) {
    if (!reasons.length) return; // it can be chosen: the position has changed meanwhile
    const sight = reasons.find((reason) => reason.sight)?.sight ?? null;
    this.extras = { lit: [key], blockers: reasons.flatMap(({ keys }) => keys), ...(sight && { sight }) };
    if (this.selection) this.mark();
    else this.board.marks.show(new Map(), [], this.extras);
    this.reasonShown = true;
    placeToast(this.isLow([key]));
    toast(sentenceParagraphs(reasons), REASON_MS);
  }

  /** @param {Protocol.HintMessage["hints"]} hints */
  showHints(hints) {
    // What was hardly looked into says little: it is left out.
    const sorted = hints
      .filter(({ visits }) => visits * MIN_VISITS_SHARE >= hints[0].visits)
      .sort((one, other) => other.chance - one.chance);
    const best = this.find(sorted[0]?.action);
    if (!best) return;
    this.pointOut(best);
    const items = sorted.map(({ action, words, clause, chance, line }, index) =>
      make(
        "li",
        {},
        make(
          "button",
          { type: "button", onclick: () => this.takeHint(action) },
          make("b", {}, percent(chance)),
          " ",
          words,
        ),
        " ",
        clauseLink(clause),
        index || !line.length
          ? null
          : make("p", { class: "fine" }, t("Likely continuation: {line}", { line: line.join("; ") })),
      ),
    );
    const title = make("p", {}, make("strong", {}, t("Your chances to win, if you do this:")));
    placeToast(this.isLow(best.keys));
    toast([title, make("ol", { class: "hints" }, ...items)], HINT_MS);
  }

  /**
   * Returns whether what some keys stand for lies in the lower half of the board, so that a message belongs above.
   * @param {string[]} keys
   */
  isLow(keys) {
    const { board } = this;
    const boxes = keys.filter((key) => board.find(key)).map((key) => board.viewport.onScreen(board.box(key)));
    return boxes.some((box) => box.y + box.height / 2 > board.frame.clientHeight / 2);
  }

  /**
   * Shows where an action goes, without choosing it.
   * @param {Action} action
   */
  pointOut(action) {
    const { selection, board } = this;
    if (!selection) return;
    selection.restart();
    this.render();
    const keys = action.keys.filter((key) => board.find(key));
    board.marks.show(selection.selectable, keys, { arrow: this.arrowOf(action) });
    board.lookAt(keys);
  }

  /** @param {string} notation */
  takeHint(notation) {
    const action = this.find(notation);
    if (!action) return;
    clearToast();
    this.selection?.take(action);
    this.render();
  }
}

/** @param {string} words */
const capitalized = (words) => words.charAt(0).toUpperCase() + words.slice(1);

// A decision: made step by step on the board or in the list, weighed with its odds, then sent.

import { clauseLink, sentenceParagraphs } from "../../lib/clauses.js";
import { byId, make } from "../../lib/dom.js";
import { percent } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { clearToast, toast } from "../../lib/toast.js";
import { hideChoices, showChoices } from "./choice_list.js";
import { groupPlacements, placementsAround } from "./group_placement.js";
import { hideOdds, showOdds } from "./odds_panel.js";
import { actionsOf, Selection } from "./selection.js";

const PEEK_DELAY_MS = 120;
const HINT_MS = 60_000;
const REASON_MS = 9000;
const REASON_WITH_TRAITS_MS = 20_000;

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
    /** @type {Selection | null} Null while there is nothing to decide. */
    this.selection = null;
    /** @type {string[]} Actions that follow without being asked for: the other pieces of a group. */
    this.planned = [];
    this.plannedStep = 0; // the step at which the first of them is due
    /** @type {Promise<void> | null} Settled once the reader sees that a decision was taken; its effect takes longer. */
    this.shown = null;
    /** The action whose odds were asked for, and whether it is to be done after a look at them. */
    this.weighed = { notation: "", isChosen: false };
    this.wanted = ""; // the action that a guide asks for
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.peekTimer = undefined;
    window.addEventListener("resize", () => this.selection && this.render());
    seats.on("odds", (message) => this.takeOdds(message));
    seats.on("why", (message) => showReasons(message));
    seats.on("hint", (message) => this.showHints(message.hints));
  }

  /**
   * Lets the seat decide.
   * @param {BoardView} view
   */
  begin(view) {
    const actions = actionsOf(view);
    this.selection = new Selection([...actions, ...groupPlacements(this.board, this.board.groups, actions)]);
    this.wanted = view.guide?.do ?? "";
    if (!this.doPlanned(view.step)) this.render();
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
    return this.selection?.actions.find((action) => action.notation === notation);
  }

  /** Takes the choices away: there is nothing to decide, or not yet. */
  end() {
    this.selection = null;
    clearTimeout(this.peekTimer);
    hideChoices();
    hideOdds();
  }

  render() {
    const { selection, board } = this;
    if (!selection) return;
    const { action, chosen } = selection;
    const arrow = action || chosen.length > 1 ? this.arrowOf(action || selection.possible[0]) : null;
    board.marks.show(selection.selectable, chosen, arrow);
    showChoices(selection, {
      wanted: this.wanted,
      onPick: (choice) => this.pick(choice),
      onBack: () => this.back(),
      onPeek: (peeked, key) => this.peek(peeked, key),
    });
    if (action) this.weighOrPlace(action);
    else hideOdds();
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
   * Chooses the first of the keys that leads anywhere; asks why where none does.
   * @param {string[]} keys
   */
  choose(keys) {
    const { selection } = this;
    if (!selection || !keys.length) return;
    if (keys.some((key) => selection.choose(key))) this.render();
    else this.askWhy(selection.chosen, keys[0]);
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
   * Chooses the first of the keys where a piece may be dropped; asks why where it may on none.
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

  /**
   * Shows where an action would go and what it could do, while the pointer rests on it.
   * @param {Action | null} action
   * @param {string | null} key
   */
  peek(action, key) {
    clearTimeout(this.peekTimer);
    const { selection, board } = this;
    if (!selection || selection.action) return;
    const chosen = key && board.find(key) ? [...selection.chosen, key] : selection.chosen;
    board.marks.show(selection.selectable, chosen, action ? this.arrowOf(action) : null);
    if (!action || action.pieceActions) hideOdds();
    else this.peekTimer = setTimeout(() => this.weigh(action, false), PEEK_DELAY_MS);
  }

  /**
   * An action is chosen: it is done at once if it throws no dice, after a look at the odds if it does.
   * @param {Action} action
   */
  weighOrPlace(action) {
    clearTimeout(this.peekTimer);
    if (action.pieceActions) this.previewGroup(action.keys[action.keys.length - 1], action.pieceActions);
    else this.weigh(action, true);
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
    this.board.marks.show(
      new Map(),
      found.map((action) => action.keys[action.keys.length - 1]),
    );
    byId("choices").replaceChildren(make("ul", {}, ...found.map(({ words }) => make("li", {}, words))));
    showOdds([], {
      onCommit: () => {
        this.planned = found.map(({ notation }) => notation);
        this.plannedStep = this.seats.view?.step ?? 0;
        this.doPlanned(this.plannedStep);
      },
      onBack: () => this.back(),
    });
  }

  /**
   * Asks for the odds of an action.
   * @param {Action} action
   * @param {boolean} isChosen
   */
  weigh({ notation }, isChosen) {
    this.weighed = { notation, isChosen };
    this.seats.sendAboutPosition({ type: "odds", action: notation });
  }

  /** @param {Protocol.OddsMessage} message */
  takeOdds({ action, throws }) {
    if (action !== this.weighed.notation || !this.selection) return;
    if (!this.weighed.isChosen) {
      if (!this.selection.action) showOdds(throws);
    } else if (throws.length) {
      byId("choices").replaceChildren();
      showOdds(throws, { onCommit: () => this.act(action), onBack: () => this.back() });
    } else this.act(action);
  }

  /**
   * Sends an action.
   * @param {string} action
   */
  act(action) {
    this.weighed = { notation: "", isChosen: false };
    this.end();
    this.board.marks.clear();
    this.shown = painted();
    this.seats.sendAboutPosition({ type: "act", action });
  }

  /** @param {Protocol.HintMessage["hints"]} hints */
  showHints(hints) {
    const best = this.find(hints[0]?.action);
    if (!best) return;
    this.pointOut(best);
    const items = hints.map(({ action, words, clause, chance, visits, line }, index) =>
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
        make("span", { class: "fine" }, " ", t("examined {n} times", { n: visits })),
        index || !line.length
          ? null
          : make("p", { class: "fine" }, t("Likely continuation: {line}", { line: line.join("; ") })),
      ),
    );
    toast([make("p", {}, make("strong", {}, t("A hint"))), make("ol", { class: "hints" }, ...items)], HINT_MS);
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
    board.marks.show(
      selection.selectable,
      action.keys.filter((key) => board.find(key)),
      this.arrowOf(action),
    );
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

/** @param {Protocol.WhyMessage} message */
function showReasons({ reasons, traits }) {
  const content = reasons.length
    ? sentenceParagraphs(reasons)
    : [make("p", {}, t("Nothing can be decided there now."))];
  const about = traits.length ? [make("div", { class: "unit-info" }, ...sentenceParagraphs(traits))] : [];
  toast([...content, ...about], traits.length ? REASON_WITH_TRAITS_MS : REASON_MS);
}

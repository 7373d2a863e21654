// A decision on the board and in the list: walked step by step, looked at with its odds, then sent.

import { sentences } from "./unit_info.js";
import { cite } from "../lib/clauses.js";
import { percent, showChoices, showOdds } from "./choice_panel.js";
import { laidAround, together } from "./group_placement.js";
import { toast } from "../lib/toast.js";
import { actionsOf, Walk } from "./selection.js";
import { at, make, t } from "../lib/dom.js";

/** Waits until the page as it is now is on the screen; not for long, for a page that nobody looks at is not painted. */
function painted() {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 50);
  });
}

export class Decision {
  /** Decides for the line that is shown. */
  constructor({ board, line }) {
    this.board = board;
    this.line = line;
    this.walk = null;
    this.plan = []; // what is decided next without being asked: the rest of a group that is laid down
    this.planned = 0; // and in the position after which step
    this.answered = null; // settled once the reader sees that a decision was taken: what comes of it takes longer to draw
    this.asked = { notation: "", commit: false };
    this.peeking = 0;
    window.addEventListener("resize", () => this.walk && this.render());
  }

  /** Lets the seat of a view decide. */
  begin(view) {
    const actions = actionsOf(view);
    this.walk = new Walk([...actions, ...together(this.board, actions)]);
    this.wanted = view.guide?.do ?? "";
    if (!this.goOn(view.step)) this.render();
  }

  /** Does the next of what is planned; says whether there was anything, in the position for which it was planned. */
  goOn(step) {
    const next = step === this.planned ? this.plan.shift() : null;
    if (!next || !this.walk.actions.some(({ notation }) => notation === next)) return false;
    this.planned = step + 1;
    this.act(next);
    return true;
  }

  /** Takes the choices away: there is nothing to decide, or not yet. */
  end() {
    this.walk = null;
    clearTimeout(this.peeking);
    at("choices").replaceChildren();
    at("path").hidden = true;
    showOdds([]);
  }

  /** Asks the server about the position that is shown. */
  ask(message) {
    const { talk, view } = this.line();
    if (view) talk.say({ ...message, number: view.number }); // else the line was mended a moment ago: the battle is on its way
  }

  render() {
    const { walk, board } = this;
    const action = walk.action;
    const arrow = action || walk.chosen.length > 1 ? this.arrow(action || walk.open[0]) : null;
    board.mark(walk.lit, walk.chosen, arrow);
    showChoices(walk, {
      wanted: this.wanted,
      pick: (choice) => this.pick(choice),
      back: () => this.back(),
      peek: (peeked, key) => this.peek(peeked, key),
    });
    if (action) this.decide(action);
    else showOdds([]);
  }

  /** From where to where an action goes, as far as the picture shows it. */
  arrow(action) {
    const seen = action.keys.filter((key) => this.board.find(key));
    return seen.length > 1 ? [seen[0], seen.at(-1)] : null;
  }

  /** Takes the first of the keys that leads anywhere; asks why not where none does. */
  choose(keys) {
    if (!this.walk || !keys.length) return;
    for (const key of keys) {
      if (this.walk.choose(key)) {
        this.render();
        return;
      }
    }
    this.ask({ type: "why", chosen: this.walk.chosen, key: keys[0] });
  }

  /** Takes the first of the keys on which a piece may be laid down; says why not where it may on none. */
  drop(piece, keys) {
    const { walk } = this;
    if (!walk) return;
    const key = piece && keys.find((one) => walk.lit.has(one));
    if (key) walk.choose(key);
    else {
      const [first] = walk.actions.find((action) => action.ways && action.keys[0] === piece)?.ways ?? [[]];
      if (keys.length) this.ask({ type: "why", chosen: [first[0]?.keys[0] ?? piece], key: keys[0] });
      walk.chosen = [];
    }
    this.render();
  }

  pick(choice) {
    if (choice.actions.length === 1) this.walk.take(choice.actions[0]);
    else this.walk.choose(choice.key);
    this.render();
  }

  /** Goes back one choice. */
  back() {
    if (this.walk?.back()) this.render();
  }

  /** Shows where an action would go and what it could do, while the pointer rests on it. */
  peek(action, key) {
    clearTimeout(this.peeking);
    const { walk, board } = this;
    if (!walk || walk.action) return;
    board.mark(
      walk.lit,
      key && board.find(key) ? [...walk.chosen, key] : walk.chosen,
      action ? this.arrow(action) : null,
    );
    if (!action || action.ways) {
      showOdds([]);
      return;
    }
    this.peeking = setTimeout(() => this.weigh(action, false), 120);
  }

  /** An action is chosen: done at once if it throws nothing, after a look at the odds if it does. */
  decide(action) {
    clearTimeout(this.peeking);
    if (action.ways) this.layDown(action);
    else this.weigh(action, true);
  }

  /** Shows where the pieces of a group would lie; they are laid down, one after the other, when that is agreed to. */
  layDown({ keys, ways }) {
    const laid = laidAround(this.board, keys.at(-1), ways);
    const found = laid.filter(Boolean);
    const left = ways[laid.indexOf(null)]?.[0].keys[0];
    if (left) this.ask({ type: "why", chosen: [left], key: keys.at(-1) });
    this.board.mark(
      new Map(),
      found.map((action) => action.keys.at(-1)),
    );
    at("choices").replaceChildren(make("ul", {}, ...found.map(({ words }) => make("li", {}, words))));
    const begin = () => {
      this.plan = found.map(({ notation }) => notation);
      this.planned = this.line().view.step;
      this.goOn(this.planned);
    };
    showOdds([], begin, () => this.back());
    at("commit").focus();
  }

  weigh(action, commit) {
    this.asked = { notation: action.notation, commit };
    this.ask({ type: "odds", action: action.notation });
  }

  toldOdds({ action, throws }) {
    if (action !== this.asked.notation || !this.walk) return;
    if (!this.asked.commit) {
      if (!this.walk.action) showOdds(throws);
    } else if (throws.length) {
      at("choices").replaceChildren();
      showOdds(
        throws,
        () => this.act(action),
        () => this.back(),
      );
      at("commit").focus();
    } else this.act(action);
  }

  act(action) {
    this.asked = { notation: "", commit: false };
    this.end();
    this.board.unmark();
    this.answered = painted();
    this.ask({ type: "act", action });
  }

  toldWhy({ reasons, traits }) {
    const told = reasons.length ? sentences(reasons) : [make("p", {}, t("Nothing can be decided there now."))];
    if (traits.length) told.push(make("div", { class: "about" }, ...sentences(traits)));
    toast(told, "", traits.length ? 20000 : 9000);
  }

  toldHint({ hints }) {
    const best = this.walk?.actions.find((one) => one.notation === hints[0]?.action);
    if (!best) return;
    this.point(best);
    const told = hints.map(({ action, words, clause, chance, visits, line }, index) =>
      make(
        "li",
        {},
        make(
          "button",
          { type: "button", onclick: () => this.follow(action) },
          make("b", {}, percent(chance)),
          " ",
          words,
        ),
        " ",
        cite(clause),
        make("span", { class: "fine" }, " ", t("looked into {n} times", { n: visits })),
        index || !line.length
          ? null
          : make("p", { class: "fine" }, t("Then likely: {line}", { line: line.join("; ") })),
      ),
    );
    toast([make("p", {}, make("strong", {}, t("A hint"))), make("ol", { class: "hints" }, ...told)], "", 60000);
  }

  /** Shows where an action goes. */
  point(action) {
    this.walk.chosen = [];
    this.walk.only = null;
    this.render();
    this.board.mark(
      this.walk.lit,
      action.keys.filter((key) => this.board.find(key)),
      this.arrow(action),
    );
  }

  /** Takes the action of a hint. */
  follow(notation) {
    const found = this.walk?.actions.find((one) => one.notation === notation);
    if (!found) return;
    toast("");
    this.walk.take(found);
    this.render();
  }
}

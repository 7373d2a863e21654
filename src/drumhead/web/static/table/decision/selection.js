// A decision in progress: the legal actions, narrowed down by what has been chosen so far. It knows no rule.

/** As many actions are listed at once, instead of their first steps. */
const MAX_FLAT_LIST = 7;

/**
 * A choice in the list: the actions it leads to, and the words and clause that tell it apart. Its key is null where it
 * stands for a whole action, and empty where an action ends here while others go on.
 * @typedef {{ key: string | null, words: string | null, clause: string, actions: Action[], rest: string[] }} Choice
 */

/**
 * Returns the actions of a message, with their steps written out.
 * @param {Pick<BoardView, "actions" | "further" | "steps" | "ends">} view
 * @returns {Action[]}
 */
export function actionsOf(view) {
  /**
   * @param {BoardView["actions"]} actions
   * @param {boolean} isFurther
   */
  const read = (actions, isFurther) =>
    actions.map(([notation, words, clause, steps], index) => ({
      notation,
      words,
      clause,
      keys: steps.map((step) => view.steps[step][0]),
      names: steps.map((step) => view.steps[step][1]),
      isFurther,
      ...(!isFurther && view.ends?.includes(index) && { endsPhase: true }),
    }));
  return [...read(view.actions, false), ...read(view.further, true)];
}

export class Selection {
  /**
   * @param {Action[]} actions
   * @param {(key: string) => boolean} [isOnBoard] Whether the picture shows a key; others become buttons.
   */
  constructor(actions, isOnBoard = () => true) {
    this.actions = actions;
    this.isOnBoard = isOnBoard;
    this.listed = actions.filter((action) => !action.isFurther);
    /** @type {string[]} */
    this.chosen = [];
    /** @type {Action | null} The action that was taken as a whole. */
    this.taken = null;
  }

  /** The actions that are still possible. */
  get possible() {
    if (this.taken) return [this.taken];
    /** @param {Action[]} all */
    const left = (all) => this.chosen.reduce((some, key) => withKey(some, key, this.chosen[0] === key), all);
    const listed = left(this.listed);
    return listed.length ? listed : left(this.actions);
  }

  /** The chosen action, once only one is left. */
  get action() {
    const { possible } = this;
    return this.chosen.length && possible.length === 1 ? possible[0] : null;
  }

  /**
   * The choices at this point: what tells the possible actions apart.
   * @returns {Choice[]}
   */
  get choices() {
    const { possible } = this;
    if (!this.chosen.length && possible.length <= MAX_FLAT_LIST) {
      return possible.map((action) => ({
        key: null,
        words: action.words,
        clause: action.clause,
        actions: [action],
        rest: [],
      }));
    }
    const depth = sharedSteps(possible);
    /** @type {Map<string, Action[]>} */
    const groups = new Map();
    for (const action of possible) {
      const key = action.keys[depth] ?? "";
      groups.set(key, [...(groups.get(key) ?? []), action]);
    }
    return [...groups]
      .map(([key, actions]) => ({
        key,
        words: key === "" ? null : actions[0].names[depth],
        clause: actions.length === 1 ? actions[0].clause : "",
        actions,
        rest: actions.length === 1 ? actions[0].names.slice(depth + 1) : [],
      }))
      .sort((one, other) => Number(isSingleStep(one)) - Number(isSingleStep(other)));
  }

  /** The words of what has been chosen, in order. */
  get path() {
    if (!this.chosen.length) return [];
    const { possible } = this;
    const [first] = possible;
    const shared = sharedSteps(possible);
    const names = first.names.slice(0, shared);
    for (const key of this.chosen) {
      const index = first.keys.indexOf(key);
      if (index >= shared) names.push(first.names[index]);
    }
    return names;
  }

  /**
   * The action that ends the phase: the only one that is a single step and stands nowhere in the picture.
   * @returns {Action | null}
   */
  get phaseEnd() {
    const alone = this.listed.filter(({ keys }) => keys.length === 1 && !this.isOnBoard(keys[0]));
    return alone.length === 1 ? alone[0] : null;
  }

  /** How many pieces or places could still be acted with when the phase ends; 0 where less than a phase ends. */
  get left() {
    if (!this.phaseEnd?.endsPhase) return 0;
    const others = this.actions.filter((action) => action !== this.phaseEnd && !action.pieceActions);
    return new Set(others.map(({ keys }) => keys.find(this.isOnBoard) ?? keys[0])).size;
  }

  /** How many first steps need not be chosen, because all actions share them; none if one action is all there is. */
  get granted() {
    const { possible, chosen } = this;
    return possible.length > 1 || chosen.length ? sharedSteps(possible) : 0;
  }

  /** The possible actions that nothing in the picture leads to any more: they need buttons. */
  get offBoard() {
    if (this.action) return []; // it is chosen already
    const { chosen, phaseEnd, granted } = this;
    return this.possible.filter(
      (action) =>
        action !== phaseEnd &&
        action.keys.every((key, step) => step < granted || chosen.includes(key) || !this.isOnBoard(key)) &&
        (chosen.length || !action.isFurther),
    );
  }

  /** The keys that can be chosen in the picture now, each with its words. */
  get selectable() {
    /** @type {Map<string, string>} */
    const keys = new Map();
    const { possible, granted: from } = this;
    for (const action of possible) {
      const isWhole = this.chosen.length || possible.length <= MAX_FLAT_LIST;
      const first = action.keys.findIndex((key, step) => step >= from && this.isOnBoard(key));
      const until = isWhole ? action.keys.length : Math.max(first, from) + 1;
      for (let step = Math.max(first, from); step < until; step += 1) {
        if (!this.chosen.includes(action.keys[step])) keys.set(action.keys[step], action.names[step]);
      }
    }
    if (!this.chosen.length) {
      for (const action of this.actions) if (action.isFurther) keys.set(action.keys[0], action.names[0]);
    }
    return keys;
  }

  /**
   * Chooses a key, or gives up a chosen one; returns whether that led anywhere.
   * @param {string} key
   */
  choose(key) {
    this.taken = null;
    if (this.chosen.includes(key)) {
      this.chosen = this.chosen.slice(0, this.chosen.indexOf(key));
      return true;
    }
    // What stands nowhere in the picture, such as a verb, is chosen from the list.
    const isListed = !this.isOnBoard(key) && this.possible.some(({ keys }) => keys.includes(key));
    if (this.selectable.has(key) || isListed) {
      this.chosen.push(key);
      return true;
    }
    // While something is chosen, only what could act in its place is chosen anew; of a target it is asked why not.
    const begins = this.actions.some((action) => action.keys.find(this.isOnBoard) === key);
    if (begins || (!this.chosen.length && withKey(this.actions, key, true).length)) {
      this.chosen = [key];
      return true;
    }
    return false;
  }

  /**
   * Begins anew with a key, or with none.
   * @param {...string} keys
   */
  restart(...keys) {
    this.taken = null;
    this.chosen = keys;
  }

  /**
   * Takes a whole action.
   * @param {Action} action
   */
  take(action) {
    this.chosen = [...action.keys];
    this.taken = action;
  }

  /** Goes back one choice; returns whether there was one. */
  back() {
    if (!this.chosen.length) return false;
    if (this.taken) this.chosen = [];
    else this.chosen.pop();
    this.taken = null;
    return true;
  }
}

/**
 * Returns how many first steps actions share.
 * @param {Action[]} actions
 */
function sharedSteps(actions) {
  const first = actions[0]?.keys ?? [];
  let count = 0;
  while (count < first.length && actions.every((action) => action.keys[count] === first[count])) count += 1;
  return count;
}

/** @param {Choice} choice */
const isSingleStep = (choice) => choice.actions.length === 1 && choice.actions[0].keys.length === 1;

/**
 * Returns the actions that have a key among their steps. The first key chosen is where an action begins, if any does.
 * @param {Action[]} actions
 * @param {string} key
 * @param {boolean} isFirst
 */
function withKey(actions, key, isFirst) {
  const begun = isFirst ? actions.filter((action) => action.keys[0] === key) : [];
  return begun.length ? begun : actions.filter((action) => action.keys.includes(key));
}

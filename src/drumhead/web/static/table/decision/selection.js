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
 * @param {Pick<BoardView, "actions" | "further" | "steps">} view
 * @returns {Action[]}
 */
export function actionsOf(view) {
  /**
   * @param {BoardView["actions"]} actions
   * @param {boolean} isFurther
   */
  const read = (actions, isFurther) =>
    actions.map(([notation, words, clause, steps]) => ({
      notation,
      words,
      clause,
      keys: steps.map((step) => view.steps[step][0]),
      names: steps.map((step) => view.steps[step][1]),
      isFurther,
    }));
  return [...read(view.actions, false), ...read(view.further, true)];
}

export class Selection {
  /** @param {Action[]} actions */
  constructor(actions) {
    this.actions = actions;
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

  /** The keys that can be chosen in the picture now, each with its words. */
  get selectable() {
    /** @type {Map<string, string>} */
    const keys = new Map();
    const { possible } = this;
    const from = sharedSteps(possible);
    for (const action of possible) {
      const isWhole = this.chosen.length || possible.length <= MAX_FLAT_LIST;
      const until = isWhole ? action.keys.length : from + 1;
      for (let step = from; step < until; step += 1) {
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
    if (this.selectable.has(key)) {
      this.chosen.push(key);
      return true;
    }
    if (withKey(this.actions, key, true).length) {
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

// A decision in progress: the legal actions, and what has been chosen on the way to one of them.
// An action is {notation, words, clause, keys, names, further}: the keys of its steps, and their words; a further one is
// offered on the picture alone.

/** The actions of a message, with their steps written out. */
export function actionsOf(view) {
  const written =
    (further) =>
    ([notation, words, clause, walk]) => ({
      notation,
      words,
      clause,
      keys: walk.map((step) => view.steps[step][0]),
      names: walk.map((step) => view.steps[step][1]),
      further,
    });
  return [...view.actions.map(written(false)), ...view.further.map(written(true))];
}

const FLAT = 7;

export class Walk {
  constructor(actions) {
    this.actions = actions;
    this.listed = actions.filter((action) => !action.further);
    this.chosen = [];
    this.only = null;
  }

  /** The actions still possible. */
  get open() {
    if (this.only) return [this.only];
    const left = (all) => this.chosen.reduce((some, key) => narrowed(some, key, this.chosen[0] === key), all);
    const listed = left(this.listed);
    return listed.length ? listed : left(this.actions);
  }

  /** The action, once there is but one that was asked for. */
  get action() {
    return this.chosen.length && this.open.length === 1 ? this.open[0] : null;
  }

  /** The choices at this point: what tells the open actions apart, each with its key, words and actions. */
  get choices() {
    const open = this.open;
    if (!this.chosen.length && open.length <= FLAT) {
      return open.map((action) => ({ key: null, words: action.words, clause: action.clause, actions: [action] }));
    }
    const depth = this.depth(open);
    const groups = new Map();
    for (const action of open) {
      const key = action.keys[depth] ?? "";
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(action);
    }
    return [...groups]
      .map(([key, actions]) => ({
        key,
        words: key === "" ? null : actions[0].names[depth],
        clause: actions.length === 1 ? actions[0].clause : "",
        actions,
        rest: actions.length === 1 ? actions[0].names.slice(depth + 1) : [],
      }))
      .sort((one, other) => isAlone(one) - isAlone(other));
  }

  /** How many first steps the open actions share. */
  depth(open) {
    let depth = 0;
    const first = open[0]?.keys ?? [];
    while (depth < first.length && open.every((action) => action.keys[depth] === first[depth])) depth += 1;
    return depth;
  }

  /** The keys that can be chosen on the picture now, each with its words. */
  get lit() {
    const lit = new Map();
    const open = this.open;
    const from = this.depth(open);
    for (const action of open) {
      const until = this.chosen.length || open.length <= FLAT ? action.keys.length : from + 1;
      for (let step = from; step < until; step += 1) {
        if (!this.chosen.includes(action.keys[step])) lit.set(action.keys[step], action.names[step]);
      }
    }
    if (!this.chosen.length)
      for (const { keys, names, further } of this.actions) if (further) lit.set(keys[0], names[0]);
    return lit;
  }

  /** Chooses a key; says whether that led anywhere. */
  choose(key) {
    this.only = null;
    if (this.chosen.includes(key)) {
      this.chosen = this.chosen.slice(0, this.chosen.indexOf(key));
      return true;
    }
    if (this.lit.has(key)) {
      this.chosen.push(key);
      return true;
    }
    if (narrowed(this.actions, key, true).length) {
      this.chosen = [key];
      return true;
    }
    return false;
  }

  /** Chooses exactly one action. */
  take(action) {
    this.chosen = [...action.keys];
    this.only = action;
  }

  /** Goes back one choice; says whether there was one. */
  back() {
    if (!this.chosen.length) return false;
    if (this.only) this.chosen = [];
    else this.chosen.pop();
    this.only = null;
    return true;
  }
}

const isAlone = (choice) => choice.actions.length === 1 && choice.actions[0].keys.length === 1;

/** The actions with a key among their steps; what is chosen first is where an action begins, if any does. */
function narrowed(actions, key, first) {
  const begun = first ? actions.filter((action) => action.keys[0] === key) : [];
  return begun.length ? begun : actions.filter((action) => action.keys.includes(key));
}

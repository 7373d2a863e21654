// Armies and splits of this browser: those kept by name, and the draft of each game. All are text, as the server writes them.

const kept = (game) => `forces:${game}`;

function read(store, key, otherwise) {
  try {
    return JSON.parse(store.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(store, key, value) {
  try {
    store.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** The forces that were kept, by name. */
export const forces = (game) => read(localStorage, kept(game), []).filter((force) => force?.name && force?.text);

/** Keeps a force under its name, in the place of one that had it; says whether it was kept. */
export function keep(game, force) {
  return write(
    localStorage,
    kept(game),
    [force, ...forces(game).filter((other) => other.name !== force.name)].slice(0, 100),
  );
}

/** Gives a force up. */
export function discard(game, name) {
  write(
    localStorage,
    kept(game),
    forces(game).filter((force) => force.name !== name),
  );
}

/** What was being built; a secret one is kept for this tab only, by side. */
export const draft = (game, side = null) =>
  side === null ? read(localStorage, `draft:${game}`, null) : read(sessionStorage, `draft:${game}:${side}`, null);

/** Keeps what is being built. */
export function keepDraft(game, side, value) {
  if (side === null) write(localStorage, `draft:${game}`, value);
  else write(sessionStorage, `draft:${game}:${side}`, value);
}

/** The battle that is being set up in this tab. */
export const plan = (game) => read(sessionStorage, `setup:${game}`, null);

/** Keeps the battle that is being set up. */
export const keepPlan = (game, value) => write(sessionStorage, `setup:${game}`, value);

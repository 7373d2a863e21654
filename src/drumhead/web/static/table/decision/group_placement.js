// Groups of pieces that are placed together: side by side, each piece where it may stand next to the chosen place.

/** @typedef {Pick<import("../board/board.js").Board, "find" | "box">} Places */

/**
 * Returns the placements of groups as actions: from the group to every place where its first piece may go.
 * @param {Places} board
 * @param {{ key: string, name: string, pieces: string[] }[]} groups
 * @param {Action[]} actions
 * @returns {Action[]}
 */
export function groupPlacements(board, groups, actions) {
  return groups.flatMap(({ key, name, pieces }) => {
    const pieceActions = pieces.map((piece) =>
      actions.filter(({ keys }) => keys[0] === piece && board.find(lastOf(keys))),
    );
    if (pieces.length < 2 || !pieceActions.every((some) => some.length)) return [];
    return pieceActions[0].map(({ clause, keys, names }) => ({
      notation: "",
      words: `${name} › ${lastOf(names)}`,
      clause,
      keys: [key, lastOf(keys)],
      names: [name, lastOf(names)],
      isFurther: false,
      pieceActions,
    }));
  });
}

/**
 * Returns the action that each piece of a group takes to stand around a place, in a row and in the order of the group;
 * null for a piece that finds no place.
 * @param {Places} board
 * @param {string} place
 * @param {Action[][]} pieceActions
 * @returns {(Action | null)[]}
 */
export function placementsAround(board, place, pieceActions) {
  const { x, y, width, height } = board.box(place);
  /** @type {Set<string>} */
  const used = new Set();
  return pieceActions.map((actions, index) => {
    const offset = width * (index - (pieceActions.length >> 1) + 0.5);
    /** @param {Action} action */
    const distance = ({ keys }) => {
      const box = board.box(lastOf(keys));
      return Math.hypot(box.x + box.width / 2 - x - offset, box.y + box.height / 2 - y - height / 2);
    };
    /** @type {Action | null} */
    let best = null;
    for (const action of actions) {
      if (!used.has(lastOf(action.keys)) && (!best || distance(action) < distance(best))) best = action;
    }
    if (best) used.add(lastOf(best.keys));
    return best;
  });
}

/** @param {string[]} list */
const lastOf = (list) => list[list.length - 1];

// Pieces laid down together: a group of the picture goes where it is wanted, side by side, each piece where it may be next to there.

/** The ways to lay groups down, as actions of a walk: from the group by way of its first piece to wherever that one may go. */
export function together(board, actions) {
  const groups = [...board.frame.querySelectorAll("[data-group]")].map((element) => [
    element,
    element.dataset.group.split(" "),
  ]);
  return groups.flatMap(([element, pieces]) => {
    const ways = pieces.map((piece) => actions.filter(({ keys }) => keys[0] === piece && board.find(keys.at(-1))));
    if (pieces.length < 2 || !ways.every((some) => some.length)) return [];
    return ways[0].map(({ clause, keys, names }) => ({
      notation: "",
      words: `${element.ariaLabel} › ${names.at(-1)}`,
      clause,
      keys: [element.dataset.key, keys.at(-1)],
      names: [element.ariaLabel, names.at(-1)],
      ways,
    }));
  });
}

/** Which action each piece of a group takes to lie around a place: all of them in a row, as they lie now; null where none is left. */
export function laidAround(board, place, ways) {
  const { x, y, width, height } = board.box(place);
  const used = new Set();
  return ways.map((some, index) => {
    const far = (key) => {
      const box = board.box(key);
      return Math.hypot(
        box.x + box.width / 2 - x - width * (index - (ways.length >> 1) + 0.5),
        box.y + box.height / 2 - y - height / 2,
      );
    };
    const open = some.filter(({ keys }) => !used.has(keys.at(-1)));
    const best = open.reduce(
      (one, other) => (one && far(one.keys.at(-1)) <= far(other.keys.at(-1)) ? one : other),
      null,
    );
    if (best) used.add(best.keys.at(-1));
    return best;
  });
}

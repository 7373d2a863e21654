// Decisions by hand: a piece is picked up where it lies and laid down where it goes.

import { dragging } from "../lib/drag.js";

/** Lets the pieces of a board be dragged, as far as a decision leads from them to something else on the picture. */
export function hands(board, decision) {
  let under = null;

  dragging(board.frame, {
    grab(element) {
      const key = keysOf(element).find((one) => leads(one));
      return key ? { key, from: board.find(key), lifted: () => lift(key) } : null;
    },
    over(element) {
      const key = element ? keysOf(element).find((one) => decision.walk?.lit.has(one)) || null : null;
      if (key === under || !decision.walk) return;
      under = key;
      const { walk } = decision;
      if (walk.chosen.length) board.mark(walk.lit, walk.chosen, key ? [walk.chosen[0], key] : null);
    },
    drop({ key }, element, { clientX, clientY }) {
      const keys = board.frame.contains(element) ? [...keysOf(element), ...board.marked(clientX, clientY)] : [];
      decision.drop(
        key,
        keys.filter((one) => one !== key),
      );
    },
    cancel: () => decision.drop("", []),
  });

  /** Says whether some action begins with a key and goes on to another that the picture shows. */
  function leads(key) {
    const { walk } = decision;
    return walk?.actions.some(
      (action) => action.keys[0] === key && action.keys.slice(1).some((other) => board.find(other)),
    );
  }

  function lift(key) {
    const { walk } = decision;
    walk.only = null;
    walk.chosen = [key];
    board.mark(walk.lit, walk.chosen);
  }
}

/** The keys of an element and of what it stands on, the innermost first. */
function keysOf(element) {
  const keys = [];
  for (let at = element.closest("[data-key]"); at; at = at.parentNode.closest?.("[data-key]"))
    keys.push(at.dataset.key);
  return keys;
}

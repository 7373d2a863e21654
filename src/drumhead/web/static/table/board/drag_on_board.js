// Decisions by drag and drop: a piece is picked up where it stands and dropped where it goes.

import { makeDraggable } from "../../lib/drag.js";
import { keysAround } from "./board.js";

/**
 * Lets pieces be dragged, as far as a decision leads from them to something else in the picture.
 * @param {import("./board.js").Board} board
 * @param {import("../decision/decision.js").Decision} decision
 */
export function enableBoardDragging(board, decision) {
  /** @type {string | null} The key that something is carried over. */
  let under = null;

  makeDraggable(board.frame, {
    grab(element) {
      const key = keysAround(element).find(leadsSomewhere);
      return key ? { key, from: board.find(key), onLift: () => lift(key) } : null;
    },
    over(element) {
      const { selection } = decision;
      const key = (element && keysAround(element).find((one) => selection?.selectable.has(one))) || null;
      if (key === under || !selection) return;
      under = key;
      const { chosen } = selection;
      if (chosen.length) decision.point(key ? [key] : []);
    },
    drop({ key }, element, { clientX, clientY }) {
      const isOnBoard = board.frame.contains(element);
      const keys = isOnBoard ? [...keysAround(element), ...board.marks.keysAt(clientX, clientY)] : [];
      decision.drop(
        key,
        keys.filter((one) => one !== key),
      );
    },
    cancel: () => decision.drop("", []),
  });

  /**
   * Returns whether some action begins with a key and goes on to another that the picture shows.
   * @param {string} key
   */
  function leadsSomewhere(key) {
    return decision.selection?.actions.some(
      ({ keys }) => keys[0] === key && keys.slice(1).some((other) => board.find(other)),
    );
  }

  /** @param {string} key */
  function lift(key) {
    const { selection } = decision;
    if (!selection) return;
    selection.restart(key);
    board.marks.show(selection.selectable, selection.chosen);
  }
}

// Shapes and distances on the board.

/** @typedef {{ x: number, y: number }} Point */

/** @param {Box} box */
export const centreOf = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

/**
 * Returns a bent arrow from one box to another: the path of its line, and where its head is and points to.
 * @param {Box} from
 * @param {Box} to
 */
export function arrowBetween(from, to) {
  const [start, target] = [centreOf(from), centreOf(to)];
  const distance = Math.hypot(target.x - start.x, target.y - start.y) || 1;
  const gap = Math.min(Math.min(to.width, to.height) * 0.3, distance / 3);
  const end = {
    x: target.x - ((target.x - start.x) / distance) * gap,
    y: target.y - ((target.y - start.y) / distance) * gap,
  };
  const bend = {
    x: (start.x + end.x) / 2 + (end.y - start.y) * 0.12,
    y: (start.y + end.y) / 2 - (end.x - start.x) * 0.12,
  };
  const angle = (Math.atan2(end.y - bend.y, end.x - bend.x) * 180) / Math.PI;
  return {
    line: `M${start.x} ${start.y}Q${bend.x} ${bend.y} ${end.x} ${end.y}`,
    head: `translate(${end.x} ${end.y}) rotate(${angle})`,
  };
}

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SIDEWAYS_COST = 2.5;
const MIN_STEP_PX = 2;

/**
 * Returns the nearest of some things in the direction of an arrow key, or null.
 * @template T
 * @param {Point} from
 * @param {string} arrowKey
 * @param {[T, Point][]} others
 * @returns {T | null}
 */
export function nearestInDirection(from, arrowKey, others) {
  const [dx, dy] = DIRECTIONS[arrowKey];
  let best = null;
  let least = Infinity;
  for (const [thing, { x, y }] of others) {
    const along = (x - from.x) * dx + (y - from.y) * dy;
    const across = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx);
    const cost = along + SIDEWAYS_COST * across;
    if (along > MIN_STEP_PX && cost < least) [best, least] = [thing, cost];
  }
  return best;
}

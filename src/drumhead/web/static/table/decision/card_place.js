// Where the card on the board goes: beside its target, and on nothing that is to be seen or pressed.

const GAP_PX = 14;
const MIDDLE_PX = 24;

/**
 * @typedef {{ width: number, height: number }} Size
 * @typedef {import("../board/geometry.js").Point} Point
 */

/**
 * @param {Size} size
 * @param {Size} frame
 * @returns {Point}
 */
export const atTheFoot = (size, frame) => ({
  x: (frame.width - size.width) / 2,
  y: frame.height - size.height - GAP_PX,
});

/**
 * Returns the first place around a target, then along the rim of the frame, where a card covers none of the boxes; where
 * there is none, the place where it covers least.
 * @param {Size} size
 * @param {Box} target
 * @param {Box[]} boxes
 * @param {Size} frame
 * @returns {Point}
 */
export function besideTarget(size, target, boxes, frame) {
  const most = { x: Math.max(frame.width - size.width, 0), y: Math.max(frame.height - size.height, 0) };
  const columns = [
    target.x + target.width + GAP_PX,
    target.x - size.width - GAP_PX,
    target.x + target.width / 2 - size.width / 2,
  ].map((x) => Math.min(Math.max(x, 0), most.x));
  const rows = [
    target.y + target.height / 2 - size.height / 2,
    target.y - size.height - GAP_PX,
    target.y + target.height + GAP_PX,
  ].map((y) => Math.min(Math.max(y, 0), most.y));
  const [right, left, middle] = columns;
  const [level, above, below] = rows;
  const places = [
    { x: right, y: level },
    { x: left, y: level },
    { x: middle, y: above },
    { x: middle, y: below },
    ...[right, left].flatMap((x) => [above, below].map((y) => ({ x, y }))),
    ...columns.flatMap((x) => [0, most.y].map((y) => ({ x, y }))),
    ...rows.flatMap((y) => [0, most.x].map((x) => ({ x, y }))),
    ...[0, most.x].flatMap((x) => [0, most.y].map((y) => ({ x, y }))),
  ];
  /** @param {Point} place */
  const covered = (place) => boxes.reduce((sum, box) => sum + overlapArea({ ...place, ...size }, box), 0);
  const least = Math.min(...places.map(covered));
  return places.find((place) => covered(place) === least) ?? places[0];
}

/**
 * Returns the middle of a box, which is enough to press it: a zone may be as wide as half the board.
 * @param {Box} box
 * @returns {Box}
 */
export const middleOf = ({ x, y, width, height }) => ({
  x: x + width / 2 - MIDDLE_PX / 2,
  y: y + height / 2 - MIDDLE_PX / 2,
  width: MIDDLE_PX,
  height: MIDDLE_PX,
});

/**
 * @param {Box} one
 * @param {Box} other
 */
function overlapArea(one, other) {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(width, 0) * Math.max(height, 0);
}

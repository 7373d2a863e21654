// The card on the board: what an action would do, beside its target, and the choices that stand nowhere in the picture.
// On a narrow page it lies at the top of the panel below the board, so that it never covers the target.

import { byId } from "../../lib/dom.js";
import { boxAround } from "../board/viewport.js";

const GAP_PX = 14;
const NARROW = matchMedia("(max-width: 1000px)");

export class Card {
  /** @param {import("../board/board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.frame = byId("card");
    this.home = byId("dice").parentElement;
    /** @type {string[]} What the card must not cover. */
    this.keys = [];
    NARROW.addEventListener("change", () => this.settle());
    board.viewport.onChange = () => this.place();
    this.settle();
  }

  get isShown() {
    return !this.frame.hidden;
  }

  /** Puts the card where the width of the page wants it. */
  settle() {
    if (NARROW.matches) byId("panel").prepend(this.frame);
    else this.home?.append(this.frame);
    this.place();
  }

  /**
   * Shows content beside what some keys stand for.
   * @param {(Node | null)[]} content
   * @param {object} how
   * @param {string[]} how.keys What the card must not cover, the target last.
   * @param {boolean} how.isPressable Whether it has buttons; else the pointer goes through it.
   */
  show(content, { keys, isPressable }) {
    this.frame.replaceChildren(...content.filter((node) => node !== null));
    this.frame.classList.toggle("pressable", isPressable);
    this.frame.classList.toggle("wide", this.frame.querySelectorAll(".throws > section").length > 1);
    this.frame.hidden = false;
    this.keys = keys;
    this.place();
    this.frame.classList.toggle("scrolls", this.frame.scrollHeight > this.frame.clientHeight);
  }

  hide() {
    this.frame.hidden = true;
    this.frame.replaceChildren();
    this.keys = [];
  }

  /** Finds the place next to the target where the card covers neither it nor the piece that acts. */
  place() {
    const { frame, board, keys } = this;
    if (frame.hidden || NARROW.matches) {
      frame.style.transform = "";
      return;
    }
    const { clientWidth: width, clientHeight: height } = board.frame;
    const size = { width: frame.offsetWidth, height: frame.offsetHeight };
    const boxes = keys.filter((key) => board.find(key)).map((key) => board.viewport.onScreen(board.box(key)));
    const target = boxes.at(-1);
    const place = target ? besideTarget(size, target, boxes, { width, height }) : atTheFoot(size, { width, height });
    frame.style.transform = `translate(${Math.round(place.x)}px, ${Math.round(place.y)}px)`;
  }
}

/**
 * @typedef {{ width: number, height: number }} Size
 * @typedef {import("../board/geometry.js").Point} Point
 */

/**
 * @param {Size} size
 * @param {Size} frame
 * @returns {Point}
 */
const atTheFoot = (size, frame) => ({ x: (frame.width - size.width) / 2, y: frame.height - size.height - GAP_PX });

/**
 * Returns the first place around a target where a card fits without covering any of the boxes; where there is none, the
 * corner of the frame that is farthest from them.
 * @param {Size} size
 * @param {Box} target
 * @param {Box[]} boxes
 * @param {Size} frame
 * @returns {Point}
 */
export function besideTarget(size, target, boxes, frame) {
  const middle = { x: target.x + target.width / 2 - size.width / 2, y: target.y + target.height / 2 - size.height / 2 };
  const most = { x: Math.max(frame.width - size.width, 0), y: Math.max(frame.height - size.height, 0) };
  /** @param {Point} place */
  const inside = ({ x, y }) => ({ x: Math.min(Math.max(x, 0), most.x), y: Math.min(Math.max(y, 0), most.y) });
  const around = [
    { x: target.x + target.width + GAP_PX, y: middle.y },
    { x: target.x - size.width - GAP_PX, y: middle.y },
    { x: middle.x, y: target.y - size.height - GAP_PX },
    { x: middle.x, y: target.y + target.height + GAP_PX },
  ].map(inside);
  const free = around.find((place) => !boxes.some((box) => overlaps({ ...place, ...size }, box)));
  if (free) return free;
  const whole = boxAround(boxes) ?? target;
  const corners = [
    { x: 0, y: 0 },
    { x: most.x, y: 0 },
    { x: 0, y: most.y },
    { x: most.x, y: most.y },
  ];
  /** @param {Point} corner */
  const covered = (corner) => boxes.reduce((sum, box) => sum + overlapArea({ ...corner, ...size }, box), 0);
  /** @param {Point} corner */
  const distance = ({ x, y }) => Math.hypot(x + size.width / 2 - whole.x - whole.width / 2, y - whole.y);
  return corners.sort((one, other) => covered(one) - covered(other) || distance(other) - distance(one))[0];
}

/**
 * @param {Box} one
 * @param {Box} other
 */
const overlaps = (one, other) => overlapArea(one, other) > 0;

/**
 * @param {Box} one
 * @param {Box} other
 */
function overlapArea(one, other) {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(width, 0) * Math.max(height, 0);
}

// Marks over the picture, in its coordinates and shapes: what can be chosen, what was chosen, what is looked at, what a
// guide points at, the reach of a piece, the way of a move and the trace of the last turn.

import { arrowBetween, centreOf, nearestInDirection } from "./geometry.js";
import { outlineInPicture } from "./shapes.js";

const SVG = "http://www.w3.org/2000/svg";
const ARROW_HEAD = "M4 0L-16 -10L-11 0L-16 10z";
const TRACE_HEAD = "M3 0L-9 -5L-9 5z";

/**
 * What is shown beside what can be chosen. All lists hold keys.
 * @typedef {object} Extras
 * @property {[string, string] | null} [arrow] From which key to which.
 * @property {string[]} [path] What a piece passes, in order, with where it begins.
 * @property {string[]} [reach] Where a piece could go.
 * @property {string[]} [targets] What a piece could attack.
 * @property {string[]} [threats] Pieces that could strike.
 * @property {string[]} [blockers] What is in the way.
 * @property {string[]} [lit] What a line of the log or a reason speaks of.
 * @property {[string, string] | null} [sight] A line of sight that is blocked.
 */

export class MarkLayer {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.layer = document.createElementNS(SVG, "svg");
    this.layer.classList.add("marks");
    /** @type {Map<string, SVGGeometryElement>} The marks that can be chosen, by key. */
    this.selectable = new Map();
    /** @type {string[]} */
    this.pointed = [];
    board.frame.addEventListener("keydown", (event) => this.press(event));
  }

  /**
   * Takes all marks away: another picture is shown.
   * @param {string} viewBox
   */
  reset(viewBox) {
    this.clear();
    this.layer.setAttribute("viewBox", viewBox);
    this.board.canvas.append(this.layer);
  }

  /** Takes all marks away and leaves the picture as it is. */
  clear() {
    this.layer.replaceChildren();
    this.selectable.clear();
  }

  /**
   * Points at keys from now on: what a guide speaks of.
   * @param {string[]} keys
   */
  point(keys) {
    this.pointed = keys;
  }

  /**
   * Marks what can be chosen, in its order, and what was chosen.
   * @param {Map<string, string>} selectable The words of every key.
   * @param {string[]} chosen
   * @param {Extras} [extras]
   */
  show(selectable, chosen, extras = {}) {
    const { board, layer } = this;
    const focused = this.keyOf(document.activeElement);
    this.clear();
    if (!layer.isConnected) board.canvas.append(layer);
    for (const svg of [board.svg, layer]) svg?.classList.toggle("selecting", chosen.length > 0);
    for (const key of extras.reach ?? []) this.add(key, "reach");
    for (const key of this.pointed) this.add(key, "point");
    for (const key of chosen) this.add(key, "chosen");
    for (const [key, words] of selectable) this.addSelectable(key, words);
    for (const key of extras.targets ?? []) this.add(key, "target");
    for (const key of extras.threats ?? []) this.add(key, "threat");
    for (const key of extras.blockers ?? []) this.add(key, "blocker");
    for (const key of extras.lit ?? []) this.add(key, "lit");
    if (extras.path && extras.path.length > 1) this.addWay(extras.path);
    else if (extras.arrow) this.addArrow(...extras.arrow);
    if (extras.sight) this.addLine("sight", ...extras.sight);
    if (focused) this.selectable.get(focused)?.focus({ preventScroll: true });
  }

  /** Shows the way of every piece that moved since the trace was begun. */
  showTrace() {
    for (const points of this.board.trace.values()) {
      const line = points.map(({ x, y }, index) => `${index ? "L" : "M"}${x} ${y}`).join("");
      const [before, last] = points.slice(-2);
      const angle = (Math.atan2(last.y - before.y, last.x - before.x) * 180) / Math.PI;
      this.addPath("trace", line);
      const head = this.addPath("trace-head", TRACE_HEAD);
      head.setAttribute("transform", `translate(${last.x} ${last.y}) rotate(${angle})`);
    }
  }

  /**
   * @param {string} key
   * @param {string} className
   */
  add(key, className) {
    const { svg } = this.board;
    if (!svg || !this.board.find(key)) return null;
    const outline = outlineInPicture(this.board.body(key), svg);
    outline.classList.add(className);
    outline.dataset.of = key;
    this.layer.append(outline);
    return outline;
  }

  /**
   * @param {string} key
   * @param {string} words
   */
  addSelectable(key, words) {
    const outline = this.add(key, "mark");
    if (!outline) return;
    outline.dataset.mark = key;
    outline.setAttribute("tabindex", "0");
    outline.setAttribute("role", "button");
    outline.setAttribute("aria-label", words);
    this.selectable.set(key, outline);
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  addArrow(from, to) {
    const { board } = this;
    if (!board.find(from) || !board.find(to) || from === to) return;
    const { line, head } = arrowBetween(board.box(from), board.box(to));
    this.addPath("arrow-edge", line);
    this.addPath("arrow", line);
    this.addPath("arrow-head", ARROW_HEAD).setAttribute("transform", head);
  }

  /**
   * Draws the way along some keys, with an arrow head at its end.
   * @param {string[]} keys
   */
  addWay(keys) {
    const { board } = this;
    const points = keys.filter((key) => board.find(key)).map((key) => centreOf(board.box(key)));
    if (points.length < 2) return;
    const line = points.map(({ x, y }, index) => `${index ? "L" : "M"}${x} ${y}`).join("");
    const [before, last] = points.slice(-2);
    const angle = (Math.atan2(last.y - before.y, last.x - before.x) * 180) / Math.PI;
    this.addPath("arrow-edge", line);
    this.addPath("arrow", line);
    const head = this.addPath("arrow-head", ARROW_HEAD);
    head.setAttribute("transform", `translate(${last.x} ${last.y}) rotate(${angle})`);
  }

  /**
   * @param {string} className
   * @param {string} from
   * @param {string} to
   */
  addLine(className, from, to) {
    const { board } = this;
    if (!board.find(from) || !board.find(to)) return;
    const [start, end] = [centreOf(board.box(from)), centreOf(board.box(to))];
    this.addPath(className, `M${start.x} ${start.y}L${end.x} ${end.y}`);
  }

  /**
   * @param {string} className
   * @param {string} line
   */
  addPath(className, line) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", line);
    path.classList.add(className);
    this.layer.append(path);
    return path;
  }

  /**
   * Returns the key of the mark that an element is or is in.
   * @param {Element | null} element
   */
  keyOf(element) {
    const mark = /** @type {SVGElement | null | undefined} */ (element?.closest(".mark"));
    return mark?.dataset.mark;
  }

  /**
   * Returns the keys of the marks under a point of the screen, the smallest first: a piece may hide its place.
   * @param {number} x
   * @param {number} y
   */
  keysAt(x, y) {
    const point = new DOMPoint(x, y);
    return [...this.selectable]
      .filter(([, mark]) => {
        const matrix = mark.getScreenCTM();
        return matrix && mark.isPointInFill(point.matrixTransform(matrix.inverse()));
      })
      .map(([key]) => ({ key, box: this.board.box(key) }))
      .sort((one, other) => one.box.width * one.box.height - other.box.width * other.box.height)
      .map(({ key }) => key);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const key = this.keyOf(/** @type {Element} */ (event.target));
    if (!key) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.board.onChoose([key], { isLong: false });
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      event.stopPropagation();
      this.focusNext(key, event.key);
    }
  }

  /**
   * Moves the focus to the nearest mark in a direction.
   * @param {string} from
   * @param {string} arrowKey
   */
  focusNext(from, arrowKey) {
    /** @type {[SVGGeometryElement, import("./geometry.js").Point][]} */
    const centres = [...this.selectable].map(([key, mark]) => [mark, centreOf(this.board.box(key))]);
    nearestInDirection(centreOf(this.board.box(from)), arrowKey, centres)?.focus();
  }
}

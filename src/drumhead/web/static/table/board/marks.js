// Marks over the picture: what can be chosen, what was chosen, what a guide points at, and an arrow for what is about
// to happen. They are not in the picture: where they change, it need not be painted anew.

import { arrowBetween, centreOf, nearestInDirection } from "./geometry.js";

const SVG = "http://www.w3.org/2000/svg";
const ARROW_HEAD = "M4 0L-16 -10L-11 0L-16 10z";
const CORNER_RADIUS = 7;

export class MarkLayer {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.layer = document.createElementNS(SVG, "svg");
    this.layer.classList.add("marks");
    /** @type {Map<string, SVGRectElement>} The marks that can be chosen, by key. */
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
   * @param {[string, string] | null} [arrow] From which key to which.
   */
  show(selectable, chosen, arrow = null) {
    const { board, layer } = this;
    const focused = this.keyOf(document.activeElement);
    // All boxes are measured before anything changes: measuring between changes is slow.
    const keys = [...this.pointed, ...chosen, ...selectable.keys(), ...(arrow ?? [])];
    for (const key of keys) if (board.find(key)) board.box(key);
    this.clear();
    if (!layer.isConnected) board.frame.append(layer);
    for (const svg of [board.svg, layer]) svg?.classList.toggle("selecting", chosen.length > 0);
    for (const key of this.pointed) this.add(key, "point");
    for (const key of chosen) this.add(key, "chosen");
    for (const [key, words] of selectable) this.addSelectable(key, words);
    if (arrow) this.addArrow(...arrow);
    if (focused) this.selectable.get(focused)?.focus({ preventScroll: true });
  }

  /**
   * @param {string} key
   * @param {string} className
   */
  add(key, className) {
    if (!this.board.find(key)) return null;
    const { x, y, width, height } = this.board.box(key);
    const rect = document.createElementNS(SVG, "rect");
    const bounds = {
      x: x + 1,
      y: y + 1,
      width: Math.max(width - 2, 1),
      height: Math.max(height - 2, 1),
      rx: CORNER_RADIUS,
    };
    for (const [name, value] of Object.entries(bounds)) rect.setAttribute(name, String(value));
    rect.classList.add(className);
    this.layer.append(rect);
    return rect;
  }

  /**
   * @param {string} key
   * @param {string} words
   */
  addSelectable(key, words) {
    const rect = this.add(key, "mark");
    if (!rect) return;
    rect.dataset.mark = key;
    rect.setAttribute("tabindex", "0");
    rect.setAttribute("role", "button");
    rect.setAttribute("aria-label", words);
    this.selectable.set(key, rect);
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
    return [...this.selectable]
      .map(([key, mark]) => ({ key, box: mark.getBoundingClientRect() }))
      .filter(({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)
      .sort((one, other) => one.box.width * one.box.height - other.box.width * other.box.height)
      .map(({ key }) => key);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const key = this.keyOf(/** @type {Element} */ (event.target));
    if (!key) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.board.onChoose([key]);
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      this.focusNext(key, event.key);
    }
  }

  /**
   * Moves the focus to the nearest mark in a direction.
   * @param {string} from
   * @param {string} arrowKey
   */
  focusNext(from, arrowKey) {
    /** @type {[SVGRectElement, import("./geometry.js").Point][]} */
    const centres = [...this.selectable.values()].map((mark) => [mark, centreOf(mark.getBoundingClientRect())]);
    const start = this.selectable.get(from)?.getBoundingClientRect();
    if (start) nearestInDirection(centreOf(start), arrowKey, centres)?.focus();
  }
}

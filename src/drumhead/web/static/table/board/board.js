// The picture of the battle: replaces it, animates what moved or fell, and finds its pieces and places by their keys.

import { adoptStyle, make } from "../../lib/dom.js";
import { prefersReducedMotion } from "../../lib/motion.js";
import { centreOf } from "./geometry.js";
import { MarkLayer } from "./marks.js";
import { Picture } from "./picture.js";
import { bodyOf, boxInPicture, matrixInPicture } from "./shapes.js";
import { boxAround, mostTogether, Viewport } from "./viewport.js";

const SVG = "http://www.w3.org/2000/svg";
const MOVE_SECONDS = 0.45;
const FADE_MS = 900;
/** A piece that moves less, in units of the picture, does not glide. */
const MIN_GLIDE = 3;

/** @typedef {import("./geometry.js").Point} Point */

export class Board {
  /** @param {HTMLElement} frame */
  constructor(frame) {
    this.frame = frame;
    this.canvas = make("div", { class: "canvas" });
    frame.replaceChildren(this.canvas);
    this.viewport = new Viewport(frame, this.canvas);
    this.picture = new Picture();
    /** @type {WeakMap<SVGGraphicsElement, Box>} The box of every piece that was measured. */
    this.pieceBoxes = new WeakMap();
    /** @type {(keys: string[], how: { isLong: boolean }) => void} Gets the keys under a click, the innermost first. */
    this.onChoose = () => {};
    /** @type {Set<string>} */
    this.styles = new Set();
    /** @type {Map<string, SVGGraphicsElement | null>} The element of every key that was looked for. */
    this.elements = new Map();
    /** @type {Map<string, Box>} */
    this.boxes = new Map();
    /** @type {Map<string, Point>} The centre of every piece in the picture. */
    this.centres = new Map();
    /** @type {Map<string, Point[]>} Where pieces came by since the trace was begun. */
    this.trace = new Map();
    this.marks = new MarkLayer(this);
    this.viewport.isTaken = ({ target, clientX, clientY }) =>
      this.marks.keysAt(clientX, clientY).length > 0 ||
      (target instanceof Element && target.closest(".dh-can") !== null);
    frame.addEventListener("click", (event) => this.click(event, false));
    frame.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.click(event, true);
    });
  }

  /** @returns {SVGSVGElement | null} */
  get svg() {
    return this.picture.svg;
  }

  /** The groups of pieces that can be placed together. */
  get groups() {
    const found = /** @type {NodeListOf<SVGElement>} */ (this.frame.querySelectorAll("[data-group]"));
    return [...found].map((element) => ({
      key: element.dataset.key ?? "",
      name: element.ariaLabel ?? "",
      pieces: (element.dataset.group ?? "").split(" "),
    }));
  }

  /**
   * Adopts the style of the pictures; the page allows none inside them.
   * @param {string | undefined} style
   */
  adoptStyle(style) {
    if (!style || this.styles.has(style)) return;
    this.styles.add(style);
    adoptStyle(style);
  }

  /** Takes the picture away. */
  clear() {
    this.canvas.replaceChildren();
    this.picture.clear();
    this.elements.clear();
    this.boxes.clear();
    this.centres.clear();
  }

  /**
   * Shows another picture; what moved glides, what fell fades.
   * @param {string} picture
   * @param {number} [seconds]
   * @param {Iterable<string>} [traced] The keys of the pieces whose ways are added to the trace.
   */
  show(picture, seconds = MOVE_SECONDS, traced = []) {
    const isAnimated = seconds > 0 && !prefersReducedMotion();
    const change = this.picture.compare(picture);
    const lost = isAnimated && this.svg ? this.lostPieces(this.svg, change) : [];
    const svg = change.apply();
    if (change.isOther) this.canvas.replaceChildren(svg);
    this.elements.clear();
    this.boxes.clear();
    this.marks.reset(svg.getAttribute("viewBox") ?? "");
    const { pieces } = this;
    const boxes = pieces.map((piece) => this.pieceBox(piece, svg)); // before what has them laid out anew
    const before = this.centres;
    this.centres = new Map(pieces.map((piece, index) => [piece.dataset.key ?? "", centreOf(boxes[index])]));
    this.viewport.setPicture(
      svg,
      boxes.filter((box) => box.width),
    );
    for (const ghost of lost) fade(svg, ghost);
    this.followPieces(before, { seconds: isAnimated ? seconds : 0, traced: new Set(traced) });
  }

  /**
   * Returns the box of a piece; one that was drawn the same in the last picture is not measured again.
   * @param {SVGGraphicsElement} piece
   * @param {SVGSVGElement} svg
   */
  pieceBox(piece, svg) {
    const box = this.pieceBoxes.get(piece) ?? boxInPicture(bodyOf(piece), svg);
    this.pieceBoxes.set(piece, box);
    return box;
  }

  get pieces() {
    const found = /** @type {NodeListOf<SVGGraphicsElement>} */ (this.frame.querySelectorAll(".dh-unit[data-key]"));
    return [...found];
  }

  /**
   * Lets the pieces that moved glide, and adds their way to the trace.
   * @param {Map<string, Point>} before
   * @param {{ seconds: number, traced: Set<string> }} how
   */
  followPieces(before, { seconds, traced }) {
    const { svg } = this;
    if (!svg) return;
    for (const piece of this.pieces) {
      const key = piece.dataset.key ?? "";
      const [from, to] = [before.get(key), this.centres.get(key)];
      if (!from || !to) continue;
      if (Math.hypot(from.x - to.x, from.y - to.y) < MIN_GLIDE) continue;
      if (traced.has(key)) this.trace.set(key, [...(this.trace.get(key) ?? [from]), to]);
      if (!seconds) continue;
      const scale = piece.parentElement
        ? matrixInPicture(/** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (piece.parentElement)), svg).a || 1
        : 1;
      const [dx, dy] = [(from.x - to.x) / scale, (from.y - to.y) / scale];
      const { parentNode, nextSibling } = piece;
      parentNode?.appendChild(piece); // above what it passes
      const isNested = parentNode !== svg; // of others, the next picture restores the order
      const gliding = piece.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], {
        duration: seconds * 1000,
        easing: "cubic-bezier(.3,.1,.2,1)",
        composite: "add",
      });
      const settle = () => {
        if (isNested && parentNode?.contains(piece) && (!nextSibling || nextSibling.parentNode === parentNode))
          parentNode.insertBefore(piece, nextSibling);
      };
      gliding.finished.catch(() => {}).finally(settle);
    }
  }

  /** Begins a new trace. */
  clearTrace() {
    this.trace.clear();
  }

  /**
   * Returns copies of the pieces that the next picture does not show any more, each where it was.
   * @param {SVGSVGElement} old
   * @param {{ gone: Element[], come: Element[] }} change
   */
  lostPieces(old, { gone, come }) {
    const staying = within(old, "[data-key]").filter((element) => !gone.some((one) => one.contains(element)));
    const coming = come.flatMap((element) => within(element, "[data-key]"));
    const kept = new Set([...staying, ...coming].map((piece) => piece.dataset.key));
    return gone
      .flatMap((element) => within(element, ".dh-unit[data-key], .dh-tile[data-key]"))
      .filter((piece) => !kept.has(piece.dataset.key) && !piece.parentElement?.closest(".dh-unit:not([data-key])"))
      .map((piece) => {
        const { a, b, c, d, e, f } = matrixInPicture(piece, old);
        const ghost = document.createElementNS(SVG, "g");
        ghost.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
        const copy = /** @type {SVGElement} */ (piece.cloneNode(true));
        copy.removeAttribute("transform");
        copy.removeAttribute("data-key");
        ghost.append(copy);
        return ghost;
      });
  }

  /**
   * Returns the element of a key, or null: of several the first that can be seen.
   * @param {string} key
   */
  find(key) {
    let found = this.elements.get(key);
    if (found === undefined) {
      const all = /** @type {NodeListOf<SVGGraphicsElement>} */ (
        this.frame.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)
      );
      found = [...all].find((element) => element.getBoundingClientRect().width) || null;
      this.elements.set(key, found);
    }
    return found;
  }

  /**
   * Returns the shape of a key that is found.
   * @param {string} key
   */
  body(key) {
    const element = this.find(key);
    if (!element) throw new Error(`the picture does not show ${key}`);
    return bodyOf(element);
  }

  /**
   * Returns the box of a key that is found, in the coordinates of the picture.
   * @param {string} key
   */
  box(key) {
    let box = this.boxes.get(key);
    if (!box) {
      const { svg } = this;
      if (!svg) throw new Error("there is no picture");
      box = boxInPicture(this.body(key), svg);
      this.boxes.set(key, box);
    }
    return box;
  }

  /**
   * Scrolls until the pieces and places of some keys are seen; where not all fit, until most of them are.
   * @param {Iterable<string>} keys
   * @param {{ isNear?: boolean }} [how]
   */
  lookAt(keys, how) {
    const boxes = [...keys].filter((key) => this.find(key)).map((key) => this.box(key));
    const box = boxAround(mostTogether(boxes, this.viewport.seenSize));
    if (box) this.viewport.lookAt(box, how);
  }

  /**
   * @param {MouseEvent} event
   * @param {boolean} isLong Whether the piece is meant, not the place that it stands on.
   */
  click(event, isLong) {
    this.onChoose(this.keysAt(event), { isLong });
  }

  /**
   * Returns the keys under a point of the screen, the innermost first.
   * @param {{ target: EventTarget | null, clientX: number, clientY: number }} event
   */
  keysAt({ target, clientX, clientY }) {
    const mark = target instanceof Element ? this.marks.keyOf(target) : undefined;
    if (mark) return [mark];
    return [...(target instanceof Element ? keysAround(target) : []), ...this.marks.keysAt(clientX, clientY)];
  }
}

/**
 * Returns an element and what is in it, as far as a selector matches.
 * @param {Element} element
 * @param {string} selector
 */
function within(element, selector) {
  const found = [...(element.matches(selector) ? [element] : []), ...element.querySelectorAll(selector)];
  return /** @type {SVGGraphicsElement[]} */ (found);
}

/**
 * Returns the keys of an element and of what it stands on, the innermost first.
 * @param {Element} element
 */
export function keysAround(element) {
  const keys = [];
  let at = /** @type {SVGElement | null | undefined} */ (element.closest("[data-key]"));
  while (at) {
    keys.push(at.dataset.key ?? "");
    at = /** @type {SVGElement | null | undefined} */ (at.parentElement?.closest("[data-key]"));
  }
  return keys;
}

/**
 * @param {SVGSVGElement} svg
 * @param {SVGGElement} ghost
 */
function fade(svg, ghost) {
  ghost.classList.add("ghost");
  svg.append(ghost);
  const fading = ghost.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE_MS, easing: "ease-in" });
  fading.finished.catch(() => {}).finally(() => ghost.remove());
}

// The picture of the battle: replaces it, animates what moved or fell, and finds its pieces and places by their keys.

import { adoptStyle, parseSvg } from "../../lib/dom.js";
import { prefersReducedMotion } from "../../lib/motion.js";
import { MarkLayer } from "./marks.js";

const SVG = "http://www.w3.org/2000/svg";
const MOVE_SECONDS = 0.45;
const FADE_MS = 900;
/** A piece that moves less on the screen does not glide. */
const MIN_GLIDE_PX = 3;

export class Board {
  /** @param {HTMLElement} frame */
  constructor(frame) {
    this.frame = frame;
    /** @type {(keys: string[]) => void} Gets the keys under a click, the innermost first. */
    this.onChoose = () => {};
    /** @type {Set<string>} */
    this.styles = new Set();
    /** @type {Map<string, SVGGraphicsElement | null>} The element of every key that was looked for. */
    this.elements = new Map();
    /** @type {Map<string, Box>} */
    this.boxes = new Map();
    this.marks = new MarkLayer(this);
    window.addEventListener("resize", () => this.boxes.clear());
    frame.addEventListener("click", (event) => this.click(event));
  }

  /** @returns {SVGSVGElement | null} */
  get svg() {
    return this.frame.querySelector("svg.dh");
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

  /**
   * Shows another picture; what moved glides, what fell fades.
   * @param {string} picture
   * @param {number} [seconds]
   */
  show(picture, seconds = MOVE_SECONDS) {
    const isAnimated = !prefersReducedMotion();
    const before = isAnimated ? this.centres() : new Map();
    const svg = document.adoptNode(parseSvg(picture)); // not copied: there are a thousand elements in it
    const old = this.svg;
    const lost = isAnimated && old ? this.lostPieces(old, svg) : [];
    this.frame.replaceChildren(svg);
    this.elements.clear();
    this.boxes.clear();
    this.marks.reset(svg.getAttribute("viewBox") ?? "");
    for (const ghost of lost) fade(svg, ghost);
    if (before.size) this.glide(before, seconds);
  }

  get pieces() {
    const found = /** @type {NodeListOf<SVGGraphicsElement>} */ (this.frame.querySelectorAll(".dh-unit[data-key]"));
    return [...found];
  }

  /**
   * Returns the centre of every piece on the screen.
   * @returns {Map<string | undefined, [number, number]>}
   */
  centres() {
    const found = new Map();
    for (const piece of this.pieces) {
      const { x, y, width, height } = piece.getBoundingClientRect();
      if (width) found.set(piece.dataset.key, [x + width / 2, y + height / 2]);
    }
    return found;
  }

  /**
   * @param {Map<string | undefined, [number, number]>} before
   * @param {number} seconds
   */
  glide(before, seconds) {
    for (const piece of this.pieces) {
      const from = before.get(piece.dataset.key);
      if (!from) continue;
      const { x, y, width, height } = piece.getBoundingClientRect();
      const dx = from[0] - x - width / 2;
      const dy = from[1] - y - height / 2;
      if (Math.hypot(dx, dy) < MIN_GLIDE_PX) continue;
      const scale = piece.getScreenCTM()?.a || 1;
      piece.parentNode?.appendChild(piece); // above what it passes
      piece.animate([{ transform: `translate(${dx / scale}px, ${dy / scale}px)` }, { transform: "none" }], {
        duration: seconds * 1000,
        easing: "cubic-bezier(.3,.1,.2,1)",
        composite: "add",
      });
    }
  }

  /**
   * Returns copies of the pieces that the next picture does not show any more, each where it was.
   * @param {SVGSVGElement} old
   * @param {SVGSVGElement} next
   */
  lostPieces(old, next) {
    const keyed = /** @type {NodeListOf<SVGElement>} */ (next.querySelectorAll("[data-key]"));
    const kept = new Set([...keyed].map((piece) => piece.dataset.key));
    const toPicture = old.getScreenCTM()?.inverse();
    if (!toPicture) return [];
    const pieces = /** @type {NodeListOf<SVGGraphicsElement>} */ (
      old.querySelectorAll(".dh-unit[data-key], .dh-tile[data-key]")
    );
    return [...pieces]
      .filter((piece) => !kept.has(piece.dataset.key) && !piece.parentElement?.closest(".dh-unit:not([data-key])"))
      .map((piece) => {
        const matrix = piece.getScreenCTM();
        const ghost = document.createElementNS(SVG, "g");
        if (matrix) {
          const { a, b, c, d, e, f } = toPicture.multiply(matrix);
          ghost.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
        }
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
   * Returns the box of a key that is found, in the coordinates of the picture. It is measured once, for measuring
   * between changes is slow.
   * @param {string} key
   */
  box(key) {
    let box = this.boxes.get(key);
    if (!box) {
      const element = this.find(key);
      const toPicture = this.svg?.getScreenCTM()?.inverse();
      if (!element || !toPicture) throw new Error(`the picture does not show ${key}`);
      const { left, top, right, bottom } = bodyOf(element).getBoundingClientRect();
      const one = new DOMPoint(left, top).matrixTransform(toPicture);
      const other = new DOMPoint(right, bottom).matrixTransform(toPicture);
      box = { x: one.x, y: one.y, width: other.x - one.x, height: other.y - one.y };
      this.boxes.set(key, box);
    }
    return box;
  }

  /** @param {MouseEvent} event */
  click(event) {
    const target = /** @type {Element} */ (event.target);
    const mark = this.marks.keyOf(target);
    if (mark) this.onChoose([mark]);
    else this.onChoose([...keysAround(target), ...this.marks.keysAt(event.clientX, event.clientY)]);
  }
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
 * Returns the part of an element that has its size: of a place its ground, not the pieces upon it.
 * @param {SVGGraphicsElement} element
 */
function bodyOf(element) {
  return element.matches(".dh-unit, .dh-tile") ? element : element.querySelector(":scope > rect") || element;
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

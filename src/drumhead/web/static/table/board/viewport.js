// How large the board is and which part of it is seen: it fits its frame, is enlarged by pinch, wheel, double tap and
// buttons, is panned by scrolling, and opens where the action is. The scale changes only where the reader asks for it.

import { prefersReducedMotion } from "../../lib/motion.js";
import { centreOf } from "./geometry.js";
import { matrixInPicture } from "./shapes.js";

const SVG = "http://www.w3.org/2000/svg";
/** A piece is at least this large where it is worked with by finger. */
const MIN_PIECE_PX = 34;
/** The height of a piece that is not flat is at least this share of its width. */
const FLATTEST = 0.6;
/** Lettering that would be smaller is hidden, on a board that is played on and on one that is only looked at. */
const MIN_LETTER_PX = 9;
const MIN_LOOKED_AT_PX = 7;
const MAX_ZOOM = 5;
const BUTTON_FACTOR = 1.4;
const WHEEL_FACTOR = 1.0015;
const DOUBLE_TAP_MS = 320;
const DOUBLE_TAP_PX = 30;
const EDGE_PX = 24;
const ONE_PIXEL = 1;

export class Viewport {
  /**
   * @param {HTMLElement} frame What scrolls.
   * @param {HTMLElement} canvas What lies in it, as large as the picture.
   */
  constructor(frame, canvas) {
    this.frame = frame;
    this.canvas = canvas;
    /** @type {SVGSVGElement | null} Shows which part is seen; not every page has one. */
    this.minimap = document.querySelector("svg.minimap");
    /** @type {Box} The view box of the picture. */
    this.picture = { x: 0, y: 0, width: 0, height: 0 };
    this.scale = 0; // CSS pixels for one unit of the picture
    this.pieceSize = 0; // the shorter side of the smallest piece, in units of the picture
    this.keySize = 0; // the lettering of the names of pieces, in units of the picture
    /** @type {[Element, number][]} The lettering of the picture, with its size in units of the picture. */
    this.lettering = [];
    /** @type {{ box: Box, isNear: boolean } | null} What the frame is scrolling to. */
    this.heading = null;
    this.isPlayedOn = true; // a board that is only looked at opens as a whole
    /** @type {(event: PointerEvent) => boolean} Whether a tap there means something else than to enlarge. */
    this.isTaken = () => false;
    /** @type {() => void} Called when the scale or the part that is seen has changed. */
    this.onChange = () => {};
    new ResizeObserver(() => this.refit()).observe(frame);
    frame.addEventListener("scroll", () => this.changed(), { passive: true });
    for (const ended of ["scrollend", "pointerdown", "wheel"])
      frame.addEventListener(ended, () => (this.heading = null), { passive: true });
    this.minimap?.addEventListener("animationend", () => this.minimap?.classList.remove("moved"));
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.listenToFingers();
  }

  /** The scale at which the whole picture fits the frame. */
  get fitScale() {
    const { clientWidth, clientHeight } = this.frame;
    const { width, height } = this.picture;
    return width ? Math.min(clientWidth / width, clientHeight / height) : 1;
  }

  /** The scale at which a battle is played: the whole picture where pieces are large enough, else a part of it. */
  get workingScale() {
    const isByFinger = matchMedia("(pointer: coarse)").matches || this.frame.clientWidth < 700;
    const { fitScale, pieceSize, keySize } = this;
    if (!this.isPlayedOn || !isByFinger || !pieceSize) return fitScale;
    return Math.max(fitScale, MIN_PIECE_PX / pieceSize, keySize ? MIN_LETTER_PX / keySize : 0);
  }

  /** The size of the part that is seen, in units of the picture. */
  get seenSize() {
    const { clientWidth, clientHeight } = this.frame;
    return { width: clientWidth / (this.scale || 1), height: clientHeight / (this.scale || 1) };
  }

  get isZoomed() {
    return this.scale > this.fitScale * 1.01;
  }

  /**
   * Takes another picture; the scale stays where its size does.
   * @param {SVGSVGElement} svg
   * @param {Box[]} pieces
   */
  setPicture(svg, pieces) {
    const [x, y, width, height] = (svg.getAttribute("viewBox") ?? "0 0 1 1").split(/[\s,]+/).map(Number);
    const isSame = width === this.picture.width && height === this.picture.height;
    this.picture = { x, y, width, height };
    this.lettering = letteringOf(svg);
    // A flat box is a piece that shares its square, or a row of several: its side says little of what a finger must hit.
    const upright = pieces.filter((box) => box.height >= FLATTEST * box.width);
    const sides = (upright.length ? upright : pieces).map((box) => Math.min(box.width, box.height));
    if (sides.length && !this.pieceSize) this.pieceSize = Math.min(...sides);
    const keys = this.lettering.filter(([text]) => text.matches(".dh-key")).map(([, size]) => size);
    if (keys.length && !this.keySize) this.keySize = Math.max(...keys);
    if (!isSame || !this.scale) this.setScale(this.workingScale);
    else this.showDetail();
    this.drawMinimap(pieces);
  }

  /** Keeps what is seen when the frame changes its size. */
  refit() {
    if (!this.picture.width) return;
    const centre = this.centre();
    const wasWorking = !this.isReaderScale;
    const { heading } = this; // a smooth scroll ends where the frame changes
    this.setScale(wasWorking ? this.workingScale : Math.max(this.scale, this.fitScale));
    if (heading) this.lookAt(heading.box, { isSmooth: false, isNear: heading.isNear });
    else this.lookAt({ ...centre, width: 0, height: 0 }, { isSmooth: false });
  }

  /** The point of the picture in the middle of the frame. */
  centre() {
    const { frame, scale, picture } = this;
    return {
      x: picture.x + (frame.scrollLeft + frame.clientWidth / 2) / (scale || 1),
      y: picture.y + (frame.scrollTop + frame.clientHeight / 2) / (scale || 1),
    };
  }

  /**
   * Sets the scale; the point of the screen that is given keeps its place in the picture.
   * @param {number} scale
   * @param {{ clientX: number, clientY: number } | null} [at]
   */
  setScale(scale, at = null) {
    const { frame, canvas, picture } = this;
    const next = Math.min(Math.max(scale, this.fitScale), this.fitScale * MAX_ZOOM);
    const frameBox = frame.getBoundingClientRect();
    const old = canvas.getBoundingClientRect();
    const x = at ? at.clientX : frameBox.left + frameBox.width / 2;
    const y = at ? at.clientY : frameBox.top + frameBox.height / 2;
    const share = { x: old.width ? (x - old.left) / old.width : 0.5, y: old.height ? (y - old.top) / old.height : 0.5 };
    this.scale = next;
    canvas.style.width = `${picture.width * next}px`;
    canvas.style.height = `${picture.height * next}px`;
    frame.scrollLeft += canvas.getBoundingClientRect().left + share.x * picture.width * next - x;
    frame.scrollTop += canvas.getBoundingClientRect().top + share.y * picture.height * next - y;
    this.showDetail();
    this.changed();
  }

  /** Hides lettering that could not be read. */
  showDetail() {
    const least = this.isPlayedOn ? MIN_LETTER_PX : MIN_LOOKED_AT_PX;
    for (const [text, size] of this.lettering) text.classList.toggle("too-small", size * this.scale < least);
  }

  /**
   * Scrolls until a part of the picture is seen; where it is too large, its middle.
   * @param {Box} box
   * @param {{ isSmooth?: boolean, isNear?: boolean }} [how] Near: no farther than needed, else to the middle.
   */
  lookAt(box, { isSmooth = true, isNear = false } = {}) {
    const { frame, scale, picture } = this;
    const left = (box.x - picture.x) * scale;
    const top = (box.y - picture.y) * scale;
    const isSeen =
      box.width > 0 &&
      left >= frame.scrollLeft - ONE_PIXEL &&
      top >= frame.scrollTop - ONE_PIXEL &&
      left + box.width * scale <= frame.scrollLeft + frame.clientWidth + ONE_PIXEL &&
      top + box.height * scale <= frame.scrollTop + frame.clientHeight + ONE_PIXEL;
    this.heading = null;
    if (isSeen) return;
    const isGliding = isSmooth && !prefersReducedMotion();
    if (isGliding) this.heading = { box, isNear };
    /**
     * @param {number} now
     * @param {number} start
     * @param {number} end
     * @param {number} size
     */
    const along = (now, start, end, size) =>
      isNear && end - start <= size ? Math.min(start, Math.max(now, end - size)) : (start + end - size) / 2;
    frame.scrollTo({
      left: along(frame.scrollLeft, left, left + box.width * scale, frame.clientWidth),
      top: along(frame.scrollTop, top, top + box.height * scale, frame.clientHeight),
      behavior: isGliding ? "smooth" : "instant",
    });
  }

  /** Whether the reader has chosen a scale of their own. */
  isReaderScale = false;

  /**
   * @param {number} factor
   * @param {{ clientX: number, clientY: number } | null} [at]
   */
  zoomBy(factor, at = null) {
    this.isReaderScale = true;
    this.setScale(this.scale * factor, at);
  }

  enlarge() {
    this.zoomBy(BUTTON_FACTOR);
  }

  reduce() {
    this.zoomBy(1 / BUTTON_FACTOR);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (event.shiftKey || !event.deltaY) return;
    event.preventDefault();
    this.zoomBy(WHEEL_FACTOR ** -event.deltaY, event);
  }

  /** Two fingers pinch and pan together; one finger scrolls by itself; two taps enlarge or show everything. */
  listenToFingers() {
    const { frame } = this;
    let distance = 0;
    let middle = { clientX: 0, clientY: 0 };
    let lastTap = { at: 0, x: 0, y: 0 };
    /** @param {TouchEvent} event */
    const read = ({ touches: [one, other] }) => ({
      distance: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
      middle: { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 },
    });
    frame.addEventListener(
      "touchstart",
      (event) => {
        if (event.touches.length === 2) ({ distance, middle } = read(event));
      },
      { passive: true },
    );
    frame.addEventListener(
      "touchmove",
      (event) => {
        if (event.touches.length !== 2 || !distance) return;
        event.preventDefault();
        const now = read(event);
        this.zoomBy(now.distance / distance, now.middle);
        frame.scrollLeft -= now.middle.clientX - middle.clientX;
        frame.scrollTop -= now.middle.clientY - middle.clientY;
        ({ distance, middle } = now);
      },
      { passive: false },
    );
    frame.addEventListener("pointerup", (event) => {
      if (event.pointerType !== "touch" || distance) {
        distance = 0;
        return;
      }
      const isSecond =
        event.timeStamp - lastTap.at < DOUBLE_TAP_MS &&
        Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < DOUBLE_TAP_PX;
      lastTap = { at: event.timeStamp, x: event.clientX, y: event.clientY };
      if (!isSecond || this.isTaken(event)) return;
      lastTap.at = 0;
      const isLarge = this.scale > this.fitScale * 1.5;
      this.isReaderScale = true;
      this.setScale(isLarge ? this.fitScale : Math.max(this.workingScale, this.fitScale * 2), event);
    });
  }

  changed() {
    this.showFrameOnMinimap();
    this.onChange();
  }

  /** @param {Box[]} pieces */
  drawMinimap(pieces) {
    const { x, y, width, height } = this.picture;
    if (!this.minimap) return;
    this.minimap.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    const dots = pieces.map((box) => {
      const dot = document.createElementNS(SVG, "rect");
      for (const [name, value] of Object.entries(box)) dot.setAttribute(name, String(value));
      return dot;
    });
    const seen = document.createElementNS(SVG, "rect");
    seen.classList.add("seen");
    this.minimap.replaceChildren(...dots, seen);
    this.showFrameOnMinimap();
  }

  showFrameOnMinimap() {
    const { frame, scale, picture, minimap } = this;
    minimap?.toggleAttribute("hidden", !this.isZoomed);
    const seen = minimap?.querySelector(".seen");
    if (!seen || !scale || !this.isZoomed) return;
    minimap?.classList.remove("moved"); // begun anew, it stays in sight a little longer
    minimap?.getBoundingClientRect();
    minimap?.classList.add("moved");
    const box = {
      x: picture.x + frame.scrollLeft / scale,
      y: picture.y + frame.scrollTop / scale,
      width: frame.clientWidth / scale,
      height: frame.clientHeight / scale,
    };
    for (const [name, value] of Object.entries(box)) seen.setAttribute(name, String(value));
  }

  /**
   * Returns a box of the picture in pixels of the frame's visible part.
   * @param {Box} box
   * @returns {Box}
   */
  onScreen(box) {
    const canvas = this.canvas.getBoundingClientRect();
    const frame = this.frame.getBoundingClientRect();
    const { scale, picture } = this;
    return {
      x: canvas.left - frame.left + (box.x - picture.x) * scale,
      y: canvas.top - frame.top + (box.y - picture.y) * scale,
      width: box.width * scale,
      height: box.height * scale,
    };
  }
}

/** @type {WeakMap<Element, number>} The size of every text that was measured, in units of its picture. */
const LETTER_SIZES = new WeakMap();

/**
 * Returns the lettering of a picture, each with its size in units of the picture.
 * @param {SVGSVGElement} svg
 * @returns {[Element, number][]}
 */
function letteringOf(svg) {
  /** @type {Map<string, number>} Sizes by class: to ask for the style of every text would be slow. */
  const sizes = new Map();
  return [...svg.querySelectorAll("text")].map((text) => {
    const known = LETTER_SIZES.get(text);
    if (known !== undefined) return [text, known];
    const kind = `${text.getAttribute("class")} ${text.getAttribute("font-size")}`;
    let size = sizes.get(kind);
    if (size === undefined) {
      size = parseFloat(getComputedStyle(text).fontSize);
      sizes.set(kind, size);
    }
    const { a, b } = matrixInPicture(text, svg);
    LETTER_SIZES.set(text, size * Math.hypot(a, b));
    return [text, size * Math.hypot(a, b)];
  });
}

/**
 * Returns the box around some boxes, with a margin; null where there are none.
 * @param {Box[]} boxes
 * @returns {Box | null}
 */
export function boxAround(boxes) {
  if (!boxes.length) return null;
  const left = Math.min(...boxes.map((box) => box.x)) - EDGE_PX;
  const top = Math.min(...boxes.map((box) => box.y)) - EDGE_PX;
  const right = Math.max(...boxes.map((box) => box.x + box.width)) + EDGE_PX;
  const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + EDGE_PX;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * Returns the boxes if all of them are seen together in a part of some size; else those around the box that has the most
 * others near it, of several the last.
 * @param {Box[]} boxes
 * @param {{ width: number, height: number }} size
 */
export function mostTogether(boxes, { width, height }) {
  const whole = boxAround(boxes);
  if (!whole || (whole.width <= width && whole.height <= height)) return boxes;
  /** @param {Box} middle */
  const around = (middle) => {
    const { x, y } = centreOf(middle);
    const isNear = (/** @type {Box} */ box) =>
      Math.max(x - box.x, box.x + box.width - x) <= width / 2 - EDGE_PX &&
      Math.max(y - box.y, box.y + box.height - y) <= height / 2 - EDGE_PX;
    return boxes.filter((box) => box === middle || isNear(box));
  };
  return boxes.map(around).reduce((most, one) => (one.length >= most.length ? one : most));
}

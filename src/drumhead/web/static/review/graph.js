// The graph of a review: both sides' chances by step, and below it the luck of each throw as bars.

import { make } from "../lib/dom.js";
import { percent } from "../lib/format.js";
import { t } from "../lib/i18n.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 1000;
const LINE_HEIGHT = 100;
const BARS_HEIGHT = 40;
/** A bar of this much luck is as high as there is room. */
const FULL_LUCK = 0.3;

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

export class Graph {
  /**
   * @param {HTMLElement} frame
   * @param {(step: number) => void} onLook
   */
  constructor(frame, onLook) {
    this.frame = frame;
    this.onLook = onLook;
    this.last = 1;
    /** @type {SVGElement | null} */
    this.cursor = null;
    /** @type {number[]} */
    this.chances = [];
    /** @type {HTMLElement[]} The chances of both sides at the step that is shown, in words. */
    this.shares = [];
  }

  /**
   * @param {Protocol.ReviewMessage} review
   * @param {string[]} paints The colours of the first side and of its enemy.
   */
  draw({ chances = [], seats = [], moments = [], sides = [] }, paints) {
    this.last = Math.max(1, chances.length - 1);
    this.chances = chances;
    const svg = shape("svg", {
      viewBox: `0 0 ${WIDTH} ${LINE_HEIGHT + BARS_HEIGHT}`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    });
    const points = chances.map((chance, step) => `${this.x(step)},${LINE_HEIGHT * (1 - chance)}`).join(" ");
    svg.append(
      shape("rect", { class: "other", x: 0, y: 0, width: WIDTH, height: LINE_HEIGHT }),
      shape("polygon", { class: "one", points: `0,${LINE_HEIGHT} ${points} ${WIDTH},${LINE_HEIGHT}` }),
      shape("path", { class: "even", d: `M0 ${LINE_HEIGHT / 2}H${WIDTH}` }),
      shape("polyline", { class: "line", points }),
    );
    const middle = LINE_HEIGHT + BARS_HEIGHT / 2;
    svg.append(
      shape("rect", { class: "band", x: 0, y: LINE_HEIGHT, width: WIDTH, height: BARS_HEIGHT }),
      shape("path", { class: "base", d: `M0 ${middle}H${WIDTH}` }),
    );
    const width = Math.max(1.5, (WIDTH / this.last) * 0.7);
    for (const [index, seat] of seats.entries()) {
      const luck = chances[index + 1] - chances[index];
      if (seat >= 0 || !luck) continue;
      const height = (Math.min(Math.abs(luck) / FULL_LUCK, 1) * BARS_HEIGHT) / 2;
      const y = luck > 0 ? middle - height : middle;
      svg.append(
        shape("rect", {
          class: luck > 0 ? "luck-one" : "luck-other",
          x: this.x(index + 1) - width / 2,
          y,
          width,
          height,
        }),
      );
    }
    this.cursor = shape("path", { class: "cursor", d: "" });
    svg.append(this.cursor);
    for (const { step, kind } of moments) {
      const d = `M${this.x(step)} ${LINE_HEIGHT * (1 - chances[step])}h0`;
      svg.append(shape("path", { class: "dot-edge", d }), shape("path", { class: `dot ${kind}`, d }));
    }
    this.shares = sides.map(() => make("b"));
    this.frame.replaceChildren(
      make(
        "div",
        { class: "plot" },
        make(
          "div",
          { class: "legend" },
          ...sides.map((side, index) =>
            make("p", { class: index ? "share-other" : "share-one" }, side, " ", this.shares[index]),
          ),
          make("small", {}, t("Chances of winning; below, the luck of each throw")),
        ),
        svg,
      ),
    );
    for (const [index, name] of ["--one", "--other"].entries())
      this.frame.style.setProperty(name, `var(--dh-${paints[index]})`);
    /** @param {PointerEvent} event */
    const point = ({ clientX }) => {
      const { left, width: wide } = svg.getBoundingClientRect();
      this.onLook(Math.round(((clientX - left) / wide) * this.last));
    };
    svg.addEventListener("pointerdown", (event) => point(/** @type {PointerEvent} */ (event)));
    svg.addEventListener("pointermove", (event) => {
      if (/** @type {PointerEvent} */ (event).buttons) point(/** @type {PointerEvent} */ (event));
    });
  }

  /** @param {number} step */
  x(step) {
    return (WIDTH * step) / this.last;
  }

  /**
   * Marks the step that is shown.
   * @param {number} step
   */
  mark(step) {
    this.cursor?.setAttribute("d", `M${this.x(step)} 0V${LINE_HEIGHT + BARS_HEIGHT}`);
    const chance = this.chances[step] ?? 0.5;
    for (const [index, share] of this.shares.entries()) share.textContent = percent(index ? 1 - chance : chance);
  }
}

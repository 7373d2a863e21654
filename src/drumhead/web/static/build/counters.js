// Counters outside a picture: each is a small picture that uses the symbols and the style of the game.

import { adoptStyle, parseSvg } from "../lib/dom.js";

const SVG = "http://www.w3.org/2000/svg";

export class Counters {
  /**
   * Adds the symbols and the style of the counters to the page.
   * @param {CounterDrawing} drawing
   */
  constructor({ frame, defs, style }) {
    this.frame = frame;
    /** @type {Map<string, SVGSVGElement>} */
    this.parsed = new Map();
    adoptStyle(style);
    document.body.append(imported(`<svg xmlns="${SVG}" class="dh defs" aria-hidden="true"><defs>${defs}</defs></svg>`));
  }

  /**
   * Returns the picture of a counter.
   * @param {string} face The markup inside its frame.
   */
  picture(face) {
    let svg = this.parsed.get(face);
    if (!svg) {
      const [width, height] = this.frame;
      const attributes = `class="dh" viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false"`;
      svg = imported(`<svg xmlns="${SVG}" ${attributes}><g class="dh-tile">${face}</g></svg>`);
      this.parsed.set(face, svg);
    }
    return svg.cloneNode(true);
  }
}

/** @param {string} text */
const imported = (text) => document.importNode(parseSvg(text), true);

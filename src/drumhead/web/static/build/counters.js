// Counters that stand outside a picture: what they are drawn with, and each as a small picture of its own.

const SVG = "http://www.w3.org/2000/svg";

export class Faces {
  /** Takes over what counters are drawn with: their frame, their symbols, their style. */
  constructor({ frame, defs, style }) {
    this.frame = frame;
    this.drawn = new Map();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    document.body.append(parsed(`<svg xmlns="${SVG}" class="dh defs" aria-hidden="true"><defs>${defs}</defs></svg>`));
  }

  /** A counter as a picture. */
  face(inside) {
    if (!this.drawn.has(inside)) {
      const [wide, high] = this.frame;
      const tags = `class="dh" viewBox="0 0 ${wide} ${high}" aria-hidden="true" focusable="false"`;
      this.drawn.set(inside, parsed(`<svg xmlns="${SVG}" ${tags}><g class="dh-tile">${inside}</g></svg>`));
    }
    return this.drawn.get(inside).cloneNode(true);
  }
}

const parsed = (text) =>
  document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);

// The picture as its lines, of which each draws something: what an earlier picture drew as well stays in the page.

import { parseSvg } from "../../lib/dom.js";

/** @typedef {SVGGraphicsElement[]} Drawn The elements that a line draws. */

export class Picture {
  constructor() {
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {Map<string, Drawn[]>} What each line drew; some lines occur several times. */
    this.drawn = new Map();
  }

  /** Forgets the picture. */
  clear() {
    this.svg = null;
    this.drawn = new Map();
  }

  /**
   * Compares another picture with this one; nothing changes before `apply` is called, which returns the picture.
   * @param {string} text
   * @returns {{ isOther: boolean, gone: SVGGraphicsElement[], come: SVGGraphicsElement[], apply: () => SVGSVGElement }}
   *     Whether the picture has another size or none was there, and the elements that go and come.
   */
  compare(text) {
    const [opening, ...lines] = text.split("\n");
    lines.pop(); // closes what the first one opened
    const shell = adopted(`${opening}</svg>`);
    const isOther = this.svg?.getAttribute("viewBox") !== shell.getAttribute("viewBox");
    const left = isOther ? new Map() : new Map([...this.drawn].map(([line, all]) => [line, [...all]]));
    /** @type {(Drawn | null)[]} */
    const found = lines.map((line) => left.get(line)?.pop() ?? null);
    const fresh = parsed(
      opening,
      lines.filter((_, index) => !found[index]),
    );
    const come = fresh.flat();
    const all = found.map((drawn) => drawn ?? fresh.shift() ?? []);
    const gone = isOther ? [...this.drawn.values()].flat(2) : [...left.values()].flat(2);
    const apply = () => {
      const svg = isOther || !this.svg ? shell : this.svg;
      svg.setAttribute("aria-label", shell.getAttribute("aria-label") ?? "");
      for (const element of isOther ? [] : gone) element.remove();
      putInOrder(svg, all.flat());
      this.svg = svg;
      this.drawn = new Map();
      for (const [index, line] of lines.entries()) {
        const same = this.drawn.get(line);
        if (same) same.push(all[index]);
        else this.drawn.set(line, [all[index]]);
      }
      return svg;
    };
    return { isOther, gone, come, apply };
  }
}

/**
 * @param {string} text
 * @returns {SVGSVGElement}
 */
const adopted = (text) => document.adoptNode(parseSvg(text)); // not copied: there may be a thousand elements in it

/**
 * Returns what each of some lines draws.
 * @param {string} opening The line that opens the picture.
 * @param {string[]} lines
 * @returns {Drawn[]}
 */
function parsed(opening, lines) {
  if (!lines.length) return [];
  const whole = adopted(`${opening}${lines.map((line) => `<g>${line}</g>`).join("")}</svg>`);
  return [...whole.children].map((group) => /** @type {Drawn} */ ([...group.children]));
}

/**
 * Makes some elements the first children of a picture, in their order; those that stand right are not touched.
 * @param {SVGSVGElement} svg
 * @param {Element[]} elements
 */
function putInOrder(svg, elements) {
  /** @type {ChildNode | null} */
  let next = svg.firstChild;
  for (const element of elements) {
    if (element === next) next = element.nextSibling;
    else svg.insertBefore(element, next);
  }
}

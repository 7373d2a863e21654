// The picture: swaps it, moves what moved, marks what can be chosen, draws what is about to happen.

const SVG = "http://www.w3.org/2000/svg";
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  /** A board in a frame; `choose` gets the keys under a click, the innermost first. */
  constructor(frame, choose) {
    this.frame = frame;
    this.choose = choose;
    this.sheets = new Map();
    this.marks = new Map();
    this.found = new Map(); // the element of every key that was looked for, and its box
    this.boxes = new Map();
    this.pointed = [];
    // Marks lie over the picture, not in it: where they change, the picture need not be painted anew.
    this.layer = document.createElementNS(SVG, "svg");
    this.layer.classList.add("marks");
    window.addEventListener("resize", () => this.boxes.clear());
    frame.addEventListener("click", (event) => this.clicked(event));
    frame.addEventListener("keydown", (event) => this.pressed(event));
  }

  get svg() {
    return this.frame.querySelector("svg.dh");
  }

  /** Takes the style of the pictures over; the page allows none inside them. */
  dress(style) {
    if (!style || this.sheets.has(style)) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    this.sheets.set(style, sheet);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }

  /** Shows another picture; what moved glides, what fell fades. */
  show(picture, seconds = 0.45) {
    const before = still.matches ? new Map() : this.places();
    const parsed = new DOMParser().parseFromString(picture, "image/svg+xml");
    const svg = document.adoptNode(parsed.documentElement); // not copied: there are a thousand things in it
    const old = this.svg;
    const gone = still.matches || !old ? [] : this.losses(old, svg);
    this.layer.replaceChildren();
    this.layer.setAttribute("viewBox", svg.getAttribute("viewBox"));
    this.frame.replaceChildren(svg);
    this.found.clear();
    this.boxes.clear();
    this.marks.clear();
    for (const ghost of gone) this.fade(ghost);
    if (before.size) this.glide(before, seconds);
  }

  /** Where every piece lies on the screen. */
  places() {
    const found = new Map();
    for (const piece of this.frame.querySelectorAll(".dh-unit[data-key]")) {
      const { x, y, width, height } = piece.getBoundingClientRect();
      if (width) found.set(piece.dataset.key, [x + width / 2, y + height / 2]);
    }
    return found;
  }

  glide(before, seconds) {
    for (const piece of this.frame.querySelectorAll(".dh-unit[data-key]")) {
      const from = before.get(piece.dataset.key);
      if (!from) continue;
      const { x, y, width, height } = piece.getBoundingClientRect();
      const dx = from[0] - x - width / 2;
      const dy = from[1] - y - height / 2;
      if (Math.hypot(dx, dy) < 3) continue;
      const scale = piece.getScreenCTM().a || 1;
      piece.parentNode.appendChild(piece); // above what it passes
      piece.animate([{ transform: `translate(${dx / scale}px, ${dy / scale}px)` }, { transform: "none" }], {
        duration: seconds * 1000,
        easing: "cubic-bezier(.3,.1,.2,1)",
        composite: "add",
      });
    }
  }

  /** Copies of the pieces that the next picture does not show any more, each where it lay. */
  losses(old, next) {
    const kept = new Set([...next.querySelectorAll("[data-key]")].map((piece) => piece.dataset.key));
    const root = old.getScreenCTM();
    if (!root) return [];
    const lost = [...old.querySelectorAll(".dh-unit[data-key], .dh-tile[data-key]")].filter(
      (piece) => !kept.has(piece.dataset.key) && !piece.parentNode.closest(".dh-unit:not([data-key])"),
    );
    return lost.map((piece) => {
      const { a, b, c, d, e, f } = root.inverse().multiply(piece.getScreenCTM());
      const ghost = document.createElementNS(SVG, "g");
      ghost.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
      const copy = piece.cloneNode(true);
      copy.removeAttribute("transform");
      copy.removeAttribute("data-key");
      ghost.append(copy);
      return ghost;
    });
  }

  fade(ghost) {
    ghost.classList.add("ghost");
    this.svg.append(ghost);
    const fading = ghost.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 900, easing: "ease-in" });
    fading.finished.catch(() => {}).finally(() => ghost.remove());
  }

  /** The element of a key: of several the first that can be seen. */
  find(key) {
    if (!this.found.has(key)) {
      const all = this.frame.querySelectorAll(`[data-key="${CSS.escape(key)}"]`);
      this.found.set(key, [...all].find((element) => element.getBoundingClientRect().width) || null);
    }
    return this.found.get(key);
  }

  /** The box of a key in the coordinates of the picture; measured once, for measuring between changes is slow. */
  box(key) {
    if (!this.boxes.has(key)) {
      const scale = this.svg.getScreenCTM().inverse();
      const { left, top, right, bottom } = this.body(this.find(key)).getBoundingClientRect();
      const one = new DOMPoint(left, top).matrixTransform(scale);
      const other = new DOMPoint(right, bottom).matrixTransform(scale);
      this.boxes.set(key, { x: one.x, y: one.y, width: other.x - one.x, height: other.y - one.y });
    }
    return this.boxes.get(key);
  }

  /** What of an element has its size: of a place its ground, not the pieces upon it. */
  body(element) {
    return element.matches(".dh-unit, .dh-tile") ? element : element.querySelector(":scope > rect") || element;
  }

  /** Marks the keys that can be chosen, in their order, and those that were. */
  mark(lit, chosen, arrow = null) {
    const focused = document.activeElement?.closest?.(".mark")?.dataset.mark;
    for (const key of [...this.pointed, ...chosen, ...lit.keys(), ...(arrow || [])]) if (this.find(key)) this.box(key);
    this.layer.replaceChildren();
    if (!this.layer.isConnected) this.frame.append(this.layer);
    this.marks.clear();
    for (const sheet of [this.svg, this.layer]) sheet.classList.toggle("walking", chosen.length > 0);
    for (const key of this.pointed) this.put(key, "point", null);
    for (const key of chosen) this.put(key, "chosen", null);
    for (const [key, words] of lit) this.put(key, "mark", words);
    if (arrow) this.arrow(...arrow);
    if (focused && this.marks.has(focused)) this.marks.get(focused).focus({ preventScroll: true });
  }

  /** Takes the marks away and leaves the picture under them alone: another is on its way. */
  unmark() {
    this.layer.replaceChildren();
    this.marks.clear();
  }

  /** Points at keys from now on: what a guide speaks of. */
  point(keys) {
    this.pointed = keys;
  }

  put(key, kind, words) {
    if (!this.find(key)) return;
    const { x, y, width, height } = this.box(key);
    const rect = document.createElementNS(SVG, "rect");
    const bounds = { x: x + 1, y: y + 1, width: Math.max(width - 2, 1), height: Math.max(height - 2, 1), rx: 7 };
    for (const [name, value] of Object.entries(bounds)) rect.setAttribute(name, value);
    rect.classList.add(kind);
    if (words !== null) {
      rect.dataset.mark = key;
      rect.setAttribute("tabindex", "0");
      rect.setAttribute("role", "button");
      rect.setAttribute("aria-label", words);
      this.marks.set(key, rect);
    }
    this.layer.append(rect);
  }

  /** An arrow from one thing to another: what is about to happen. */
  arrow(from, to) {
    if (!this.find(from) || !this.find(to) || from === to) return;
    const [one, other] = [from, to].map((key) => {
      const { x, y, width, height } = this.box(key);
      return { x: x + width / 2, y: y + height / 2, size: Math.min(width, height) };
    });
    const far = Math.hypot(other.x - one.x, other.y - one.y) || 1;
    const back = Math.min(other.size * 0.3, far / 3);
    const end = { x: other.x - ((other.x - one.x) / far) * back, y: other.y - ((other.y - one.y) / far) * back };
    const bend = { x: (one.x + end.x) / 2 + (end.y - one.y) * 0.12, y: (one.y + end.y) / 2 - (end.x - one.x) * 0.12 };
    const angle = (Math.atan2(end.y - bend.y, end.x - bend.x) * 180) / Math.PI;
    for (const kind of ["arrow-edge", "arrow"]) {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("d", `M${one.x} ${one.y}Q${bend.x} ${bend.y} ${end.x} ${end.y}`);
      path.classList.add(kind);
      this.layer.append(path);
    }
    const head = document.createElementNS(SVG, "path");
    head.setAttribute("d", "M4 0L-16 -10L-11 0L-16 10z");
    head.setAttribute("transform", `translate(${end.x} ${end.y}) rotate(${angle})`);
    head.classList.add("arrow-head");
    this.layer.append(head);
  }

  clicked(event) {
    const mark = event.target.closest(".mark");
    if (mark) {
      this.choose([mark.dataset.mark]);
      return;
    }
    const keys = [];
    for (let at = event.target.closest("[data-key]"); at; at = at.parentNode.closest?.("[data-key]")) {
      keys.push(at.dataset.key);
    }
    this.choose([...keys, ...this.marked(event.clientX, event.clientY)]);
  }

  /** The keys whose marks a point lies in, the smallest first: a piece may hide the place it stands on. */
  marked(x, y) {
    return [...this.marks]
      .map(([key, mark]) => [key, mark.getBoundingClientRect()])
      .filter(([, box]) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)
      .sort(([, one], [, other]) => one.width * one.height - other.width * other.height)
      .map(([key]) => key);
  }

  pressed(event) {
    const mark = event.target.closest?.(".mark");
    if (!mark) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.choose([mark.dataset.mark]);
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      this.step(mark, event.key);
    }
  }

  /** Moves the focus to the nearest mark in a direction. */
  step(from, key) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const middle = (mark) => {
      const { x, y, width, height } = mark.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    };
    const [x, y] = middle(from);
    let best = null;
    let least = Infinity;
    for (const mark of this.marks.values()) {
      const [mx, my] = middle(mark);
      const along = (mx - x) * dx + (my - y) * dy;
      const across = Math.abs((mx - x) * dy) + Math.abs((my - y) * dx);
      const cost = along + 2.5 * across;
      if (mark !== from && along > 2 && cost < least) [best, least] = [mark, cost];
    }
    best?.focus();
  }
}

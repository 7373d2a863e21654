// What happened, in words.

import { cite } from "../lib/clauses.js";
import { make } from "../lib/dom.js";

export class Log {
  /** A log in a list; `look` gets the number of a step that the reader wants to see again. */
  constructor(list, sides, look) {
    this.list = list;
    this.sides = sides;
    this.look = look;
    this.steps = [];
  }

  /** Takes steps over from a number on; what stood there before did not happen. */
  take(since, steps) {
    this.steps.length = Math.min(since, this.steps.length);
    while (this.list.lastElementChild?.dataset.step >= since) this.list.lastElementChild.remove();
    for (const step of steps) {
      this.steps.push(step);
      const entry = this.entry(step, this.steps.length);
      if (entry) this.list.append(entry);
    }
    this.list.scrollTop = this.list.scrollHeight;
  }

  entry(step, number) {
    const side = step.seat >= 0 ? this.sides[step.seat] : null;
    const told = step.events.length ? step.events : step.done ? [{ words: step.done, clause: "", kind: "note" }] : [];
    if (!told.length) return null;
    const lines = told.map(({ words, clause, kind }) => make("p", { class: `kind-${kind}` }, words, " ", cite(clause)));
    const mark = side
      ? make("span", { class: `letter side-${step.seat} paint-${side.paint}` }, side.letter)
      : make("span", { class: "letter dice-mark", "aria-hidden": "true" }, make("i"), make("i"));
    return make(
      "li",
      { "data-step": number - 1 },
      make(
        "button",
        { type: "button", class: "when", onclick: () => this.look(number), "aria-label": `${number}` },
        mark,
      ),
      make("div", {}, ...lines),
    );
  }

  /** What the step with a number told, counted from 1. */
  words(number) {
    const step = this.steps[number - 1];
    return step?.events.length ? Log.spoken([step]) : step?.done || "";
  }

  /** What a step told, as one sentence for those who listen. */
  static spoken(steps) {
    return steps.flatMap((step) => step.events.map((event) => event.words)).join(". ");
  }
}

// The log on the page: an entry for every step that has something to tell.

import { clauseLink } from "../../lib/clauses.js";
import { make } from "../../lib/dom.js";

export class LogList {
  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    /** @type {(step: number) => void} Gets the number of a step that the reader wants to see. */
    this.onLook = () => {};
  }

  get entries() {
    return /** @type {HTMLElement[]} */ ([...this.list.children]);
  }

  /**
   * Shows the steps of a log from a number on; earlier entries stay.
   * @param {import("../session/event_log.js").EventLog} log
   * @param {Side[]} sides
   * @param {number} since
   */
  update(log, sides, since) {
    for (const entry of this.entries) if (Number(entry.dataset.step) >= since) entry.remove();
    for (const [index, step] of log.steps.entries()) {
      const entry = index >= since ? this.entry(step, index + 1, sides) : null;
      if (entry) this.list.append(entry);
    }
    this.list.scrollTop = this.list.scrollHeight;
  }

  clear() {
    this.list.replaceChildren();
  }

  /**
   * Marks the entry of the step that is shown; null for none.
   * @param {number | null} step
   */
  markCurrent(step) {
    for (const entry of this.entries) {
      entry.classList.toggle("current", step !== null && Number(entry.dataset.step) === step - 1);
    }
  }

  /**
   * @param {LogStep} step
   * @param {number} number Counted from 1.
   * @param {Side[]} sides
   */
  entry(step, number, sides) {
    const side = step.seat >= 0 ? sides[step.seat] : null;
    const done = step.done ? [{ words: step.done, clause: "", kind: "note" }] : [];
    const events = step.events?.length ? step.events : done;
    if (!events.length) return null;
    const mark = side
      ? make("span", { class: `letter side-${step.seat} paint-${side.paint}` }, side.letter)
      : make("span", { class: "letter dice-mark", "aria-hidden": "true" }, make("i"), make("i"));
    const look = { type: "button", class: "when", onclick: () => this.onLook(number), "aria-label": `${number}` };
    return make(
      "li",
      { "data-step": number - 1 },
      make("button", look, mark),
      make(
        "div",
        {},
        ...events.map(({ words, clause, kind }) =>
          make("p", { class: `kind-${kind}` }, words, " ", clauseLink(clause)),
        ),
      ),
    );
  }
}

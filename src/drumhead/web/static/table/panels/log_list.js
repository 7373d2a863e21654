// The log on the page: sentences, grouped by turn. It follows the battle unless the reader has scrolled up.

import { clauseLink } from "../../lib/clauses.js";
import { make } from "../../lib/dom.js";

const NEAR_END_PX = 60;

export class LogList {
  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    /** @type {(step: number) => void} Gets the number of a step that the reader wants to see. */
    this.onLook = () => {};
    /** @type {(keys: string[]) => void} Gets the keys that the line under the pointer speaks of. */
    this.onPoint = () => {};
    this.isFollowing = true;
    list.addEventListener("scroll", () => {
      this.isFollowing = list.scrollTop + list.clientHeight > list.scrollHeight - NEAR_END_PX;
    });
    // Panels above change their height and with it the height of the list: its end stays in sight.
    new ResizeObserver(() => this.follow()).observe(list);
  }

  get entries() {
    return /** @type {HTMLElement[]} */ ([...this.list.children]);
  }

  follow() {
    if (this.isFollowing) this.list.scrollTop = this.list.scrollHeight;
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
      if (index < since) continue;
      const entry = this.entry(step, index + 1, sides);
      if (!entry) continue;
      const turn = step.turn?.words ?? "";
      const last = this.entries.findLast((one) => one.classList.contains("turn"));
      if (turn && last?.textContent !== turn) this.list.append(make("li", { class: "turn", "data-step": index }, turn));
      this.list.append(entry);
    }
    this.follow();
  }

  clear() {
    this.list.replaceChildren();
  }

  /**
   * Marks the entry of the step that is shown and scrolls to it; null for none.
   * @param {number | null} step
   */
  markCurrent(step) {
    for (const entry of this.entries) {
      const isCurrent = step !== null && Number(entry.dataset.step) === step - 1 && !entry.matches(".turn");
      entry.classList.toggle("current", isCurrent);
      if (isCurrent) this.list.scrollTop = entry.offsetTop - this.list.clientHeight / 2;
    }
    if (step === null) {
      this.isFollowing = true;
      this.follow();
    }
  }

  /**
   * @param {LogStep} step
   * @param {number} number Counted from 1.
   * @param {Side[]} sides
   */
  entry(step, number, sides) {
    const side = step.seat >= 0 ? sides[step.seat] : null;
    const told = step.events ?? [];
    const done = step.words ?? "";
    const events = told.length || !done ? told : [{ words: done, clause: "", kind: "note" }];
    if (!events.length) return null;
    const mark = side
      ? make("span", { class: `letter side-${step.seat} paint-${side.paint}` }, side.letter)
      : make("span", { class: "letter dice-mark", "aria-hidden": "true" }, make("i"), make("i"));
    const onclick = () => this.onLook(number);
    const look = { type: "button", class: "when", onclick, "aria-label": `${number}` };
    const point = () => this.onPoint(step.keys ?? []);
    return make(
      "li",
      { "data-step": number - 1, onpointerenter: point, onpointerleave: () => this.onPoint([]) },
      make("button", look, mark),
      make(
        "div",
        { onclick },
        ...events.map(({ words, clause, kind }) =>
          make("p", { class: `kind-${kind}` }, words, " ", clauseLink(clause)),
        ),
      ),
    );
  }
}

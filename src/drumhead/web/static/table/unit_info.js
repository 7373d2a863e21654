// What a piece is and can do, in sentences that link to their clauses: beside the board, while the pointer rests on the piece.

import { cite } from "../lib/clauses.js";
import { at, make } from "../lib/dom.js";

const REST = 200;

/** Sentences with their clauses. */
export function sentences(told) {
  return told.map(({ words, clause }) => make("p", {}, words, " ", cite(clause)));
}

export class About {
  /** Tells of the pieces of a board; `step` says which position is shown. */
  constructor({ board, line, step }) {
    this.line = line;
    this.step = step;
    this.key = ""; // what the reader looks at
    this.resting = 0;
    board.frame.addEventListener("pointerover", ({ target }) => this.rest(target.closest("[data-key]")?.dataset.key));
    board.frame.addEventListener("click", ({ target }) => this.ask(target.closest("[data-key]")?.dataset.key));
    board.frame.addEventListener("focusin", ({ target }) => this.rest(target.closest(".mark")?.dataset.mark));
  }

  rest(key) {
    clearTimeout(this.resting);
    if (key) this.resting = setTimeout(() => this.ask(key), REST);
  }

  ask(key) {
    clearTimeout(this.resting);
    const { talk, view } = this.line() || {};
    if (!view || !key) return;
    this.key = key;
    talk.say({ type: "about", step: this.step(), key });
  }

  /** Asks again: the position is another. */
  refresh() {
    if (!at("about").hidden) this.ask(this.key);
  }

  /** Tells nothing any more. */
  end() {
    clearTimeout(this.resting);
    this.key = "";
    at("about").hidden = true;
    at("about").replaceChildren();
  }

  /** Shows what the server knows; of what is no piece it knows nothing, and what is shown stays. */
  told({ key, step, traits }) {
    if (key !== this.key || step !== this.step()) return;
    if (traits.length) at("about").replaceChildren(...sentences(traits));
    at("about").hidden &&= !traits.length;
  }
}

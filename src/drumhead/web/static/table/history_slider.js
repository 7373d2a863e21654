// The past of a battle: walked through with the slider or from the log.

import { showOdds } from "./choice_panel.js";
import { at } from "../lib/dom.js";

export class Past {
  /** Shows the past of a line on a board; `back` is done when the reader returns to now. */
  constructor({ board, line, back }) {
    this.board = board;
    this.line = line;
    this.back = back;
    this.step = null; // the step that is shown, or null for now
    at("slider").oninput = ({ target }) => this.look(Number(target.value));
    at("live").onclick = () => this.leave();
  }

  get isShown() {
    return this.step !== null;
  }

  /** Shows the battle as it stood after a step. */
  look(step) {
    const { view, talk } = this.line();
    if (step >= view.step) {
      this.leave();
      return;
    }
    this.step = step;
    at("live").hidden = false;
    at("slider").value = step;
    document.body.classList.add("looking");
    talk.say({ type: "look", step });
  }

  /** Shows what the server found there. */
  looked(line, message) {
    if (line !== this.line() || message.step !== this.step) return;
    this.board.dress(message.style);
    this.board.show(message.picture, 0.3);
    at("prompt").textContent = message.prompt;
    at("choices").replaceChildren();
    at("path").hidden = true;
    showOdds([]);
    for (const entry of at("log").children)
      entry.classList.toggle("current", Number(entry.dataset.step) === this.step - 1);
  }

  /** Comes back from the past. */
  leave() {
    const { view } = this.line();
    this.step = null;
    at("live").hidden = true;
    document.body.classList.remove("looking");
    for (const entry of at("log").children) entry.classList.remove("current");
    at("slider").value = view.step;
    this.board.show(view.picture, 0.3);
    at("prompt").textContent = view.prompt;
    this.back();
  }
}

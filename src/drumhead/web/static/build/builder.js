// The workbench: what every builder has in common. What lies on it is the builder's; whether it may fight the server says.

import { ask } from "../lib/battles.js";
import { cite, citing } from "../lib/clauses.js";
import { dragging } from "../lib/drag.js";
import { Opening } from "./force_loader.js";
import { sharing } from "./import_export.js";
import { at, t } from "../lib/dom.js";

const PAUSE = 250; // milliseconds in which nobody types before a name is judged

export const main = at("main");
export const game = main.dataset.game;

/** Asks the desk of the game. */
export const desk = (question, message) => ask(`/desk/${game}/${question}`, message);

export class Bench {
  /** `draft` says what lies there, `take` lays a force there, `check` asks for the verdict, `render` draws it. */
  constructor({ draft, take, check, render }) {
    this.draft = draft;
    this.check = check;
    this.render = render;
    this.verdict = null;
    this.asking = 0;
    this.opening = new Opening(game, { desk, take, current: () => ({ ...draft() }) });
    citing(game);
    let typing = 0;
    at("name").addEventListener("input", ({ target }) => {
      draft().name = target.value;
      clearTimeout(typing);
      typing = setTimeout(() => this.judge(), PAUSE);
    });
    at("clear").onclick = () => this.opening.anew();
    at("use").onclick = () => this.opening.use(this.verdict.line);
  }

  /** Opens the bench: `begin` prepares it, `agreed` is told what the sides of a battle agreed on, `draw` draws a force. */
  async open({ begin, agreed, draw, file, hand }) {
    try {
      await begin();
      const settled = await this.opening.begin();
      agreed(settled);
      at("use").hidden = !settled;
    } catch (error) {
      this.opening.unanswered(error);
      return;
    }
    sharing(game, {
      current: () => ({ name: this.draft().name.trim(), text: this.verdict.text, line: this.verdict.line }),
      open: (text) => this.opening.open(text),
      draw,
      file,
    });
    dragging(main, { over: (element) => this.over(element), ...hand });
    document.body.dataset.ready = "";
  }

  /** What the server says; null where it does not answer. */
  async asked(question) {
    try {
      return await question();
    } catch (error) {
      this.opening.unanswered(error);
      return null;
    }
  }

  /** Keeps what lies there, has it judged, and shows it; a verdict that comes too late is none. */
  async judge() {
    const turn = ++this.asking;
    this.opening.keep();
    const told = await this.asked(this.check);
    if (!told || turn !== this.asking) return;
    this.verdict = told;
    this.show();
  }

  /** Shows what lies there, and whether it may fight. */
  show() {
    const { refused } = this.verdict;
    at("verdict").className = refused ? "why" : "fits";
    at("verdict").replaceChildren(
      ...(refused ? [refused.words, " ", cite(refused.clause) || ""] : [t("This army may fight.")]),
    );
    for (const id of ["use", "keep", "link"]) at(id).disabled = Boolean(refused);
    this.render(this.verdict);
    document.body.dataset.judged = this.asking;
  }

  /** Marks what lies below while something is carried. */
  over(element) {
    for (const marked of document.querySelectorAll(".is-over")) marked.classList.remove("is-over");
    element?.closest("[data-unit], .box")?.classList.add("is-over");
  }
}

// What all builders share: the workbench with a draft, which the server judges after every change.

import { request } from "../lib/api.js";
import { clauseLink, openClausesOf } from "../lib/clauses.js";
import { buttonById, byId, inputById } from "../lib/dom.js";
import { makeDraggable } from "../lib/drag.js";
import { t } from "../lib/i18n.js";
import { ForceLoader } from "./force_loader.js";
import { bindImportExport } from "./import_export.js";

const TYPING_PAUSE_MS = 250;

const game = byId("main").dataset.game ?? "";

/**
 * Asks the server about the game.
 * @param {string} question
 * @param {unknown} message
 * @returns {Promise<any>}
 */
export const askGame = (question, message) => request(`/desk/${game}/${question}`, message);

/** @template {Verdict} V */
export class Builder {
  /**
   * @param {object} given
   * @param {() => Force} given.draft Returns what is on the workbench.
   * @param {(force: Force) => Promise<void>} given.take Lays a force on the workbench.
   * @param {() => Promise<V>} given.check Asks the server to judge the draft.
   * @param {(verdict: V) => void} given.render Shows the draft and the verdict.
   */
  constructor({ draft, take, check, render }) {
    this.draft = draft;
    this.check = check;
    this.render = render;
    /** @type {V | null} */
    this.verdict = null;
    this.requests = 0;
    this.loader = new ForceLoader(game, { ask: askGame, take, current: () => ({ ...draft() }) });
    openClausesOf(game);
    const name = inputById("name");
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let typing;
    name.addEventListener("input", () => {
      draft().name = name.value;
      clearTimeout(typing);
      typing = setTimeout(() => this.judge(), TYPING_PAUSE_MS);
    });
    buttonById("clear").onclick = () => this.loader.clear();
    buttonById("use").onclick = () => this.loader.useInBattle(this.verdict?.line ?? "");
  }

  /**
   * Opens the builder.
   * @template {import("../lib/drag.js").Cargo} T
   * @param {object} given
   * @param {() => Promise<void>} given.prepare
   * @param {(agreed: GameOptions | null) => void} given.onAgreement Gets what the sides of the battle agreed on.
   * @param {(lot: string) => Promise<{ text: string }>} given.draw Draws a random force.
   * @param {string} given.fileName
   * @param {(element: HTMLElement) => T | null} given.grab
   * @param {(cargo: T, element: Element) => void} given.drop
   */
  async open({ prepare, onAgreement, draw, fileName, grab, drop }) {
    try {
      await prepare();
      const agreed = await this.loader.load();
      onAgreement(agreed);
      byId("use").hidden = !agreed;
    } catch (error) {
      this.loader.reportError(error);
      return;
    }
    bindImportExport(game, {
      current: () => ({
        name: (this.draft().name ?? "").trim(),
        text: this.verdict?.text ?? "",
        line: this.verdict?.line ?? "",
      }),
      open: (text) => this.loader.open(text),
      draw,
      fileName,
    });
    makeDraggable(byId("main"), { grab, drop, over: markDropTarget });
    document.body.dataset.ready = "";
  }

  /**
   * Returns the answer to a question; reports the error and returns null where there is none.
   * @template T
   * @param {() => Promise<T>} question
   */
  async answer(question) {
    try {
      return await question();
    } catch (error) {
      this.loader.reportError(error);
      return null;
    }
  }

  /** Stores the draft, has it judged and shows it; a verdict that a later one overtook is ignored. */
  async judge() {
    const turn = ++this.requests;
    this.loader.storeDraft();
    const verdict = await this.answer(this.check);
    if (!verdict || turn !== this.requests) return;
    this.verdict = verdict;
    this.show();
  }

  /** Shows the draft, and whether it may fight. */
  show() {
    if (!this.verdict) return;
    const { refused } = this.verdict;
    byId("verdict").className = refused ? "why" : "fits";
    byId("verdict").replaceChildren(
      ...(refused ? [refused.words, " ", clauseLink(refused.clause) || ""] : [t("This army may fight.")]),
    );
    for (const id of ["use", "keep", "link"]) buttonById(id).disabled = Boolean(refused);
    this.render(this.verdict);
    document.body.dataset.judged = String(this.requests);
  }
}

/**
 * Marks the unit or the box below what is carried.
 * @param {Element | null} element
 */
function markDropTarget(element) {
  for (const marked of document.querySelectorAll(".is-over")) marked.classList.remove("is-over");
  element?.closest("[data-unit], .box")?.classList.add("is-over");
}

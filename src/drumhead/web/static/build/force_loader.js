// What is on the workbench when a builder opens: the force of a link, the draft, or that of a side of the battle being
// set up. Nothing is lost: what was there before can be restored.

import { clauseLink } from "../lib/clauses.js";
import { lowerCurtain } from "../lib/curtain.js";
import { byId, make } from "../lib/dom.js";
import { readDraft, readPlan, storeDraft, storePlan } from "../lib/force_storage.js";
import { t } from "../lib/i18n.js";
import { forceIn, hasForce } from "./force_link.js";

/** @type {Force} */
const EMPTY = { name: "", units: [] };
const MAX_FAULTS = 8;

/** @typedef {(Sentence & { line?: number }) | string} Fault */

export class ForceLoader {
  /**
   * @param {string} game
   * @param {object} given
   * @param {(question: string, message: unknown) => Promise<any>} given.ask Asks the server about the game.
   * @param {(force: Force) => Promise<void>} given.take Lays a force on the workbench.
   * @param {() => Force} given.current Returns the force on the workbench.
   */
  constructor(game, { ask, take, current }) {
    this.game = game;
    this.ask = ask;
    this.take = take;
    this.current = current;
    const side = new URLSearchParams(location.search).get("side");
    /** The battle being set up, null where the force is for none. */
    this.plan = side === null ? null : readPlan(game);
    this.side = this.plan ? Number(side) : null;
    /** @type {Force | null} The draft that a link replaced before it was on the workbench. */
    this.replaced = null;
    this.startText = this.plan && this.side !== null ? this.plan.forces?.[this.side]?.text || "" : "";
  }

  /**
   * Fills the workbench; returns what the sides of the battle agreed on, or null where the force is for none.
   * @returns {Promise<GameOptions | null>}
   */
  async load() {
    const agreed = this.plan?.options || null;
    if (this.plan && this.side !== null) {
      const main = byId("main");
      const sideName = this.plan.names?.[this.side] || t("Side {n}", { n: this.side + 1 });
      if (main.dataset.secret && this.plan.who.filter((player) => player === "person").length > 1) {
        const words = t("What you build is secret. Make sure that only your side is looking, then lift the curtain.");
        main.inert = true;
        await lowerCurtain(sideName, words);
        main.inert = false;
      }
      byId("title").textContent += ` · ${sideName}`;
    }
    await this.loadFirst();
    window.addEventListener("hashchange", () => this.openLink());
    return agreed && { ...agreed, size: Number(agreed.size) };
  }

  async loadFirst() {
    const stored = readDraft(this.game, this.side);
    const draft = stored && (this.side === null || stored.of === this.startText) ? stored : null;
    if (hasForce(location.hash)) {
      this.replaced = draft;
      await this.openLink();
    } else if (draft) await this.take(this.withAgreement(draft));
    else if (this.startText) await this.open(this.startText);
    else await this.take(this.withAgreement(EMPTY));
  }

  /**
   * Returns a force under what the sides agreed on.
   * @param {Force} force
   * @returns {Force}
   */
  withAgreement(force) {
    const agreed = this.plan?.options;
    if (!agreed) return force;
    const size = Number(agreed.size);
    return { ...force, ...(size ? { size } : {}), mixed: agreed.mixed === true, agreed };
  }

  async openLink() {
    if (!hasForce(location.hash)) return;
    /** @type {string | null} */
    let text = null;
    try {
      text = forceIn(location.hash);
    } catch {
      // The link is damaged.
    }
    history.replaceState(null, "", location.pathname + location.search);
    if (text === null) {
      await this.take(this.replaced ?? this.withAgreement(EMPTY));
      const words = t("This link is damaged: part of it is missing or was changed. Ask for it again, or for the text.");
      this.showNotice([words]);
    } else await this.open(text);
  }

  /**
   * Lays on the workbench what a text says, as far as it can be read; what was there can be restored.
   * @param {string} text
   */
  async open(text) {
    const previous = this.replaced || this.current();
    /** @type {ReadForce} */
    let read;
    try {
      read = await this.ask("read", { text });
    } catch (error) {
      this.reportError(error);
      return;
    }
    const isUsable = hasUnits(read);
    if (isUsable) await this.take(this.withAgreement(read));
    else if (this.replaced || !hasUnits(previous)) await this.take(this.replaced || this.withAgreement(EMPTY));
    this.replaced = null;
    if (!read.faults.length) {
      if (hasUnits(previous)) this.showNotice([], t("This has replaced the previous one."), previous);
      else this.hideNotice();
      return;
    }
    const heading = isUsable
      ? t("Not all of it could be read. What was understood is here for you to correct:")
      : t("This cannot be read, and nothing was changed:");
    this.showNotice(read.faults, heading, isUsable && hasUnits(previous) ? previous : null);
  }

  /**
   * Says what is wrong, and offers what was on the workbench before.
   * @param {Fault[]} faults
   * @param {string} [heading]
   * @param {Force | null} [previous]
   */
  showNotice(faults, heading = "", previous = null) {
    const items = faults.slice(0, MAX_FAULTS).map((fault) => {
      const { words, clause, line } = typeof fault === "string" ? { words: fault, clause: "", line: 0 } : fault;
      return make("li", {}, line ? `${t("line {n}", { n: line })}: ` : "", words, " ", clauseLink(clause));
    });
    const restore = previous
      ? make("button", { type: "button", onclick: () => this.restore(previous) }, t("Restore the previous one"))
      : "";
    const close = make(
      "button",
      { type: "button", class: "quiet", onclick: () => this.hideNotice(), "aria-label": t("Close") },
      "×",
    );
    byId("notice").hidden = false;
    byId("notice").replaceChildren(
      make("p", {}, heading),
      items.length ? make("ul", {}, ...items) : "",
      restore,
      close,
    );
    byId("notice").scrollIntoView({ block: "nearest" });
  }

  hideNotice() {
    byId("notice").hidden = true;
  }

  /**
   * Says that the server did not answer; what is on the workbench stays.
   * @param {Error & { clause?: string }} error
   */
  reportError(error) {
    const fault = { words: error.message, clause: error.clause ?? "" };
    this.showNotice([fault], t("This could not be checked; nothing here is lost:"));
  }

  /** @param {Force} force */
  async restore(force) {
    this.hideNotice();
    await this.take(this.withAgreement(force));
  }

  /** Clears the workbench; what was there can be restored. */
  async clear() {
    const previous = this.current();
    await this.take(this.withAgreement({ ...EMPTY, size: previous.size }));
    if (hasUnits(previous)) this.showNotice([], t("You have cleared everything."), previous);
  }

  /** Stores what is on the workbench until the page is opened again. */
  storeDraft() {
    storeDraft(this.game, this.side, { ...this.current(), of: this.startText });
  }

  /**
   * Takes the force into the battle being set up.
   * @param {string} text
   */
  useInBattle(text) {
    const plan = readPlan(this.game) || this.plan;
    if (!plan || this.side === null) return;
    plan.forces ||= [];
    plan.forces[this.side] = { value: "built", text };
    storePlan(this.game, plan);
    location.href = plan.back ?? `/setup/${this.game}`;
  }
}

/** @param {Force | null} force */
function hasUnits(force) {
  return Boolean(force?.units?.some((unit) => unit.length));
}

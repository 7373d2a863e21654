// What lies on the workbench when it is opened: a link's force, the draft, or that of a side of the battle being set up.
// Nothing is lost by it: what lay there before can be had back.

import { curtain } from "../lib/curtain.js";
import { cite } from "../lib/clauses.js";
import { draft, keepDraft, keepPlan, plan } from "../lib/force_storage.js";
import { textOf } from "./import_export.js";
import { at, make, t } from "../lib/dom.js";

const EMPTY = { name: "", units: [] };

export class Opening {
  /** `desk` asks the server, `take` lays a force on the bench, `current` says what lies there. */
  constructor(game, { desk, take, current }) {
    this.game = game;
    this.desk = desk;
    this.take = take;
    this.current = current;
    const side = new URLSearchParams(location.search).get("side");
    this.plan = side === null ? null : plan(game);
    this.side = this.plan ? Number(side) : null;
    this.before = null;
    this.of = this.plan?.forces?.[this.side]?.text || "";
  }

  /** Opens the bench; returns what the sides of the battle agreed on, null where it is for none. */
  async begin() {
    const agreed = this.plan?.options || null;
    if (this.plan && main().dataset.secret && this.plan.who.filter((one) => one === "person").length > 1) {
      const side = this.plan.names?.[this.side] || t("Side {n}", { n: this.side + 1 });
      const words = t("What you build is secret. Let only those of your side look, then lift the curtain.");
      main().inert = true;
      await curtain(side, words);
      main().inert = false;
    }
    if (this.plan)
      at("title").textContent += ` · ${this.plan.names?.[this.side] || t("Side {n}", { n: this.side + 1 })}`;
    await this.lay(agreed);
    window.addEventListener("hashchange", () => this.linked());
    return agreed && { ...agreed, size: Number(agreed.size) };
  }

  async lay(agreed) {
    const found = draft(this.game, this.side);
    const kept = found && (this.side === null || found.of === this.of) ? found : null;
    if (location.hash.includes("force=")) {
      this.before = kept;
      await this.linked();
    } else if (kept) await this.take(this.agree(kept, agreed));
    else if (this.of) await this.open(this.of);
    else await this.take(this.agree(EMPTY, agreed));
  }

  /** A force under what was agreed. */
  agree(force, agreed = this.plan?.options) {
    if (!agreed) return force;
    return {
      ...force,
      ...(Number(agreed.size) ? { size: Number(agreed.size) } : {}),
      mixed: agreed.mixed === true,
      agreed,
    };
  }

  async linked() {
    if (!location.hash.includes("force=")) return;
    let text = "";
    try {
      text = textOf(location.hash);
    } catch {
      text = null;
    }
    history.replaceState(null, "", location.pathname + location.search);
    if (text === null) {
      if (this.before) await this.take(this.before);
      else await this.take(this.agree(EMPTY));
      this.notice([
        t(
          "This link is damaged: it is cut short, or something was changed on its way. Ask for it again, or for the text.",
        ),
      ]);
    } else await this.open(text);
  }

  /** Lays on the bench what a text says, as far as it can be read; what lay there can be had back. */
  async open(text) {
    const lying = this.before || this.current();
    let read;
    try {
      read = await this.desk("read", { text });
    } catch (error) {
      this.unanswered(error);
      return;
    }
    const worth = this.isWorth(read);
    if (worth) await this.take(this.agree(read));
    else if (this.before || !this.isWorth(lying)) await this.take(this.before || this.agree(EMPTY));
    this.before = null;
    if (!read.faults.length) {
      this.notice(this.isWorth(lying) ? [] : null, t("Another one lies here now."), lying);
      return;
    }
    const first = worth
      ? t("Not all of it could be read. What was understood lies here, to be mended:")
      : t("This cannot be read, and nothing was changed:");
    this.notice(read.faults, first, worth && this.isWorth(lying) ? lying : null);
  }

  isWorth(force) {
    return Boolean(force?.units?.some((unit) => unit.length));
  }

  /** Says what is the matter, and offers what lay here before. */
  notice(faults, first = "", lying = null) {
    at("notice").hidden = !faults;
    if (!faults) return;
    const items = faults
      .slice(0, 8)
      .map((fault) =>
        make(
          "li",
          {},
          fault.line ? `${t("line {n}", { n: fault.line })}: ` : "",
          fault.words || fault,
          " ",
          cite(fault.clause),
        ),
      );
    const back = make(
      "button",
      { type: "button", onclick: () => this.restore(lying) },
      t("Back to what lay here before"),
    );
    const close = make(
      "button",
      { type: "button", class: "quiet", onclick: () => this.notice(null), "aria-label": t("Close") },
      "×",
    );
    at("notice").replaceChildren(
      make("p", {}, first),
      items.length ? make("ul", {}, ...items) : "",
      lying ? back : "",
      close,
    );
    at("notice").scrollIntoView({ block: "nearest" });
  }

  /** Says that the server did not answer; what lies on the bench stays. */
  unanswered(error) {
    this.notice(
      [{ words: error.message, clause: error.clause }],
      t("This could not be judged; what lies here is kept:"),
    );
  }

  async restore(force) {
    this.notice(null);
    await this.take(this.agree(force));
  }

  /** Clears the bench; what lay there can be had back. */
  async anew() {
    const lying = this.current();
    await this.take(this.agree({ ...EMPTY, size: lying.size }));
    if (this.isWorth(lying)) this.notice([], t("The bench is empty."), lying);
  }

  /** Keeps what lies on the bench until the page is opened again. */
  keep() {
    keepDraft(this.game, this.side, { ...this.current(), of: this.of });
  }

  /** Takes the force into the battle being set up. */
  use(text) {
    const found = plan(this.game) || this.plan;
    found.forces ||= [];
    found.forces[this.side] = { value: "built", text };
    keepPlan(this.game, found);
    location.href = `/setup/${this.game}`;
  }
}

const main = () => at("main");

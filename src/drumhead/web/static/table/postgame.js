// What comes after a battle, and what those who look on can do: files, proof, the same again, the pace.

import { address, ask } from "../lib/battles.js";
import { showChances } from "./win_chances.js";
import { at, make, t } from "../lib/dom.js";

/** The page that explains the dice, with a stream of them filled in to be computed again. */
function proofOf(stream) {
  if (!stream) return "/dice";
  return `/dice#${new URLSearchParams({ secret: stream.secret, nonces: stream.nonces.join(" "), number: stream.first })}`;
}

export class After {
  constructor({ tokens, watch, line, board, look }) {
    this.board = board;
    this.look = look;
    this.tokens = tokens;
    this.watch = watch;
    this.line = line;
    at("save").onclick = () => this.save();
    at("link").onclick = () => this.share();
  }

  /** Shows how the battle ended and what can be done now. */
  show(view) {
    const frame = at("after");
    if (this.paced && !view.outcome) return;
    frame.hidden = !view.outcome;
    if (!view.outcome) return;
    if (frame.dataset.step !== String(view.step)) this.fill(frame, view);
    this.invite(view.again);
  }

  /** Says how the battle ended and what can be done now. */
  fill(frame, view) {
    frame.dataset.step = view.step;
    at("prompt").textContent = t("The battle is over");
    at("choices").replaceChildren();
    frame.replaceChildren(
      make("h2", {}, view.outcome.words),
      make("p", {}, t("Walk through it with the slider below, or take it with you.")),
      make(
        "div",
        { class: "row" },
        this.line().table.seat < 0
          ? ""
          : make(
              "button",
              { type: "button", id: "again", class: "main", onclick: () => this.again() },
              t("Again, sides swapped"),
            ),
        make("button", { type: "button", onclick: () => this.save() }, t("Save as a file")),
        make("button", { type: "button", onclick: () => this.line().talk.say({ type: "proof" }) }, t("Check the dice")),
        make(
          "button",
          { type: "button", onclick: () => this.line().talk.say({ type: "review" }) },
          t("How the chances ran"),
        ),
        make("button", { type: "button", onclick: ({ target }) => this.film(target) }, t("A film to share")),
        make("a", { class: "button", href: "/" }, t("To the start page")),
      ),
      make("p", { id: "again-by", role: "status" }),
      make("div", { class: "film", role: "status" }),
      make("div", { class: "chances-of", hidden: true }),
      make("div", { class: "proof", role: "status" }),
    );
  }

  /** Says who has begun the battle again and waits there. */
  invite(seat) {
    const { table } = this.line();
    if (seat === null || seat === table.seat || table.seat < 0) return;
    at("again").textContent = t("Come to the new battle");
    at("again-by").textContent = t("{side}: the battle is played again, sides swapped.", {
      side: table.sides[seat].name,
    });
  }

  /** Lets those who watch computers say how fast they play. */
  pacing() {
    this.paced = true;
    const frame = at("after");
    const speeds = [
      [0, t("Rest")],
      [0.9, t("At ease")],
      [0.25, t("Quick march")],
    ];
    frame.hidden = false;
    frame.replaceChildren(
      make(
        "div",
        { class: "row", role: "group", "aria-label": t("Pace") },
        ...speeds.map(([seconds, words]) =>
          make(
            "button",
            { type: "button", "data-pace": seconds, onclick: () => this.line().talk.say({ type: "pace", seconds }) },
            words,
          ),
        ),
      ),
    );
  }

  /** Shows at which pace the computers play now. */
  paces({ seconds }) {
    for (const button of at("after").querySelectorAll("[data-pace]")) {
      button.setAttribute("aria-pressed", Number(button.dataset.pace) === seconds);
    }
  }

  proved({ checked, by_hand: byHand, sealed, streams }) {
    const frame = document.querySelector(".proof");
    if (!frame) return;
    frame.replaceChildren(
      make("p", {}, make("strong", {}, t("{n} throws recomputed, all as they fell.", { n: checked }))),
      byHand ? make("p", {}, t("{n} were thrown by hand.", { n: byHand })) : "",
      sealed ? make("p", {}, t("{n} are still sealed.", { n: sealed })) : "",
      make(
        "p",
        { class: "fine" },
        t("The seal was shown before the first throw; it is the hash of the secret, and the secret gives every face."),
      ),
      ...streams.map((stream) =>
        make(
          "dl",
          { class: "fine" },
          make("dt", {}, t("Seal")),
          make("dd", {}, stream.seal),
          make("dt", {}, t("Secret")),
          make("dd", {}, stream.secret),
          make("dt", {}, t("Nonces")),
          make("dd", {}, stream.nonces.join(" ")),
        ),
      ),
      make("p", {}, make("a", { href: proofOf(streams[0]), target: "_blank" }, t("How the dice can be checked"))),
    );
  }

  /** Shows how the chances ran, or how far they are known. */
  reviewed(message) {
    const frame = document.querySelector(".chances-of");
    if (!frame) return;
    this.board.dress(message.rules);
    const told = (step) => this.line().log.words(step);
    showChances(frame, message, { told, look: this.look });
  }

  /** Saves the battle as one picture that moves. */
  async film(button) {
    const told = document.querySelector(".film");
    button.disabled = true;
    told.textContent = t("The film is being drawn…");
    try {
      const text = await ask("/film", { token: this.tokens[0] });
      this.download(text, "image/svg+xml", "svg");
      told.textContent = t("The film is saved: one file of {n} kB that any browser plays.", {
        n: Math.round(text.length / 1000),
      });
    } catch (error) {
      told.textContent = error.message;
    }
    button.disabled = false;
  }

  /** Goes to the same battle begun again, with the seats of this device; the others come by their own links. */
  async again() {
    try {
      location.href = address(await ask("/battles/again", { tokens: this.tokens }));
    } catch (error) {
      at("again-by").textContent = error.message;
    }
  }

  async save() {
    at("more").open = false;
    const text = await ask("/record", { tokens: this.tokens });
    this.download(text, "text/plain", "drum");
  }

  /** Hands a text over as a file. */
  download(text, type, ending) {
    const { game } = this.line().table;
    const link = make("a", {
      href: URL.createObjectURL(new Blob([text], { type })),
      download: `${game}-${new Date().toISOString().slice(0, 16).replace(/[T:]/g, "-")}.${ending}`,
    });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async share() {
    at("more").open = false;
    const link = `${location.origin}/table#${this.watch}`;
    try {
      await navigator.clipboard.writeText(link);
      at("news").textContent = t("The link to watch is on the clipboard.");
    } catch {
      prompt(t("The link to watch"), link);
    }
  }
}

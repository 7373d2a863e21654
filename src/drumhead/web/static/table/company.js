// Company: who is at the table, what they say and propose, and the clock, for battles with people far away.

import { invited } from "../lib/battles.js";
import { at, make, t } from "../lib/dom.js";

export class Company {
  /** `line` gives the line that is shown; `own` are the tokens of this device. */
  constructor({ line, own }) {
    this.line = line;
    this.own = own;
    this.here = [];
    this.watching = 0;
    this.lines = [];
    this.muted = new Set();
    this.heard = 0;
    this.waited = false;
    setInterval(() => this.tick(), 1000);
    at("hand-over").onclick = () => this.handOver();
    at("call").onsubmit = (event) => {
      event.preventDefault();
      this.line().talk.say({ type: "hook", url: at("hook").value.trim() });
    };
  }

  say(message) {
    const { talk, view } = this.line();
    if (view) talk.say({ number: view.number, ...message }); // else the battle is on its way again
  }

  /** A table was taken: company is for those who play with people elsewhere. */
  seated(table) {
    this.table = table;
    const people = table.sides.filter((side) => !side.level).length;
    this.far = table.seat >= 0 && people > this.own.length;
    at("company").hidden = !this.far;
    at("hand-over").hidden = table.seat < 0 || table.guided;
    at("hand-over").textContent = table.sides[table.seat]?.level
      ? t("Take my seat back")
      : t("Let the computer play for me");
    this.lines = [];
    at("patience").textContent = t("Against whoever does not decide for {n} hours the battle can be claimed.", {
      n: Math.round(table.patience / 3600),
    });
    if (table.notice) at("news").textContent = table.notice;
  }

  viewed(view) {
    this.view = view;
    this.since = Date.now();
    this.render();
    this.tell(view);
  }

  presence({ seats, watching }) {
    this.here = seats;
    this.watching = watching;
    this.render();
  }

  chat({ lines, muted }) {
    this.lines = lines;
    this.muted = new Set(muted);
    this.render();
  }

  said(line) {
    this.lines.push(line);
    if (line.seat !== this.table.seat) at("news").textContent = `${this.name(line.seat)}: ${line.words}`;
    this.render();
  }

  mute({ seat, on }) {
    if (on) this.muted.add(seat);
    else this.muted.delete(seat);
    this.render();
  }

  hooked({ on }) {
    at("news").textContent = on ? t("You will be called there.") : t("You will not be called any more.");
    at("terms").dataset.calls = on;
  }

  name(seat) {
    return this.table.sides[seat]?.name || "";
  }

  handOver() {
    at("more").open = false;
    const played = this.table.sides[this.table.seat]?.level;
    this.line().talk.say(played ? { type: "person" } : { type: "computer", level: "sergeant" });
  }

  render() {
    if (!this.far || !this.view) return;
    const { table, view } = this;
    const others = table.sides
      .map((side, seat) => ({ ...side, seat }))
      .filter(({ level, seat }) => !level && seat !== table.seat);
    const deeds = view.outcome ? [] : this.deeds();
    at("who").replaceChildren(
      ...others.map((side) => this.who(side)),
      ...(this.watching ? [make("li", {}, t("{n} look on", { n: this.watching }))] : []),
    );
    at("proposed").replaceChildren(...this.proposals(), ...deeds);
    at("talk").replaceChildren(
      ...this.lines
        .filter(({ seat }) => !this.muted.has(seat))
        .map(({ seat, words }) => make("li", {}, make("strong", {}, `${this.name(seat)}: `), words)),
    );
    if (this.lines.length !== this.heard) at("talk").scrollTop = at("talk").scrollHeight;
    this.heard = this.lines.length;
    this.tick();
  }

  /** Another player: there or not, how to invite or mute them. */
  who({ seat, name }) {
    const there = this.here.includes(seat);
    const link = !there && invited(this.own[0])[seat];
    const muted = this.muted.has(seat);
    return make(
      "li",
      { class: there ? "there" : "away" },
      make("span", {}, `${name}: ${there ? t("is here") : t("is away")}`),
      link ? this.button(t("Copy the link for {side}", { side: name }), () => this.copy(link)) : null,
      this.button(muted ? t("Hear again") : t("Mute"), () => this.line().talk.say({ type: "mute", seat, on: !muted })),
    );
  }

  button(words, onclick) {
    return make("button", { type: "button", class: "quiet", onclick }, words);
  }

  async copy(token) {
    const link = `${location.origin}/table#${token}`;
    try {
      await navigator.clipboard.writeText(link);
      at("news").textContent = t("Copied. Send it to the other player only: the link is the seat.");
    } catch {
      at("proposed").append(make("input", { readonly: true, value: link, "aria-label": t("The link") }));
    }
  }

  proposals() {
    const found = this.view.proposals.filter(([seat, what]) => seat !== this.table.seat && what !== "draw");
    const waits = this.view.waits_for.filter((seat) => seat !== this.table.seat);
    return [
      ...waits.map((seat) => make("p", {}, t("The dice wait until {side} has come.", { side: this.name(seat) }))),
      ...found.map(([seat, what]) =>
        make(
          "p",
          {},
          t("{side} proposes: {what}", { side: this.name(seat), what: this.meaning(what) }),
          this.button(t("Agree"), () => this.say({ type: "offer", what })),
          this.button(t("Decline"), () => this.say({ type: "decline" })),
        ),
      ),
    ];
  }

  meaning(what) {
    const [kind, terms] = what.split(" ");
    if (kind === "undo") return t("to take back");
    if (kind === "pause") return t("to stop the clock");
    return terms === "off" ? t("no clock") : t("a clock, {terms} seconds", { terms });
  }

  /** What may be proposed or claimed now. */
  deeds() {
    const { clock, step } = this.view;
    const offer = (words, what) => this.button(words, () => this.say({ type: "offer", what }));
    return [
      step ? offer(t("Ask to take back"), "undo") : null,
      clock
        ? offer(t("Propose to play without a clock"), "clock off")
        : this.button(t("Propose a clock"), () => this.say({ type: "offer", what: this.terms() })),
      clock && !clock.paused ? offer(t("Propose a pause"), "pause") : null,
      clock?.paused ? this.button(t("Go on"), () => this.line().talk.say({ type: "resume" })) : null,
      this.late() || this.gone() ? this.button(t("Claim the battle"), () => this.say({ type: "claim" })) : null,
    ].filter(Boolean);
  }

  left(seat) {
    const { clock } = this.view;
    return clock.left[seat] - (clock.runs === seat ? (Date.now() - this.since) / 1000 : 0);
  }

  late() {
    const { clock, to_act } = this.view;
    return clock && to_act >= 0 && to_act !== this.table.seat && this.left(to_act) <= 0;
  }

  /** The clock as it is set on the page. */
  terms() {
    return `clock ${Math.round(at("clock-minutes").value * 60)}+${Math.round(at("clock-increment").value)}`;
  }

  /** Whether it is the decision of somebody who is not there; how long, the server knows. */
  gone() {
    const { to_act } = this.view;
    return to_act >= 0 && to_act !== this.table.seat && !this.table.sides[to_act].level && !this.here.includes(to_act);
  }

  tick() {
    const clock = this.far && this.view?.clock;
    at("clock").hidden = !clock;
    if (!clock) return;
    const told = (seconds) =>
      `${seconds < 0 ? "−" : ""}${Math.floor(Math.abs(seconds) / 60)}:${String(Math.floor(Math.abs(seconds) % 60)).padStart(2, "0")}`;
    at("clock").replaceChildren(
      ...this.table.sides.map((side, seat) =>
        make("span", { class: clock.runs === seat ? "runs" : "" }, `${side.name} ${told(this.left(seat))}`),
      ),
    );
    if (this.late() && !this.claimable) this.render((this.claimable = true));
  }

  /** Calls the player back to the page when it is their turn. */
  tell(view) {
    const mine = view.to_act === this.table.seat && !view.outcome;
    if (mine && !this.waited && document.hidden && this.far) {
      document.title = `● ${document.title.replace("● ", "")}`;
      if (globalThis.Notification?.permission === "granted")
        new Notification(t("Your turn"), { body: this.table.title, tag: "turn" });
    }
    this.waited = mine;
  }
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) document.title = document.title.replace("● ", "");
});
at("notify").onclick = async () => {
  at("notify").hidden = (await Notification.requestPermission()) === "granted";
};
at("notify").hidden = !globalThis.Notification || Notification.permission === "granted";

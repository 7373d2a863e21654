// The brigade builder: an army is split into brigades. The server says whether a split may fight.

import { byId, inputById, make, targetOf } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { askGame, Builder } from "./builder.js";
import { Counters } from "./counters.js";

const POOL = -1;
const BRIGADES = [0, 1, 2];

/**
 * A unit: its kind, its brigade or the pool, and its place there.
 * @typedef {{ kind: string, brigade: number, place: number }} UnitPlace
 */

class BrigadeBuilder {
  constructor() {
    /** @type {{ box: PieceBox, counters: Counters } | null} */
    this.loaded = null;
    this.draft = { name: "", horse: false, units: BRIGADES.map(() => /** @type {string[]} */ ([])) };
    /** @type {BrigadesVerdict} */
    this.verdict = { pool: [], refused: null, units: [], text: "", line: "" };
    /** @type {UnitPlace | null} */
    this.chosen = null;
    /** @type {Builder<BrigadesVerdict>} */
    this.builder = new Builder({
      draft: () => this.draft,
      take: (force) => this.take(force),
      check: () =>
        askGame("check", { name: this.draft.name, units: this.draft.units, horse_artillery: this.draft.horse }),
      render: (verdict) => this.render(verdict),
    });
    this.bindEvents();
  }

  /** The kinds of pieces, once they are loaded. */
  get box() {
    if (!this.loaded) throw new Error("the box is not loaded yet");
    return this.loaded.box;
  }

  open() {
    return this.builder.open({
      prepare: async () => {
        const box = await askGame("box", {});
        this.loaded = { box, counters: new Counters(box) };
      },
      onAgreement: (agreed) => {
        inputById("horse").disabled = Boolean(agreed);
      },
      draw: () => askGame("draw", { horse_artillery: this.draft.horse }),
      fileName: "brigades",
      grab: (element) => ({ ...this.placeOf(element), from: element }),
      drop: (place, element) => {
        const brigade = /** @type {HTMLElement | null} */ (element.closest("[data-unit]"));
        if (brigade) this.move(place, Number(brigade.dataset.unit));
      },
    });
  }

  /**
   * Lays a split on the workbench.
   * @param {Force} force
   */
  async take(force) {
    const units = BRIGADES.map((brigade) => force.units?.[brigade] || []);
    const hasHorseGuns = units.flat().some((kind) => kind === this.box.guns[1]);
    const horse = force.agreed ? force.agreed.horse_artillery === true : force.horse || hasHorseGuns;
    this.draft = { name: force.name || "", horse, units };
    this.chosen = null;
    inputById("name").value = this.draft.name;
    await this.builder.judge();
  }

  /** @param {BrigadesVerdict} verdict */
  render(verdict) {
    this.verdict = verdict;
    inputById("horse").checked = this.draft.horse;
    const focused = /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest("[data-drag]"));
    byId("units").replaceChildren(...this.draft.units.map((kinds, brigade) => this.brigadeItem(kinds, brigade)));
    byId("pool").replaceChildren(
      ...verdict.pool.map((kind, place) => make("li", {}, this.unitButton({ kind, brigade: POOL, place }))),
    );
    if (!verdict.pool.length) byId("pool").append(make("li", { class: "fine" }, t("Every unit has its brigade.")));
    if (focused) {
      const again = document.querySelector(`[data-drag="${focused.dataset.drag}"]`);
      /** @type {HTMLElement | null} */ (again)?.focus({ preventScroll: true });
    }
    this.showInfo();
  }

  /**
   * @param {string[]} kinds
   * @param {number} brigade
   */
  brigadeItem(kinds, brigade) {
    const title = this.box.kinds.brigadier.words;
    return make(
      "li",
      { class: `unit brigade brigade-${brigade + 1}`, "data-unit": brigade },
      make("h2", {}, t("Brigade {n}", { n: brigade + 1 }), " ", make("small", {}, this.verdict.units[brigade].words)),
      make(
        "ul",
        { class: "stack-tiles" },
        make("li", {}, make("span", { class: "tile brigadier", title }, this.picture("brigadier", brigade))),
        ...kinds.map((kind, place) => make("li", {}, this.unitButton({ kind, brigade, place }))),
      ),
    );
  }

  /**
   * Returns the counter of a kind of unit in a brigade or in the pool.
   * @param {string} kind
   * @param {number} brigade
   */
  picture(kind, brigade) {
    if (!this.loaded) throw new Error("the box is not loaded yet");
    return this.loaded.counters.picture(this.box.kinds[kind].faces[brigade + 1]);
  }

  /** @param {UnitPlace} unit */
  isChosen({ brigade, place }) {
    return this.chosen?.brigade === brigade && this.chosen.place === place;
  }

  /** @param {UnitPlace} unit */
  unitButton(unit) {
    const { kind, brigade, place } = unit;
    const { words } = this.box.kinds[kind];
    const where = brigade === POOL ? t("in no brigade yet") : t("brigade {n}", { n: brigade + 1 });
    return make(
      "button",
      {
        type: "button",
        class: `tile piece ${this.isChosen(unit) ? "is-chosen" : ""}`,
        "data-drag": `${brigade}.${place}`,
        "aria-pressed": String(this.isChosen(unit)),
        "aria-label": `${words}, ${where}`,
        title: words,
        onclick: () => {
          this.chosen = this.isChosen(unit) ? null : unit;
          this.builder.show();
        },
      },
      this.picture(kind, brigade),
    );
  }

  showInfo() {
    const { chosen } = this;
    byId("info").classList.toggle("is-empty", !chosen);
    if (!chosen) {
      byId("info").replaceChildren(make("p", { class: "fine" }, t("Choose a unit to move it.")));
      return;
    }
    byId("info").replaceChildren(
      make("div", { class: "info-face" }, this.picture(chosen.kind, chosen.brigade)),
      make("div", { class: "info-words" }, make("h3", {}, this.box.kinds[chosen.kind].words)),
      make("div", { class: "row actions" }, ...this.unitActions(chosen)),
    );
  }

  /**
   * Returns buttons for what can be done with a unit.
   * @param {UnitPlace} unit
   */
  unitActions(unit) {
    const { kind, brigade } = unit;
    const { guns, kinds } = this.box;
    const buttons = BRIGADES.filter((other) => other !== brigade).map((other) =>
      make("button", { type: "button", onclick: () => this.move(unit, other) }, t("To brigade {n}", { n: other + 1 })),
    );
    if (brigade !== POOL) {
      buttons.push(make("button", { type: "button", onclick: () => this.move(unit, POOL) }, t("Take out")));
    }
    if (brigade !== POOL && this.draft.horse && guns.includes(kind)) {
      const other = guns.find((gun) => gun !== kind) ?? kind;
      const words = t("Make it {kind}", { kind: kinds[other].words });
      buttons.push(make("button", { type: "button", onclick: () => this.change(unit, other) }, words));
    }
    return buttons;
  }

  /**
   * Moves a unit to a brigade or to the pool.
   * @param {UnitPlace} unit
   * @param {number} to
   */
  move({ kind, brigade, place }, to) {
    if (brigade === to) return;
    if (brigade !== POOL) this.draft.units[brigade].splice(place, 1);
    if (to !== POOL) this.draft.units[to].push(kind);
    this.chosen = null;
    this.builder.judge();
  }

  /**
   * Makes a unit one of another kind.
   * @param {UnitPlace} unit
   * @param {string} kind
   */
  change({ brigade, place }, kind) {
    this.draft.units[brigade][place] = kind;
    this.chosen = null;
    this.builder.judge();
  }

  /**
   * @param {HTMLElement} element
   * @returns {UnitPlace}
   */
  placeOf(element) {
    const [brigade, place] = (element.dataset.drag ?? "").split(".").map(Number);
    return { brigade, place, kind: brigade === POOL ? this.verdict.pool[place] : this.draft.units[brigade][place] };
  }

  bindEvents() {
    byId("main").addEventListener("keydown", (event) => {
      const element = targetOf(event, "[data-drag]");
      if (!element) return;
      if (/^[0-3]$/.test(event.key)) this.move(this.placeOf(element), Number(event.key) - 1);
      else if (event.key === "Delete" || event.key === "Backspace") this.move(this.placeOf(element), POOL);
    });
    inputById("horse").addEventListener("change", () => {
      this.draft.horse = inputById("horse").checked;
      this.builder.judge();
    });
  }
}

new BrigadeBuilder().open();

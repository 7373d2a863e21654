// The army builder: tiles from the box become units. The server says whether an army is legal and what a tile may join.

import { clauseLink } from "../lib/clauses.js";
import { buttonById, byId, inputById, make, selectById, targetOf } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { askGame, Builder } from "./builder.js";
import { Tiles } from "./tiles.js";

const DEFAULT_SIZE = 50;

/**
 * A tile that is looked at, and the unit it is in; null while it is in the box.
 * @typedef {{ id: string, unit: number | null }} TilePlace
 */

class ArmyBuilder {
  constructor() {
    /** @type {Tiles | null} */
    this.loadedTiles = null;
    this.draft = { name: "", size: DEFAULT_SIZE, mixed: false, units: /** @type {string[][]} */ ([]) };
    /** The unit that tiles join; one beyond the last is a new one. */
    this.target = 0;
    /** @type {TilePlace | null} */
    this.chosen = null;
    this.shownArmy = "";
    /** @type {Sentence | null} Why the last thing could not be done, until something else is done. */
    this.objection = null;
    /** @type {ArmyVerdict} */
    this.verdict = { points: 0, barred: {}, refused: null, units: [], text: "", line: "" };
    /** @type {Builder<ArmyVerdict>} */
    this.builder = new Builder({
      draft: () => this.draft,
      take: (force) => this.take(force),
      check: () => this.check(this.target),
      render: (verdict) => this.render(verdict),
    });
    this.bindEvents();
  }

  /** The tiles of the box, once they are loaded. */
  get tiles() {
    if (!this.loadedTiles) throw new Error("the box is not loaded yet");
    return this.loadedTiles;
  }

  open() {
    return this.builder.open({
      prepare: async () => {
        this.loadedTiles = new Tiles(await askGame("box", {}));
        const sizes = this.tiles.box.sizes.map((size) => make("option", { value: size }, String(size)));
        selectById("size").replaceChildren(...sizes);
      },
      onAgreement: (agreed) => {
        selectById("size").disabled = Boolean(agreed?.size);
        inputById("mixed").disabled = Boolean(agreed);
      },
      draw: (lot) => askGame("draw", { lot, size: this.draft.size }),
      fileName: "army",
      grab: (element) => (element.dataset.tile ? { id: element.dataset.tile, from: element } : null),
      drop: ({ id }, element) => this.drop(id, element),
    });
  }

  /**
   * Lays an army on the workbench.
   * @param {Force} force
   */
  async take(force) {
    this.draft = {
      name: force.name || "",
      size: force.size || DEFAULT_SIZE,
      mixed: force.mixed === true,
      units: force.units || [],
    };
    this.target = this.draft.units.length;
    this.chosen = null;
    const first = this.tiles.byId.get(this.draft.units[0]?.[0]);
    this.shownArmy = first?.army || this.shownArmy || this.tiles.box.armies[0][0];
    inputById("name").value = this.draft.name;
    await this.judge();
  }

  /**
   * Asks the server to judge the army, with tiles about to join a unit.
   * @param {number} unit
   * @returns {Promise<ArmyVerdict>}
   */
  check(unit) {
    return askGame("check", { ...this.draft, unit });
  }

  judge() {
    this.objection = null;
    return this.builder.judge();
  }

  /** @param {ArmyVerdict} verdict */
  render(verdict) {
    const { draft } = this;
    this.verdict = verdict;
    selectById("size").value = String(draft.size);
    inputById("mixed").checked = draft.mixed;
    const meter = byId("meter", HTMLMeterElement);
    meter.max = draft.size;
    meter.value = Math.min(verdict.points, draft.size);
    meter.classList.toggle("over", verdict.points > draft.size);
    byId("points").textContent = t("{points} of {size} points", { points: verdict.points, size: draft.size });
    for (const id of ["copy", "save"]) buttonById(id).disabled = !draft.units.length;
    keepFocus(() => {
      this.showUnits();
      this.showBox();
    });
    this.showInfo();
  }

  showUnits() {
    const newUnit = this.draft.units.length;
    const words = newUnit
      ? t("choose tiles for it, or drag one here")
      : t("choose tiles from the box, or drag one here");
    byId("units").replaceChildren(
      ...this.draft.units.map((unit, index) => this.unitItem(unit, index)),
      make(
        "li",
        { class: `unit fresh ${this.target === newUnit ? "is-wanted" : ""}`, "data-unit": newUnit },
        this.targetButton(newUnit, t("New unit"), words),
      ),
    );
  }

  /**
   * @param {string[]} unit
   * @param {number} index
   */
  unitItem(unit, index) {
    const { words, refused } = this.verdict.units[index] || { words: "", refused: null };
    return make(
      "li",
      {
        class: `unit ${this.target === index ? "is-wanted" : ""} ${refused ? "is-refused" : ""}`,
        "data-unit": index,
      },
      this.targetButton(index, t("Unit {n}", { n: index + 1 }), words),
      make(
        "ul",
        { class: "stack-tiles" },
        ...unit.map((id, place) =>
          make(
            "li",
            {},
            this.tiles.button(id, {
              className: this.chosen?.id === id ? "is-chosen" : "",
              words: place ? "" : t("on top"),
              onPress: () => this.choose({ id, unit: index }),
              onPeek: (isPeeked) => this.showInfo(isPeeked ? { id, unit: index } : null),
            }),
            place ? null : make("span", { class: "on-top" }, t("on top")),
          ),
        ),
      ),
      refused ? make("p", { class: "why" }, refused.words, " ", clauseLink(refused.clause)) : null,
    );
  }

  /**
   * @param {number} unit
   * @param {string} title
   * @param {string} words
   */
  targetButton(unit, title, words) {
    return make(
      "button",
      {
        type: "button",
        class: "wanted quiet",
        "aria-pressed": String(this.target === unit),
        "data-of": unit,
        onclick: () => {
          this.target = unit;
          this.judge();
        },
      },
      make("b", {}, title),
      make("span", { class: "fine" }, words),
    );
  }

  showBox() {
    const { barred } = this.verdict;
    const taken = new Set(this.draft.units.flat());
    byId("armies").replaceChildren(
      ...this.tiles.box.armies.map(([name, words]) =>
        make(
          "button",
          {
            type: "button",
            "aria-pressed": String(this.shownArmy === name),
            onclick: () => {
              this.shownArmy = name;
              this.builder.show();
            },
          },
          words,
        ),
      ),
    );
    byId("tiles").replaceChildren(
      ...this.tiles.box.tiles
        .filter((tile) => tile.army === this.shownArmy && !taken.has(tile.id))
        .map(({ id }) =>
          make(
            "li",
            {},
            this.tiles.button(id, {
              className: `${this.chosen?.id === id ? "is-chosen" : ""} ${barred[id] ? "is-barred" : ""}`,
              words: barred[id]?.words || "",
              onPress: () => (this.chosen?.id === id ? this.add(id, this.target) : this.choose({ id, unit: null })),
              onPeek: (isPeeked) => this.showInfo(isPeeked ? { id, unit: null } : null),
            }),
          ),
        ),
    );
  }

  /**
   * Chooses a tile, or gives the choice up where it was chosen already.
   * @param {TilePlace} place
   */
  choose(place) {
    this.objection = null;
    this.chosen = this.chosen?.id === place.id && this.chosen.unit === place.unit ? null : place;
    this.builder.show();
  }

  /**
   * Shows what a tile does: the one under the pointer, else the chosen one.
   * @param {TilePlace | null} [peeked]
   */
  showInfo(peeked = null) {
    const place = this.objection ? this.chosen : peeked || this.chosen;
    byId("info").classList.toggle("is-empty", !place);
    if (!place) {
      const words = t("Choose a tile to read what it does. Choose it again to take it.");
      byId("info").replaceChildren(make("p", { class: "fine" }, words));
      return;
    }
    const { id, unit } = place;
    const refused = this.objection || (unit === null ? this.verdict.barred[id] : null);
    const buttons = unit === null ? this.boxButtons(id) : this.unitButtons(id, unit);
    byId("info").replaceChildren(...this.tiles.description(id, buttons, refused));
  }

  /** @param {string} id */
  boxButtons(id) {
    const { target } = this;
    const newUnit = this.draft.units.length;
    const buttons = [];
    if (target < newUnit) {
      buttons.push(button(t("Add to unit {n}", { n: target + 1 }), () => this.add(id, target), "main"));
    }
    buttons.push(button(t("As a new unit"), () => this.add(id, newUnit), target < newUnit ? "" : "main"));
    return buttons;
  }

  /**
   * @param {string} id
   * @param {number} unit
   */
  unitButtons(id, unit) {
    const { target } = this;
    const { units } = this.draft;
    const buttons = [];
    if (units[unit][0] !== id) buttons.push(button(t("Put on top"), () => this.putOnTop(id, unit), "main"));
    buttons.push(button(t("Take out"), () => this.remove(id)));
    if (target !== unit && target < units.length) {
      buttons.push(button(t("Move to unit {n}", { n: target + 1 }), () => this.add(id, target)));
    }
    if (units[unit].length > 1) buttons.push(button(t("As a new unit"), () => this.add(id, units.length)));
    return buttons;
  }

  /** @param {string} id */
  unitOf(id) {
    return this.draft.units.findIndex((members) => members.includes(id));
  }

  /**
   * Adds a tile to a unit, if the rules let it join; a tile of another unit leaves that one.
   * @param {string} id
   * @param {number} unit
   */
  async add(id, unit) {
    const from = this.unitOf(id);
    if (from === unit) return;
    const verdict = await this.builder.answer(() => this.check(unit));
    if (!verdict) return;
    const refused = verdict.barred[id];
    if (refused) {
      this.chosen = { id, unit: from < 0 ? null : from };
      this.objection = refused;
      this.builder.show();
      byId("info").scrollIntoView({ block: "nearest" });
      return;
    }
    const units = this.draft.units.map((members) => members.filter((member) => member !== id));
    if (unit < units.length) units[unit].push(id);
    else units.push([id]);
    this.target = units.slice(0, unit).filter((members) => members.length).length;
    this.draft.units = units.filter((members) => members.length);
    if (this.chosen?.id === id) this.chosen = null; // another may have been chosen while the server was asked
    await this.judge();
  }

  /**
   * @param {string} id
   * @param {number} unit
   */
  putOnTop(id, unit) {
    const { units } = this.draft;
    units[unit] = [id, ...units[unit].filter((member) => member !== id)];
    this.judge();
  }

  /** @param {string} id */
  remove(id) {
    const { draft } = this;
    const before = draft.units.length;
    const units = draft.units.map((members) => members.filter((member) => member !== id));
    draft.units = units.filter((members) => members.length);
    if (draft.units.length < before) this.target = draft.units.length;
    this.shownArmy = this.tiles.get(id).army;
    this.chosen = null;
    this.judge();
  }

  /**
   * A tile is dropped: from the box on a unit, from unit to unit, on the top of its stack, or back into the box.
   * @param {string} id
   * @param {Element} element
   */
  drop(id, element) {
    const unit = /** @type {HTMLElement | null} */ (element.closest("[data-unit]"));
    const from = this.unitOf(id);
    if (unit) {
      const to = Number(unit.dataset.unit);
      const below = /** @type {HTMLElement | null} */ (element.closest("[data-tile]"));
      if (to !== from) this.add(id, to);
      else if (below?.dataset.tile === this.draft.units[to][0]) this.putOnTop(id, to);
    } else if (element.closest(".box") && from >= 0) this.remove(id);
  }

  bindEvents() {
    byId("main").addEventListener("keydown", (event) => {
      const id = targetOf(event, "#units [data-tile]")?.dataset.tile;
      if (!id) return;
      if (event.key === "Delete" || event.key === "Backspace") this.remove(id);
      else if (event.key.toLowerCase() === "t") this.putOnTop(id, this.unitOf(id));
    });
    selectById("size").addEventListener("change", () => {
      this.draft.size = Number(selectById("size").value);
      this.judge();
    });
    inputById("mixed").addEventListener("change", () => {
      this.draft.mixed = inputById("mixed").checked;
      this.judge();
    });
  }
}

/**
 * @param {string} words
 * @param {() => void} onclick
 * @param {string} [className]
 */
const button = (words, onclick, className = "") => make("button", { type: "button", class: className, onclick }, words);

/**
 * Draws anew without losing the place of somebody who uses the keyboard.
 * @param {() => void} draw
 */
function keepFocus(draw) {
  const focused = /** @type {HTMLElement | null | undefined} */ (
    document.activeElement?.closest("[data-tile], [data-unit] .wanted")
  );
  draw();
  if (!focused) return;
  const { tile, of } = focused.dataset;
  const again = tile ? `[data-tile="${tile}"]` : `[data-unit="${of}"] .wanted`;
  const found = /** @type {HTMLElement | null} */ (document.querySelector(`#units ${again}, #tiles ${again}`));
  found?.focus({ preventScroll: true });
}

new ArmyBuilder().open();

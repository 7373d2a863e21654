// What each side brings to a battle being set up: a ready force, a stored one, a random one, or one built for it.

import { request } from "../lib/api.js";
import { make } from "../lib/dom.js";
import { readPlan, storedForces, storePlan } from "../lib/force_storage.js";
import { t } from "../lib/i18n.js";
import { REMOTE } from "./remote_seats.js";

const OWN = "own"; // what a guest brings, who chooses it when taking the seat

/** The lists of forces on the page, one for each side. A game may have none. */
export class SetupForces {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    this.frame = document.getElementById("forces");
    const rows = /** @type {NodeListOf<HTMLElement> | undefined} */ (this.frame?.querySelectorAll(".force"));
    this.rows = [...(rows ?? [])].map((row) => ({
      select: find(row, "select", HTMLSelectElement),
      stored: find(row, ".kept", HTMLElement),
      build: find(row, ".build", HTMLButtonElement),
      name: find(row, ".side-name", HTMLElement),
    }));
    /** @type {ChosenForce[]} */
    this.chosen = [];
  }

  /**
   * Returns the option that holds the forces, as the server takes it.
   * @returns {GameOptions}
   */
  get option() {
    const forces = this.chosen.map(({ value, text }) => (value === OWN ? null : text));
    return this.frame?.dataset.option ? { [this.frame.dataset.option]: forces } : {};
  }

  /**
   * Lets guests choose what they bring, as they do by default where that is secret; returns whether a choice changed.
   * @param {string[]} who
   */
  setGuests(who) {
    const before = JSON.stringify(this.chosen);
    for (const [side, { select, build }] of this.rows.entries()) {
      const own = select.querySelector(`[value=${OWN}]`);
      if (who[side] === REMOTE && !own) {
        select.prepend(make("option", { value: OWN }, t("chosen by the player")));
        if (this.frame?.dataset.secret) this.chosen[side] = { value: OWN, text: "" };
      } else if (who[side] !== REMOTE && own) {
        own.remove();
        const usual = select.dataset.default ?? "";
        if (this.chosen[side]?.value === OWN) this.chosen[side] = { value: `ready:${usual}`, text: usual };
      }
      if (this.chosen[side]) select.value = this.chosen[side].value;
      build.hidden = select.value === OWN;
    }
    return JSON.stringify(this.chosen) !== before;
  }

  /**
   * Shows the forces as they were chosen before.
   * @param {ChosenForce[]} before
   */
  restore(before) {
    for (const [side, { select, stored, build }] of this.rows.entries()) {
      const options = storedForces(this.game).map(({ name }) => make("option", { value: `kept:${name}` }, name));
      stored.replaceChildren(...options);
      stored.hidden = !options.length;
      const usual = select.dataset.default ?? "";
      const force = before[side] || { value: select.value, text: select.value.slice("ready:".length) };
      if (force.value === "built" && !select.querySelector("[value=built]")) {
        select.prepend(make("option", { value: "built" }, t("built for this battle")));
      }
      select.value = force.value;
      if (!select.value) select.value = `ready:${usual}`;
      this.chosen[side] = select.value === force.value ? force : { value: select.value, text: usual };
      build.hidden = select.value === OWN;
    }
  }

  /**
   * Follows the lists and the buttons that lead to the builder.
   * @param {object} given
   * @param {() => BattlePlan} given.plan Returns the battle as it stands on the page.
   * @param {() => void} given.onChange
   * @param {(error: Error) => void} given.onError
   */
  watch({ plan, onChange, onError }) {
    for (const [side, { select, build }] of this.rows.entries()) {
      select.addEventListener("change", async (event) => {
        event.stopPropagation();
        try {
          await this.choose(side, select.value, plan().options);
          build.hidden = select.value === OWN;
          onChange();
        } catch (error) {
          select.value = this.chosen[side].value;
          onError(error);
        }
      });
      build.addEventListener("click", () => {
        storePlan(this.game, { ...readPlan(this.game), ...plan() });
        location.href = `/build/${this.game}?side=${side}`;
      });
    }
  }

  /**
   * @param {number} side
   * @param {string} value
   * @param {GameOptions} options
   */
  async choose(side, value, options) {
    const colon = value.indexOf(":");
    const [kind, name] = [value.slice(0, colon), value.slice(colon + 1)];
    if (value === OWN) this.chosen[side] = { value, text: "" };
    else if (kind === "ready") this.chosen[side] = { value, text: name };
    else if (kind === "kept") {
      const stored = storedForces(this.game).find((force) => force.name === name);
      this.chosen[side] = { value, text: stored?.text || "" };
    } else if (kind === "lot") {
      const against = this.chosen.find(({ text }, other) => other !== side && text);
      const message = { ...options, lot: name, against: against?.text };
      const drawn = await request(`/desk/${this.game}/draw`, message);
      this.chosen[side] = { value, text: drawn.text };
    }
  }

  /**
   * Shows the names of the sides.
   * @param {string[]} names
   */
  showNames(names) {
    for (const [side, row] of this.rows.entries()) {
      const name = names[side];
      const number = t("Side {n}", { n: side + 1 });
      row.name.textContent = name && name !== number ? t("Side {n}: {name}", { n: side + 1, name }) : number;
    }
  }
}

/**
 * @template {HTMLElement} T
 * @param {Element} frame
 * @param {string} selector
 * @param {{ new (): T }} type
 * @returns {T}
 */
function find(frame, selector, type) {
  const element = frame.querySelector(selector);
  if (!(element instanceof type)) throw new Error(`the page has no ${selector}`);
  return element;
}

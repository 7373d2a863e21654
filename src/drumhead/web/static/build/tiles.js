// The tiles of a box: their counters, and what each of them does.

import { clauseLink } from "../lib/clauses.js";
import { make } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { Counters } from "./counters.js";

export class Tiles {
  /** @param {TileBox} box */
  constructor(box) {
    this.box = box;
    this.byId = new Map(box.tiles.map((tile) => [tile.id, tile]));
    this.counters = new Counters(box);
  }

  /**
   * Returns a tile; throws where the box has none with the id.
   * @param {string} id
   */
  get(id) {
    const tile = this.byId.get(id);
    if (!tile) throw new Error(`there is no tile ${id}`);
    return tile;
  }

  /** @param {string} id */
  picture(id) {
    return this.counters.picture(this.get(id).face);
  }

  /**
   * Returns a tile that can be pressed and dragged.
   * @param {string} id
   * @param {object} given
   * @param {string} given.className
   * @param {string} given.words What the label says besides the tile's facts.
   * @param {() => void} given.onPress
   * @param {(isPeeked: boolean) => void} given.onPeek Called when the pointer or the focus comes, and when it leaves.
   */
  button(id, { className, words, onPress, onPeek }) {
    const tile = this.get(id);
    const label = [tile.name, words, ...tile.facts, ...tile.traits.map(([trait]) => trait)].filter(Boolean).join(", ");
    const button = make(
      "button",
      {
        type: "button",
        class: `tile ${className}`,
        "data-drag": id,
        "data-tile": id,
        "aria-label": label,
        onclick: onPress,
      },
      this.picture(id),
    );
    button.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && onPeek(true));
    button.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && onPeek(false));
    button.addEventListener("focus", () => button.matches(":focus-visible") && onPeek(true));
    return button;
  }

  /**
   * Returns what a tile is and what its traits do, with buttons for what can be done with it.
   * @param {string} id
   * @param {HTMLElement[]} buttons
   * @param {Sentence | null} reason Why it cannot be taken.
   */
  description(id, buttons, reason) {
    const tile = this.get(id);
    return [
      make("div", { class: "info-face" }, this.picture(id)),
      make(
        "div",
        { class: "info-words" },
        make("h3", {}, tile.name, " ", make("small", {}, id)),
        make("p", { class: "fine" }, tile.facts.join(" · ")),
        tile.traits.length
          ? make("ul", {}, ...tile.traits.map(([words, clause]) => make("li", {}, words, " ", clauseLink(clause))))
          : make("p", {}, t("No trait.")),
        reason ? make("p", { class: "why" }, reason.words, " ", clauseLink(reason.clause)) : null,
      ),
      make("div", { class: "row actions" }, ...buttons),
    ];
  }
}

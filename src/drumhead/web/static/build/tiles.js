// The tiles of a box as counters, and what one of them says.

import { cite } from "../lib/clauses.js";
import { Faces } from "./counters.js";
import { make, t } from "../lib/dom.js";

export class Tiles {
  /** The tiles as the server tells them. */
  constructor(box) {
    this.box = box;
    this.byId = new Map(box.tiles.map((tile) => [tile.id, tile]));
    this.faces = new Faces(box);
  }

  find(id) {
    return this.byId.get(id);
  }

  /** The counter of a tile. */
  face(id) {
    return this.faces.face(this.find(id).face);
  }

  /** A tile that can be pressed and dragged. */
  button(id, { kind = "", words = "", pressed, peek }) {
    const tile = this.find(id);
    const label = [tile.name, words, ...tile.facts, ...tile.traits.map(([trait]) => trait)].filter(Boolean).join(", ");
    const button = make(
      "button",
      {
        type: "button",
        class: `tile ${kind}`,
        "data-drag": id,
        "data-tile": id,
        "aria-label": label,
        onclick: () => pressed(id),
      },
      this.face(id),
    );
    button.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && peek(id));
    button.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && peek(null));
    button.addEventListener("focus", () => button.matches(":focus-visible") && peek(id));
    return button;
  }

  /** What a tile is and what its traits do, with buttons for what can be done with it. */
  told(id, deeds, reason) {
    const tile = this.find(id);
    return [
      make("div", { class: "info-face" }, this.face(id)),
      make(
        "div",
        { class: "info-words" },
        make("h3", {}, tile.name, " ", make("small", {}, id)),
        make("p", { class: "fine" }, tile.facts.join(" · ")),
        tile.traits.length
          ? make("ul", {}, ...tile.traits.map(([words, clause]) => make("li", {}, words, " ", cite(clause))))
          : make("p", {}, t("No trait.")),
        reason ? make("p", { class: "why" }, reason.words, " ", cite(reason.clause)) : null,
      ),
      make("div", { class: "row deeds" }, ...deeds),
    ];
  }
}

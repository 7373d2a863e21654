// The army builder: tiles from the box become units. Whether an army is legal, and what a tile may join, the server says.

import { Bench, desk, main } from "./builder.js";
import { cite } from "../lib/clauses.js";
import { Tiles } from "./tiles.js";
import { at, make, t } from "../lib/dom.js";

let tiles = null;
let draft = { name: "", size: 50, mixed: false, units: [] };
let wanted = 0; // the unit that tiles join; one beyond the last is a new one
let chosen = null; // {id, unit}: the tile that is looked at, and its unit, null while it is in the box
let shown = "";
let objection = null; // why the last thing could not be done; it stays until something else is
let verdict = null;

const bench = new Bench({ draft: () => draft, take, check: () => checked(wanted), render });
bench.open({
  async begin() {
    tiles = new Tiles(await desk("box", {}));
    at("size").replaceChildren(...tiles.box.sizes.map((size) => make("option", { value: size }, String(size))));
  },
  agreed(settled) {
    at("size").disabled = Boolean(settled?.size);
    at("mixed").disabled = Boolean(settled);
  },
  draw: (lot) => desk("draw", { lot, size: draft.size }),
  file: "army",
  hand: { grab, drop },
});

/** Lays an army on the table. */
async function take(given) {
  draft = { name: given.name || "", size: given.size || 50, mixed: given.mixed === true, units: given.units || [] };
  wanted = draft.units.length;
  chosen = null;
  shown = tiles.find(draft.units[0]?.[0])?.army || shown || tiles.box.armies[0][0];
  at("name").value = draft.name;
  await judge();
}

/** What the server says of the army, with tiles about to join a unit. */
const checked = (unit) => desk("check", { ...draft, unit });

function judge() {
  objection = null;
  return bench.judge();
}

function render(told) {
  verdict = told;
  at("size").value = draft.size;
  at("mixed").checked = draft.mixed;
  at("meter").max = draft.size;
  at("meter").value = Math.min(verdict.points, draft.size);
  at("meter").classList.toggle("over", verdict.points > draft.size);
  at("points").textContent = t("{points} of {size} points", { points: verdict.points, size: draft.size });
  for (const id of ["copy", "save"]) at(id).disabled = !draft.units.length;
  keepingFocus(() => {
    showUnits();
    showBox();
  });
  showInfo();
}

/** Draws anew without losing the place of whoever walks by keyboard. */
function keepingFocus(draw) {
  const held = document.activeElement?.closest?.("[data-tile], [data-unit] .wanted")?.dataset;
  draw();
  if (!held) return;
  const again = held.tile ? `[data-tile="${held.tile}"]` : `[data-unit="${held.of}"] .wanted`;
  document.querySelector(`#units ${again}, #tiles ${again}`)?.focus({ preventScroll: true });
}

function showUnits() {
  const units = draft.units.map((unit, index) => {
    const { words, refused } = verdict.units[index] || { words: "", refused: null };
    return make(
      "li",
      { class: `unit ${wanted === index ? "is-wanted" : ""} ${refused ? "is-refused" : ""}`, "data-unit": index },
      make(
        "button",
        {
          type: "button",
          class: "wanted quiet",
          "aria-pressed": String(wanted === index),
          "data-of": index,
          onclick: () => want(index),
        },
        make("b", {}, t("Unit {n}", { n: index + 1 })),
        make("span", { class: "fine" }, words),
      ),
      make(
        "ul",
        { class: "stack-tiles" },
        ...unit.map((id, place) =>
          make(
            "li",
            {},
            tiles.button(id, {
              kind: chosen?.id === id ? "is-chosen" : "",
              words: place ? "" : t("on top"),
              pressed: () => look({ id, unit: index }),
              peek: (peeked) => showInfo(peeked ? { id, unit: index } : null),
            }),
            place ? null : make("span", { class: "on-top" }, t("on top")),
          ),
        ),
      ),
      refused ? make("p", { class: "why" }, refused.words, " ", cite(refused.clause)) : null,
    );
  });
  const fresh = draft.units.length;
  at("units").replaceChildren(
    ...units,
    make(
      "li",
      { class: `unit fresh ${wanted === fresh ? "is-wanted" : ""}`, "data-unit": fresh },
      make(
        "button",
        {
          type: "button",
          class: "wanted quiet",
          "aria-pressed": String(wanted === fresh),
          "data-of": fresh,
          onclick: () => want(fresh),
        },
        make("b", {}, t("New unit")),
        make(
          "span",
          { class: "fine" },
          fresh ? t("choose tiles for it, or drag one here") : t("choose tiles from the box, or drag one here"),
        ),
      ),
    ),
  );
}

function showBox() {
  const taken = new Set(draft.units.flat());
  at("armies").replaceChildren(
    ...tiles.box.armies.map(([name, words]) =>
      make("button", { type: "button", "aria-pressed": String(shown === name), onclick: () => turnTo(name) }, words),
    ),
  );
  at("tiles").replaceChildren(
    ...tiles.box.tiles
      .filter((tile) => tile.army === shown && !taken.has(tile.id))
      .map((tile) =>
        make(
          "li",
          {},
          tiles.button(tile.id, {
            kind: `${chosen?.id === tile.id ? "is-chosen" : ""} ${verdict.barred[tile.id] ? "is-barred" : ""}`,
            words: verdict.barred[tile.id]?.words || "",
            pressed: () => (chosen?.id === tile.id ? add(tile.id, wanted) : look({ id: tile.id, unit: null })),
            peek: (peeked) => showInfo(peeked ? { id: tile.id, unit: null } : null),
          }),
        ),
      ),
  );
}

function turnTo(army) {
  shown = army;
  bench.show();
}

function want(unit) {
  wanted = unit;
  judge();
}

function look(tile) {
  objection = null;
  chosen = chosen?.id === tile.id && chosen.unit === tile.unit ? null : tile;
  bench.show();
}

/** Shows what a tile says: the one under the pointer, else the chosen one. */
function showInfo(peeked = null) {
  const tile = objection ? chosen : peeked || chosen;
  at("info").classList.toggle("is-empty", !tile);
  if (!tile) {
    at("info").replaceChildren(
      make("p", { class: "fine" }, t("Choose a tile to read what it does. Choose it again to take it.")),
    );
    return;
  }
  const { id, unit } = tile;
  const refused = objection || (unit === null ? verdict.barred[id] : null);
  at("info").replaceChildren(...tiles.told(id, unit === null ? boxDeeds(id) : unitDeeds(id, unit), refused));
}

const deed = (words, onclick, kind = "") => make("button", { type: "button", class: kind, onclick }, words);

function boxDeeds(id) {
  const fresh = draft.units.length;
  const found = [];
  if (wanted < fresh) found.push(deed(t("Add to unit {n}", { n: wanted + 1 }), () => add(id, wanted), "main"));
  found.push(deed(t("As a new unit"), () => add(id, fresh), wanted < fresh ? "" : "main"));
  return found;
}

function unitDeeds(id, unit) {
  const top = draft.units[unit][0] === id;
  const found = [];
  if (!top) found.push(deed(t("Put on top"), () => lift(id, unit), "main"));
  found.push(deed(t("Take out"), () => remove(id)));
  if (wanted !== unit && wanted < draft.units.length)
    found.push(deed(t("Move to unit {n}", { n: wanted + 1 }), () => add(id, wanted)));
  if (draft.units[unit].length > 1) found.push(deed(t("As a new unit"), () => add(id, draft.units.length)));
  return found;
}

/** Adds a tile to a unit, if the rules let it join; a tile of another unit leaves that one. */
async function add(id, unit) {
  const from = draft.units.findIndex((members) => members.includes(id));
  if (from === unit) return;
  const told = await bench.asked(() => checked(unit));
  if (!told) return;
  const refused = told.barred[id];
  if (refused) {
    chosen = { id, unit: from < 0 ? null : from };
    objection = refused;
    bench.show();
    at("info").scrollIntoView({ block: "nearest" });
    return;
  }
  const units = draft.units.map((members) => members.filter((member) => member !== id));
  if (unit < units.length) units[unit].push(id);
  else units.push([id]);
  wanted = units.slice(0, unit).filter((members) => members.length).length;
  draft.units = units.filter((members) => members.length);
  if (chosen?.id === id) chosen = null; // another may have been chosen while the server was asked
  await judge();
}

function lift(id, unit) {
  draft.units[unit] = [id, ...draft.units[unit].filter((member) => member !== id)];
  judge();
}

function remove(id) {
  const before = draft.units.length;
  draft.units = draft.units
    .map((members) => members.filter((member) => member !== id))
    .filter((members) => members.length);
  if (draft.units.length < before) wanted = draft.units.length;
  shown = tiles.find(id).army;
  chosen = null;
  judge();
}

// By hand: from the box to a unit, from unit to unit, onto the top of a stack, back into the box.

function grab(element) {
  const id = element.dataset.tile;
  return id ? { id, from: element } : null;
}

function drop({ id }, element) {
  const unit = element.closest("[data-unit]");
  const from = draft.units.findIndex((members) => members.includes(id));
  if (unit) {
    const to = Number(unit.dataset.unit);
    if (to !== from) add(id, to);
    else if (element.closest("[data-tile]")?.dataset.tile === draft.units[to][0]) lift(id, to);
  } else if (element.closest(".box") && from >= 0) remove(id);
}

main.addEventListener("keydown", (event) => {
  const id = event.target.closest?.("#units [data-tile]")?.dataset.tile;
  if (id && (event.key === "Delete" || event.key === "Backspace")) remove(id);
  else if (id && event.key.toLowerCase() === "t")
    lift(
      id,
      draft.units.findIndex((members) => members.includes(id)),
    );
});

at("size").addEventListener("change", ({ target }) => {
  draft.size = Number(target.value);
  judge();
});
at("mixed").addEventListener("change", ({ target }) => {
  draft.mixed = target.checked;
  judge();
});

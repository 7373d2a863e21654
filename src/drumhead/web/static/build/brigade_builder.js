// An army is split into brigades: units go from one to another. Whether a split may fight the server says.

import { Bench, desk, main } from "./builder.js";
import { Faces } from "./counters.js";
import { at, make, t } from "../lib/dom.js";

const POOL = -1;
let box = null;
let faces = null;
let draft = { name: "", horse: false, units: [[], [], []] };
let verdict = null;
let chosen = null; // {kind, brigade, place}

const bench = new Bench({
  draft: () => draft,
  take,
  check: () => desk("check", { name: draft.name, units: draft.units, horse_artillery: draft.horse }),
  render,
});
bench.open({
  async begin() {
    box = await desk("box", {});
    faces = new Faces(box);
  },
  agreed: (settled) => (at("horse").disabled = Boolean(settled)),
  draw: () => desk("draw", { horse_artillery: draft.horse }),
  file: "brigades",
  hand: { grab, drop },
});

/** Lays a split on the table. */
async function take(given) {
  const units = [0, 1, 2].map((index) => given.units?.[index] || []);
  const rides = units.flat().some((kind) => kind === box.guns[1]);
  draft = {
    name: given.name || "",
    horse: given.agreed ? given.agreed.horse_artillery === true : given.horse || rides,
    units,
  };
  chosen = null;
  at("name").value = draft.name;
  await bench.judge();
}

function render(told) {
  verdict = told;
  at("horse").checked = draft.horse;
  const held = document.activeElement?.closest?.("[data-drag]")?.dataset.drag;
  at("units").replaceChildren(
    ...draft.units.map((kinds, index) =>
      make(
        "li",
        { class: `unit brigade brigade-${index + 1}`, "data-unit": index },
        make("h2", {}, t("Brigade {n}", { n: index + 1 }), " ", make("small", {}, verdict.units[index].words)),
        make(
          "ul",
          { class: "stack-tiles" },
          make(
            "li",
            {},
            make(
              "span",
              { class: "tile brigadier", title: box.kinds.brigadier.words },
              faces.face(box.kinds.brigadier.faces[index + 1]),
            ),
          ),
          ...kinds.map((kind, place) => make("li", {}, piece(kind, index, place))),
        ),
      ),
    ),
  );
  at("pool").replaceChildren(...verdict.pool.map((kind, place) => make("li", {}, piece(kind, POOL, place))));
  if (!verdict.pool.length) at("pool").append(make("li", { class: "fine" }, t("Every unit has its brigade.")));
  if (held) document.querySelector(`[data-drag="${held}"]`)?.focus({ preventScroll: true });
  showInfo();
}

const isChosen = (brigade, place) => chosen?.brigade === brigade && chosen.place === place;

function piece(kind, brigade, place) {
  const where = brigade === POOL ? t("in no brigade yet") : t("brigade {n}", { n: brigade + 1 });
  return make(
    "button",
    {
      type: "button",
      class: `tile piece ${isChosen(brigade, place) ? "is-chosen" : ""}`,
      "data-drag": `${brigade}.${place}`,
      "aria-pressed": String(isChosen(brigade, place)),
      "aria-label": `${box.kinds[kind].words}, ${where}`,
      title: box.kinds[kind].words,
      onclick: () => look({ kind, brigade, place }),
    },
    faces.face(box.kinds[kind].faces[brigade + 1]),
  );
}

function look(unit) {
  chosen = isChosen(unit.brigade, unit.place) ? null : unit;
  bench.show();
}

function showInfo() {
  at("info").classList.toggle("is-empty", !chosen);
  if (!chosen) {
    at("info").replaceChildren(make("p", { class: "fine" }, t("Choose a unit to say where it goes.")));
    return;
  }
  const { kind, brigade } = chosen;
  const deeds = [0, 1, 2]
    .filter((index) => index !== brigade)
    .map((index) =>
      make("button", { type: "button", onclick: () => move(chosen, index) }, t("To brigade {n}", { n: index + 1 })),
    );
  if (brigade !== POOL)
    deeds.push(make("button", { type: "button", onclick: () => move(chosen, POOL) }, t("Take out")));
  if (brigade !== POOL && draft.horse && box.guns.includes(kind)) {
    const other = box.guns.find((gun) => gun !== kind);
    deeds.push(
      make(
        "button",
        { type: "button", onclick: () => change(chosen, other) },
        t("Make it {kind}", { kind: box.kinds[other].words }),
      ),
    );
  }
  at("info").replaceChildren(
    make("div", { class: "info-face" }, faces.face(box.kinds[kind].faces[brigade + 1])),
    make("div", { class: "info-words" }, make("h3", {}, box.kinds[kind].words)),
    make("div", { class: "row deeds" }, ...deeds),
  );
}

/** Moves a unit to a brigade, or out of all. */
function move({ kind, brigade, place }, to) {
  if (brigade === to) return;
  if (brigade !== POOL) draft.units[brigade].splice(place, 1);
  if (to !== POOL) draft.units[to].push(kind);
  chosen = null;
  bench.judge();
}

function change({ brigade, place }, kind) {
  draft.units[brigade][place] = kind;
  chosen = null;
  bench.judge();
}

function unitOf(element) {
  const [brigade, place] = element.dataset.drag.split(".").map(Number);
  return { brigade, place, kind: brigade === POOL ? verdict.pool[place] : draft.units[brigade][place] };
}

function grab(element) {
  return { ...unitOf(element), from: element };
}

function drop(unit, element) {
  const there = element.closest("[data-unit]");
  if (there) move(unit, Number(there.dataset.unit));
}

main.addEventListener("keydown", (event) => {
  const element = event.target.closest?.("[data-drag]");
  if (!element) return;
  if (/^[0-3]$/.test(event.key)) move(unitOf(element), Number(event.key) - 1);
  else if (event.key === "Delete" || event.key === "Backspace") move(unitOf(element), POOL);
});
at("horse").addEventListener("change", ({ target }) => {
  draft.horse = target.checked;
  bench.judge();
});

// What each side brings to a battle: a ready force, one that was kept, one drawn, or one built for it.

import { ask } from "../lib/battles.js";
import { forces, keepPlan, plan } from "../lib/force_storage.js";
import { make, t } from "../lib/dom.js";

const frame = document.getElementById("forces");
const sides = frame ? [...frame.querySelectorAll(".force")] : [];
const chosen = []; // for each side {value, text}: what the list shows, and the force itself

/** The option that holds the forces, as the server takes it. */
export function forcesOf() {
  return frame ? { [frame.dataset.option]: chosen.map((force) => force.text) } : {};
}
forcesOf.kept = () => chosen;

/** Shows the forces as they were chosen before. */
export function restoreForces(game, before) {
  for (const [side, row] of sides.entries()) {
    const select = row.querySelector("select");
    const group = row.querySelector(".kept");
    group.replaceChildren(...forces(game).map(({ name }) => make("option", { value: `kept:${name}` }, name)));
    group.hidden = !group.children.length;
    const force = before[side] || { value: select.value, text: select.value.slice("ready:".length) };
    if (force.value === "built") built(select);
    select.value = force.value;
    if (!select.value) select.value = `ready:${select.dataset.default}`;
    chosen[side] = select.value === force.value ? force : { value: select.value, text: select.dataset.default };
  }
}

function built(select) {
  if (!select.querySelector("[value=built]"))
    select.prepend(make("option", { value: "built" }, t("built for this battle")));
}

/** Follows what is chosen; `changed` is called when a force is another, `failed` when it could not be had. */
export function watchForces(game, { options, who, names, changed, failed }) {
  for (const [side, row] of sides.entries()) {
    const select = row.querySelector("select");
    select.addEventListener("change", async (event) => {
      event.stopPropagation();
      try {
        await choose(game, side, select.value, options());
        changed();
      } catch (error) {
        select.value = chosen[side].value;
        failed(error);
      }
    });
    row.querySelector(".build").addEventListener("click", () => {
      keepPlan(game, { ...plan(game), options: options(), who: who(), names: names(), forces: chosen });
      location.href = `/build/${game}?side=${side}`;
    });
  }
}

async function choose(game, side, value, options) {
  const [kind, name] = [value.slice(0, value.indexOf(":")), value.slice(value.indexOf(":") + 1)];
  if (kind === "ready") chosen[side] = { value, text: name };
  else if (kind === "kept")
    chosen[side] = { value, text: forces(game).find((force) => force.name === name)?.text || "" };
  else if (kind === "lot") {
    const others = chosen.filter((_, other) => other !== side).map((force) => force.text);
    const drawn = await ask(`/desk/${game}/draw`, { ...options, lot: name, against: others[0] });
    chosen[side] = { value, text: drawn.text };
  }
}

/** Names the sides. */
export function showForces(names) {
  for (const [side, row] of sides.entries()) {
    row.querySelector(".side-name").textContent = names[side]
      ? t("Side {n}: {name}", { n: side + 1, name: names[side] })
      : t("Side {n}", { n: side + 1 });
  }
}

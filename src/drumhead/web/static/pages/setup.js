// A battle to be: who fights, what each side brings, what is agreed. Whether it goes together the server says.

import { ask } from "../lib/battles.js";
import { Board } from "../table/board.js";
import { cite, citing } from "../lib/clauses.js";
import { FAR, place, seated, showFar } from "./remote_seats.js";
import { forcesOf, restoreForces, showForces, watchForces } from "./setup_forces.js";
import { keepPlan, plan } from "../lib/force_storage.js";
import { at, make } from "../lib/dom.js";

const form = at("setup");
const game = form.dataset.game;
const preview = at("preview") && new Board(at("preview"), () => {});
const known = plan(game) || {};
const who = known.who || [];
let barred = {};
let seen = "";
let asking = 0;
let names = [];

citing(game);
restore(known.options || {});
restoreForces(game, known.forces || []);
watchForces(game, {
  options,
  who: () => who,
  names: () => names,
  changed: () => arrange(""),
  failed: (error) => problem(of(error)),
});
form.addEventListener("change", ({ target }) => changed(target));
form.addEventListener("submit", begin);
arrange("");

function fields() {
  return [...form.querySelectorAll(".agreed [data-option]")];
}

/** The options as they stand on the page. */
function options() {
  const found = { ...forcesOf() };
  for (const field of fields()) {
    const input = field.querySelector("input:checked, input:not([type=radio])");
    const name = field.dataset.option;
    if (input.type === "radio")
      found[name] = field.hasAttribute("data-list") ? [input.value].filter(Boolean) : input.value;
    else found[name] = input.type === "checkbox" ? input.checked : input.value;
  }
  return found;
}

function restore(given) {
  for (const field of fields()) {
    if (!(field.dataset.option in given)) continue;
    const value = given[field.dataset.option];
    const input = field.querySelector("input");
    if (input.type === "checkbox") input.checked = value;
    else if (input.type === "number") input.value = value;
    else {
      const wanted = Array.isArray(value) ? value.join() : String(value);
      for (const radio of field.querySelectorAll("input")) radio.checked = radio.value === wanted;
    }
  }
}

let before = options();

function changed(input) {
  const field = input.closest("[data-option]");
  const name = field?.dataset.option;
  if (input.closest(".seats")) {
    who[Number(input.dataset.seat)] = input.value;
    showFar(who.slice(0, names.length));
    remember();
    showForces(names, who);
    return;
  }
  if (!name || !input.closest(".agreed")) return;
  const reason = barred[name]?.[input.value];
  for (const why of form.querySelectorAll(".why")) why.hidden = true;
  if (input.type === "radio" && reason) {
    restore({ [name]: before[name] });
    const why = field.querySelector(".why");
    why.replaceChildren(reason.words, " ", cite(reason.clause) || "");
    why.hidden = false;
    return;
  }
  arrange(name);
}

function remember() {
  keepPlan(game, { options: options(), who, forces: forcesOf.kept() });
}

/** Asks whether what stands on the page goes together; shows what the server made of it. */
async function arrange(name) {
  const turn = ++asking;
  let told;
  try {
    told = await ask(`/arrange/${game}`, { options: options(), changed: name, seen });
  } catch (error) {
    told = { problem: of(error) };
  }
  if (turn !== asking) return;
  problem(told.problem);
  at("begin").disabled = Boolean(told.problem);
  document.body.dataset.arranged = turn;
  if (!told.options) return;
  restore(told.options);
  before = options();
  barred = told.barred;
  for (const field of fields()) {
    field.hidden = !told.shown.includes(field.dataset.option);
    for (const radio of field.querySelectorAll("input[type=radio]")) {
      const reason = barred[field.dataset.option]?.[radio.value];
      radio.closest(".chip").classList.toggle("barred", Boolean(reason));
      radio.closest(".chip").title = reason?.words || "";
    }
  }
  if (told.picture && preview) {
    seen = told.seen;
    preview.dress(told.style);
    preview.show(told.picture, 0);
  }
  if (!told.problem) names = told.seats.map((seat) => seat.name);
  if (!told.problem) showSeats(told.seats);
  showFar(who.slice(0, names.length));
  showForces(names, who);
  remember();
}

/** What an error has to say. */
function of(error) {
  return { words: error.message, clause: error.clause };
}

function problem(found) {
  at("problem").hidden = !found;
  if (found) at("problem").replaceChildren(found.words, " ", cite(found.clause) || "");
}

function showSeats(seats) {
  const usual = document.querySelector("template[data-default]").dataset.level;
  at("seats").replaceChildren(
    ...seats.map((seat, index) => {
      who[index] ||= index ? usual : "person";
      const select = make(
        "select",
        { "data-seat": index },
        make("option", { value: "person" }, at("person").innerHTML),
        make("option", { value: FAR }, at("elsewhere").innerHTML),
        ...[...document.querySelectorAll("template.level")].map((level) =>
          make("option", { value: level.dataset.level }, level.innerHTML),
        ),
      );
      select.value = who[index];
      return make(
        "li",
        { class: `seat-${index}` },
        make("label", { class: "field" }, make("span", {}, seat.name), select),
      );
    }),
  );
}

async function begin(event) {
  event.preventDefault();
  at("begin").disabled = true;
  try {
    const sitting = who.slice(0, names.length);
    location.href = place(await ask("/battles", { game, options: options(), ...seated(sitting) }), sitting);
  } catch (error) {
    problem(of(error));
  } finally {
    at("begin").disabled = false;
  }
}

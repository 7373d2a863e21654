// The set-up page: who fights, what each side brings, which options apply. The server says whether it goes together.

import { request } from "../lib/api.js";
import { battleAddress } from "../lib/battle_links.js";
import { clauseLink, openClausesOf } from "../lib/clauses.js";
import { adoptStyle, buttonById, byId, make, parseSvg } from "../lib/dom.js";
import { readPlan, storePlan } from "../lib/force_storage.js";
import { REMOTE, seatSettings, showRemoteSettings } from "./remote_seats.js";
import { SetupForces } from "./setup_forces.js";

const form = byId("setup", HTMLFormElement);
const game = form.dataset.game ?? "";
const preview = document.getElementById("preview");
/** @type {Set<string>} */
const styles = new Set();
const before = readPlan(game);
const who = before?.who || [];
const forces = new SetupForces(game);
/** @type {Arrangement["barred"]} Why choices cannot be taken, by option and choice. */
let barred = {};
/** @type {string[]} */
let names = [];
/** @type {string[]} The colours of the sides' pieces. */
let paints = [];
let seen = ""; // the hash of the picture that is shown
let requests = 0;

openClausesOf(game);
restoreOptions(before?.options || {});
forces.setGuests(who);
forces.restore(before?.forces || []);
/** The options before the last change. */
let lastOptions = options();
forces.watch({
  plan: () => ({ options: options(), who, names, forces: forces.chosen }),
  onChange: () => arrange(""),
  onError: (error) => showProblem(sentenceOf(error)),
});
form.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) change(target);
});
form.addEventListener("submit", begin);
arrange("");

function fields() {
  return [.../** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".agreed [data-option]"))];
}

/**
 * @param {HTMLElement} field
 * @returns {HTMLInputElement[]}
 */
function inputsOf(field) {
  return [...field.querySelectorAll("input")];
}

/** @param {HTMLElement} field */
function nameOf(field) {
  return field.dataset.option ?? "";
}

/**
 * Returns the options as they stand on the page.
 * @returns {GameOptions}
 */
function options() {
  const found = { ...forces.option };
  for (const field of fields()) {
    const input = inputsOf(field).find((one) => one.type !== "radio" || one.checked);
    if (!input) continue;
    const isList = field.hasAttribute("data-list");
    if (input.type === "radio") found[nameOf(field)] = isList ? [input.value].filter(Boolean) : input.value;
    else found[nameOf(field)] = input.type === "checkbox" ? input.checked : input.value;
  }
  return found;
}

/** @param {GameOptions} given */
function restoreOptions(given) {
  for (const field of fields()) {
    if (!(nameOf(field) in given)) continue;
    const value = given[nameOf(field)];
    const inputs = inputsOf(field);
    if (inputs[0].type === "checkbox") inputs[0].checked = value === true;
    else if (inputs[0].type === "number") inputs[0].value = String(value);
    else for (const radio of inputs) radio.checked = radio.value === String(value);
  }
}

/** @param {HTMLInputElement | HTMLSelectElement} input */
function change(input) {
  if (input.closest(".seats")) {
    who[Number(input.dataset.seat)] = input.value;
    showRemoteSettings(who.slice(0, names.length));
    if (forces.setGuests(who)) arrange("");
    else storeSetup();
    return;
  }
  const field = /** @type {HTMLElement | null} */ (input.closest(".agreed [data-option]"));
  if (!field) return;
  const name = nameOf(field);
  const reason = barred[name]?.[input.value];
  for (const why of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".why"))) why.hidden = true;
  if (input.type === "radio" && reason) {
    restoreOptions({ [name]: lastOptions[name] });
    const why = /** @type {HTMLElement} */ (field.querySelector(".why"));
    why.replaceChildren(reason.words, " ", clauseLink(reason.clause) || "");
    why.hidden = false;
    return;
  }
  arrange(name);
}

function storeSetup() {
  storePlan(game, { options: options(), who, forces: forces.chosen });
}

/**
 * Asks whether what stands on the page goes together, and shows what the server made of it.
 * @param {string} changed The option that was changed last.
 */
async function arrange(changed) {
  const turn = ++requests;
  /** @type {Partial<Arrangement>} */
  let answer;
  try {
    answer = await request(`/arrange/${game}`, { options: options(), changed, seen });
  } catch (error) {
    answer = { problem: sentenceOf(error) };
  }
  if (turn !== requests) return;
  showProblem(answer.problem ?? null);
  buttonById("begin").disabled = Boolean(answer.problem);
  document.body.dataset.arranged = String(turn);
  if (answer.options) show(/** @type {Arrangement} */ (answer));
}

/** @param {Arrangement} arrangement */
function show(arrangement) {
  restoreOptions(arrangement.options ?? {});
  lastOptions = options();
  barred = arrangement.barred;
  for (const field of fields()) {
    field.hidden = !arrangement.shown.includes(nameOf(field));
    const details = field.closest("details");
    if (details && inputsOf(field).some((input) => input.checked !== input.defaultChecked)) details.open = true;
    for (const radio of inputsOf(field).filter((input) => input.type === "radio")) {
      const reason = barred[nameOf(field)]?.[radio.value];
      const chip = /** @type {HTMLElement} */ (radio.closest(".chip"));
      chip.classList.toggle("barred", Boolean(reason));
      chip.title = reason?.words || "";
    }
  }
  if (arrangement.picture && preview) {
    seen = arrangement.seen;
    if (!styles.has(arrangement.style)) adoptStyle(arrangement.style);
    styles.add(arrangement.style);
    preview.replaceChildren(document.adoptNode(parseSvg(arrangement.picture)));
  }
  if (!arrangement.problem) {
    names = arrangement.seats.map((seat) => seat.name);
    paints = arrangement.seats.map((seat) => seat.paint);
    showSeats();
  }
  showRemoteSettings(who.slice(0, names.length));
  forces.showNames(names);
  storeSetup();
}

/**
 * @param {{ message: string, clause?: string }} error
 * @returns {Sentence}
 */
function sentenceOf(error) {
  return { words: error.message, clause: error.clause ?? "" };
}

/** @param {Sentence | null} found */
function showProblem(found) {
  byId("problem").hidden = !found;
  if (found) byId("problem").replaceChildren(found.words, " ", clauseLink(found.clause) || "");
}

function showSeats() {
  const levels = [...document.querySelectorAll("template")].filter((level) => level.matches(".level"));
  const usual = levels.find((level) => level.hasAttribute("data-default"))?.dataset.level ?? "";
  byId("seats").replaceChildren(
    ...names.map((name, seat) => {
      who[seat] ||= seat ? usual : "person";
      const select = make(
        "select",
        { "data-seat": seat },
        make("option", { value: "person" }, byId("person").innerHTML),
        make("option", { value: REMOTE }, byId("elsewhere").innerHTML),
        ...levels.map((level) => make("option", { value: level.dataset.level }, level.innerHTML)),
      );
      select.value = who[seat];
      return make(
        "li",
        { class: `paint-${paints[seat]} seat-${seat}` },
        make("label", { class: "field" }, make("span", {}, name), select),
      );
    }),
  );
}

/** @param {SubmitEvent} event */
async function begin(event) {
  event.preventDefault();
  buttonById("begin").disabled = true;
  try {
    const players = who.slice(0, names.length);
    const begun = await request("/battles", { game, options: options(), ...seatSettings(players) });
    location.href = battleAddress(begun);
  } catch (error) {
    showProblem(sentenceOf(error));
  } finally {
    buttonById("begin").disabled = false;
  }
}

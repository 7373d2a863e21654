// The start page: begins battles, opens game files, lists the battles of this browser.

import { request } from "../lib/api.js";
import { battleAddress } from "../lib/battle_links.js";
import { byId } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { readJson, writeJson } from "../lib/storage.js";
import { listBattles } from "./battle_list.js";
import { bindDeviceTransfer } from "./device_transfer.js";
import { REMOTE } from "./remote_seats.js";

/** @type {Record<string, number[] | "all">} The seats of people on this device, by how a battle is played. */
const PEOPLE = { computer: [0], device: "all", far: [0], watch: [] };
const LEVELS_KEY = "levels";
const problem = byId("error");

/**
 * Begins a battle and goes there; says why where that fails.
 * @param {string} path
 * @param {unknown} message
 * @param {HTMLButtonElement} button
 */
async function begin(path, message, button) {
  problem.hidden = true;
  button.disabled = true;
  try {
    location.href = battleAddress(await request(path, message));
  } catch (error) {
    problem.textContent = error.clause ? `${error.message} [${error.clause}]` : error.message;
    problem.hidden = false;
    problem.scrollIntoView({ block: "center" });
  } finally {
    button.disabled = false;
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
const fieldValue = (form, name) => String(new FormData(form).get(name) ?? "");

/**
 * @param {SubmitEvent} event
 * @param {HTMLFormElement} form
 */
const submitterOf = (event, form) => /** @type {HTMLButtonElement} */ (event.submitter || form.querySelector("button"));

/**
 * Lets a card open its further ways into a battle, and remembers the level that was used last.
 * @param {HTMLFormElement} form
 */
function bindCard(form) {
  const game = form.dataset.game ?? "";
  const ways = /** @type {HTMLElement} */ (form.querySelector(".ways"));
  const opener = /** @type {HTMLButtonElement} */ (form.querySelector(".ways-button"));
  const levels = /** @type {HTMLSelectElement} */ (form.querySelector("[name=level]"));
  const showLevel = () => {
    const [chosen] = levels.selectedOptions;
    const words = { ".against-words": t("against the computer: {level}", { level: chosen.text }) };
    for (const [place, text] of Object.entries({ ...words, ".level-words": chosen.dataset.words ?? "" })) {
      /** @type {HTMLElement} */ (form.querySelector(place)).textContent = text;
    }
  };
  opener.addEventListener("click", () => {
    ways.hidden = !ways.hidden;
    opener.setAttribute("aria-expanded", String(!ways.hidden));
  });
  const last = readJson(localStorage, LEVELS_KEY, {})[game];
  if ([...levels.options].some(({ value }) => value === last)) levels.value = last;
  levels.addEventListener("change", () => {
    writeJson(localStorage, LEVELS_KEY, { ...readJson(localStorage, LEVELS_KEY, {}), [game]: levels.value });
    showLevel();
  });
  showLevel();
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form.setup"))) {
  bindCard(form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = submitterOf(event, form);
    const mode = (event.submitter && button.value) || "computer";
    const level = mode === "far" ? REMOTE : fieldValue(form, "level");
    begin("/battles", { game: form.dataset.game, seats: { people: PEOPLE[mode], level } }, button);
  });
}

const openForm = byId("open", HTMLFormElement);
openForm.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = submitterOf(event, openForm);
  const who = fieldValue(openForm, "who");
  const seats = { people: who === "all" ? who : [Number(who)], level: fieldValue(openForm, "level") };
  const file = /** @type {File} */ (new FormData(openForm).get("file"));
  begin("/battles/open", { record: await file.text(), seats }, button);
});

listBattles();
bindDeviceTransfer(listBattles);
window.addEventListener("pageshow", listBattles);
// The buttons do nothing before this script has run, so the page disables them.
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("main button"))) {
  button.disabled = false;
}

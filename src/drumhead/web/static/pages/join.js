// The page of an invitation: says what it is to, and exchanges it for a seat whose key this browser draws.

import { request } from "../lib/api.js";
import { rememberBattle } from "../lib/battle_links.js";
import { buttonById, byId, inputById, make } from "../lib/dom.js";
import { readPlan } from "../lib/force_storage.js";
import { t } from "../lib/i18n.js";
import { playerName, storePlayerName } from "../lib/player_name.js";
import { drawnKey, keyFor } from "../lib/seat_keys.js";
import { claimWords } from "../table/remote/clock_words.js";
import { SetupForces } from "./setup_forces.js";

const token = location.hash.slice(1);
const form = byId("join", HTMLFormElement);
const game = form.dataset.game ?? "";
const forces = new SetupForces(game);
window.addEventListener("hashchange", () => location.reload());
show();

/** Shows what the invitation is to. Whoever has taken the seat already goes on to the battle. */
async function show() {
  try {
    /** @type {Invitation} */
    const invitation = await request("/invitations", { token, key: drawnKey(token) });
    if (invitation.taken) {
      location.replace(`/table#${drawnKey(token)}`);
      return;
    }
    const { side, others, patience, agreed } = invitation;
    byId("who").textContent = t("You play {side}, against {others}.", { side, others: others.join(", ") });
    byId("terms").textContent = claimWords(patience);
    byId("known").hidden = !invitation.is_known;
    byId("agreed").replaceChildren(...agreed.map((words) => make("li", {}, words)));
    inputById("name").value = playerName();
    if (invitation.brings) offerForces(side, invitation.brings);
    form.hidden = false;
    form.onsubmit = (event) => {
      event.preventDefault();
      sitDown(invitation);
    };
  } catch (error) {
    refuse(error);
    byId("home").hidden = false;
  }
}

/**
 * Offers the forces that fit what was agreed on.
 * @param {string} side
 * @param {NonNullable<Invitation["brings"]>} brings
 */
function offerForces(side, { options, ready }) {
  const back = location.pathname + location.hash;
  const before = readPlan(game);
  const select = /** @type {HTMLSelectElement} */ (byId("forces").querySelector("select"));
  for (const option of select.querySelectorAll("option")) {
    const isReady = option.value.startsWith("ready:");
    if (isReady && !ready.includes(option.value.slice("ready:".length))) option.remove();
  }
  select.dataset.default = ready[0];
  select.value = `ready:${ready[0]}`;
  forces.restore(before?.back === back ? before.forces : []);
  forces.showNames([side]);
  forces.watch({
    plan: () => ({ options, who: [], names: [side], forces: forces.chosen, back }),
    onChange: () => {},
    onError: refuse,
  });
  byId("forces").hidden = false;
}

/** @param {Invitation} invitation */
async function sitDown({ title, side, brings }) {
  const button = buttonById("sit-down");
  button.disabled = true;
  byId("error").hidden = true;
  try {
    storePlayerName(inputById("name").value);
    const key = keyFor(token);
    await request("/invitations/take", { token, key, ...(brings ? { force: forces.chosen[0].text } : {}) });
    rememberBattle({ hash: key, title, words: side, guided: "" });
    location.replace(`/table#${key}`);
  } catch (error) {
    refuse(error);
  } finally {
    button.disabled = false;
  }
}

/** @param {Error & { clause?: string }} error */
function refuse({ message, clause }) {
  byId("error").textContent = clause ? `${message} [${clause}]` : message;
  byId("error").hidden = false;
}

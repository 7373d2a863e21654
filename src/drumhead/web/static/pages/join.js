// The page of an invitation: says what it is to, and exchanges it for a seat whose key this browser draws.

import { request } from "../lib/api.js";
import { rememberBattle } from "../lib/battle_links.js";
import { buttonById, byId, inputById } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { playerName, storePlayerName } from "../lib/player_name.js";
import { drawnKey, keyFor } from "../lib/seat_keys.js";
import { claimWords } from "../table/remote/clock_words.js";

const token = location.hash.slice(1);
const form = byId("join", HTMLFormElement);
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
    const { side, others, patience } = invitation;
    byId("who").textContent = t("You play {side}, against {others}.", { side, others: others.join(", ") });
    byId("terms").textContent = claimWords(patience);
    inputById("name").value = playerName();
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

/** @param {Invitation} invitation */
async function sitDown({ title, side }) {
  const button = buttonById("sit-down");
  button.disabled = true;
  byId("error").hidden = true;
  try {
    storePlayerName(inputById("name").value);
    const key = keyFor(token);
    await request("/invitations/take", { token, key });
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

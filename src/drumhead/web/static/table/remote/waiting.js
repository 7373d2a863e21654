// A battle that has not begun: who has chosen what they bring, and the invitation for who has not.

import { invitationAddress, rememberBattle } from "../../lib/battle_links.js";
import { byId, make } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { storePlayerName } from "../../lib/player_name.js";
import { claimWords } from "./clock_words.js";
import { showInvitation } from "./dialogs.js";
import { quietButton } from "./presence.js";

/** @type {HTMLDialogElement | null} */
let invitation = null;
let wasAsked = false;

/**
 * Shows what the battle waits for; the first time with the invitation for a guest who has not come.
 * @param {Protocol.WaitingMessage} message
 * @param {string} ownToken
 */
export function showWaiting({ title, sides, patience, words }, ownToken) {
  document.title = `${title} · Drumhead`;
  document.body.classList.add("not-begun");
  rememberBattle({ hash: location.hash.slice(1), title, words: "", guided: "" });
  byId("prompt").textContent = `${words[0].toUpperCase()}${words.slice(1)}.`;
  /**
   * @param {string} side
   * @param {string} link
   */
  const invite = (side, link) => {
    invitation?.close();
    const onName = storePlayerName;
    invitation = showInvitation({ title, side, link, terms: [claimWords(patience)], onName });
  };
  const missing = sides.map(({ chosen }, seat) => (chosen ? "" : (invitationAddress(ownToken, seat) ?? "")));
  const items = sides.map(({ name, chosen }, seat) => {
    const state = chosen ? t("{side} has chosen", { side: name }) : t("{side} has not chosen yet", { side: name });
    const link = missing[seat];
    return make(
      "li",
      { class: chosen ? "there" : "away" },
      make("span", {}, state),
      link ? quietButton(t("Invite…"), () => invite(name, link)) : null,
    );
  });
  byId("choices").replaceChildren(make("ul", { class: "who" }, ...items));
  const first = missing.findIndex(Boolean);
  if (!wasAsked && first >= 0) invite(sides[first].name, missing[first]);
  wasAsked = true;
}

/** The battle has begun: the page shows it from now on. */
export function endWaiting() {
  if (!document.body.classList.contains("not-begun")) return;
  document.body.classList.remove("not-begun");
  invitation?.close();
}

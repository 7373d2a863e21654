// The page before a guided battle: begins it, or continues one that was left.

import { request } from "../lib/api.js";
import { battleAddress, battles } from "../lib/battle_links.js";
import { buttonById, byId } from "../lib/dom.js";

const button = buttonById("begin");
const unfinished = battles().find((battle) => battle.guided === button.dataset.game);
if (unfinished) {
  const link = byId("go-on", HTMLAnchorElement);
  link.hidden = false;
  link.href = `/table#${unfinished.hash}`;
}

button.addEventListener("click", async () => {
  button.disabled = true;
  try {
    location.href = battleAddress(await request("/battles/learn", { game: button.dataset.game }));
  } catch (error) {
    byId("error").textContent = error.message;
    byId("error").hidden = false;
  } finally {
    button.disabled = false;
  }
});
button.disabled = false; // the page disables it until this script has run

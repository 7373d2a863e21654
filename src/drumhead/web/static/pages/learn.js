// The page before a guided battle: begins it, or goes on where it was left.

import { address, ask, battles } from "../lib/battles.js";
import { at } from "../lib/dom.js";

const button = at("begin");
const left = battles().find((battle) => battle.guided === button.dataset.game);
if (left) {
  at("go-on").hidden = false;
  at("go-on").href = `/table#${left.hash}`;
}

button.addEventListener("click", async () => {
  button.disabled = true;
  try {
    location.href = address(await ask("/battles/learn", { game: button.dataset.game }));
  } catch (error) {
    at("oops").textContent = error.message;
    at("oops").hidden = false;
  } finally {
    button.disabled = false;
  }
});
button.disabled = false; // from now on somebody hears it

// Battles on another device: a code carries the list there, and all of them can be saved as files.

import { post, request } from "../lib/api.js";
import { battles, rememberBattle } from "../lib/battle_links.js";
import { buttonById, byId, inputById, make } from "../lib/dom.js";
import { download } from "../lib/download.js";
import { t } from "../lib/i18n.js";
import { tokensOf } from "./battle_list.js";

const MAX_FILES = 200;

/**
 * Binds the buttons of the section.
 * @param {() => void} listBattles Shows the list of battles anew.
 */
export function bindDeviceTransfer(listBattles) {
  /** @param {...(Node | string)} content */
  const report = (...content) => byId("moved").replaceChildren(...content);

  buttonById("move").onclick = async () => {
    try {
      const { code, minutes } = await request("/codes", { battles: battles() });
      report(t("Type this on the other device within {minutes} minutes: ", { minutes }), make("strong", {}, code));
    } catch (error) {
      report(error.message);
    }
  };
  byId("fetch", HTMLFormElement).onsubmit = async (event) => {
    event.preventDefault();
    try {
      const found = await request("/codes/take", { code: inputById("code").value });
      for (const battle of found.battles.reverse()) if (typeof battle?.hash === "string") rememberBattle(battle);
      listBattles();
      report(t("Your battles are here now."));
    } catch (error) {
      report(error.message);
    }
  };
  buttonById("export").onclick = async () => {
    const tokens = battles().flatMap(({ hash }) => tokensOf(hash));
    try {
      const response = await post("/records", { tokens: tokens.slice(0, MAX_FILES) });
      if (!response.ok) throw new Error((await response.json()).words);
      download("battles.zip", await response.blob());
    } catch (error) {
      report(error.message);
    }
  };
}

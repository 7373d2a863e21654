// My battles on another device: a code takes the list there; all of them as files.

import { ask, battles, remember, send } from "../lib/battles.js";
import { at, make, t } from "../lib/dom.js";

/** Ties the buttons; `list` shows the battles anew. */
export function moving(list) {
  const said = (...words) => at("moved").replaceChildren(...words);

  at("move").onclick = async () => {
    try {
      const { code, minutes } = await ask("/codes", { battles: battles() });
      said(t("Type this on the other device within {minutes} minutes: ", { minutes }), make("strong", {}, code));
    } catch (error) {
      said(error.message);
    }
  };
  at("fetch").onsubmit = async (event) => {
    event.preventDefault();
    try {
      const found = await ask("/codes/take", { code: at("code").value });
      for (const battle of found.battles.reverse()) if (typeof battle?.hash === "string") remember(battle);
      list();
      said(t("Your battles are here now."));
    } catch (error) {
      said(error.message);
    }
  };
  at("export").onclick = async () => {
    const tokens = battles()
      .flatMap(({ hash }) => hash.split("!")[0].split("~"))
      .filter(Boolean)
      .slice(0, 200);
    try {
      const answer = await send("/records", { tokens });
      if (!answer.ok) throw new Error((await answer.json()).words);
      const url = URL.createObjectURL(await answer.blob());
      make("a", { href: url, download: "battles.zip" }).click();
      setTimeout(() => URL.revokeObjectURL(url), 1000);
    } catch (error) {
      said(error.message);
    }
  };
}

// Forces that come and go: stored by name, copied as text or as a link, saved as a file, and read from all of these.

import { copyText } from "../lib/clipboard.js";
import { buttonById, byId, detailsById, inputById, make, selectById } from "../lib/dom.js";
import { download } from "../lib/download.js";
import { deleteForce, storedForces, storeForce } from "../lib/force_storage.js";
import { t } from "../lib/i18n.js";
import { forceHash, forceIn } from "./force_link.js";

/**
 * Binds the buttons and menus of the section.
 * @param {string} game
 * @param {object} given
 * @param {() => { name: string, text: string, line: string }} given.current Returns the force on the workbench.
 * @param {(text: string) => void} given.open Lays a force on the workbench.
 * @param {(lot: string) => Promise<{ text: string }>} given.draw Draws a random force.
 * @param {string} given.fileName The name of a file whose force has none.
 */
export function bindImportExport(game, { current, open, draw, fileName }) {
  const text = byId("text", HTMLTextAreaElement);
  /** @param {string} words */
  const report = (words) => {
    byId("said").textContent = words;
  };

  buttonById("keep").onclick = () => {
    const force = current();
    if (!force.name) {
      report(t("Give it a name first."));
      byId("name").focus();
    } else if (storeForce(game, { name: force.name, text: force.line })) {
      report(t("Saved in this browser as “{name}”.", { name: force.name }));
    } else report(t("This browser cannot store anything. Save it as a file."));
    list();
  };
  buttonById("copy").onclick = () => copy(current().text, t("Copied as text."));
  buttonById("link").onclick = () => {
    const link = location.origin + location.pathname + forceHash(current().line);
    copy(link, t("Copied as a link."));
  };
  buttonById("save").onclick = () => {
    const force = current();
    const name = (force.name || fileName).replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
    download(`${name || fileName}.txt`, new Blob([force.text], { type: "text/plain" }));
    report(t("Saved as a file."));
  };

  const readyMenu = selectById("ready");
  readyMenu.onchange = () => {
    if (readyMenu.value) open(readyMenu.value);
    readyMenu.value = "";
  };
  const lotMenu = selectById("lot");
  lotMenu.onchange = async () => {
    const lot = lotMenu.value;
    lotMenu.value = "-";
    if (lot === "-") return;
    try {
      open((await draw(lot)).text);
    } catch (error) {
      report(error.message);
    }
  };
  const fileInput = inputById("file");
  fileInput.onchange = async () => {
    const file = fileInput.files?.[0];
    if (file) open(await file.text());
    fileInput.value = "";
  };
  buttonById("read").onclick = () => {
    try {
      open(forceIn(text.value) ?? text.value);
    } catch {
      open("");
    }
  };
  list();

  /**
   * Copies, or shows what to copy where the browser does not allow it.
   * @param {string} content
   * @param {string} done
   */
  async function copy(content, done) {
    if (await copyText(content)) {
      report(done);
      return;
    }
    detailsById("others").open = true;
    text.value = content;
    text.select();
    report(t("The browser does not allow copying. Copy it from the field below."));
  }

  function list() {
    const found = storedForces(game);
    byId("kept").hidden = !found.length;
    byId("kept").lastElementChild?.replaceChildren(
      ...found.map((force) =>
        make(
          "li",
          {},
          make("button", { type: "button", onclick: () => open(force.text) }, force.name),
          make(
            "button",
            {
              type: "button",
              class: "quiet",
              "aria-label": t("Forget {title}", { title: force.name }),
              onclick: () => {
                deleteForce(game, force.name);
                list();
              },
            },
            "×",
          ),
        ),
      ),
    );
  }
}

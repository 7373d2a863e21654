// What players look up, such as the values of unit types: a drawer that is opened on demand.

import { buttonById, byId, make } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/**
 * Opens the tables of the position that is shown when the button is pressed.
 * @param {import("../session/seats.js").Seats} seats
 * @param {import("./replay.js").Replay} replay
 */
export function bindTables(seats, replay) {
  buttonById("tables").addEventListener("click", () => seats.send({ type: "tables", step: replay.shownStep }));
  seats.on("tables", ({ tables }) => {
    const dialog = byId("tables-dialog", HTMLDialogElement);
    dialog
      .querySelector("article")
      ?.replaceChildren(
        ...(tables.length ? tables.map(tableElement) : [make("p", {}, t("There is nothing to look up yet."))]),
      );
    dialog.showModal();
    dialog.scrollTop = 0;
  });
}

/** @param {Protocol.TablesMessage["tables"][number]} table */
function tableElement({ title, columns, rows }) {
  /**
   * @param {"th" | "td"} kind
   * @param {string[]} cells
   */
  const row = (kind, cells) => make("tr", {}, ...cells.map((words) => make(kind, {}, words)));
  return make(
    "table",
    {},
    make("caption", {}, title),
    make("thead", {}, row("th", columns)),
    make("tbody", {}, ...rows.map((cells) => row("td", cells))),
  );
}

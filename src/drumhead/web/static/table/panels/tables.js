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

/**
 * Returns a table; on a narrow page the style sheet writes each row as a list, with the heading of each value before it.
 * @param {Protocol.TablesMessage["tables"][number]} table
 */
function tableElement({ title, columns, rows }) {
  const heads = columns.map((words) => make("th", { scope: "col" }, words));
  /** @param {string[]} cells */
  const row = ([name, ...values]) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, name),
      ...values.map((words, index) => make("td", { "data-heading": columns[index + 1] }, words)),
    );
  return make(
    "table",
    {},
    make("caption", {}, title),
    make("thead", {}, make("tr", {}, ...heads)),
    make("tbody", {}, ...rows.map(row)),
  );
}

// The buttons beside the board, the menu and the keyboard.

import { copyText } from "../lib/clipboard.js";
import { buttonById, byId, detailsById } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { confirmed, toast } from "../lib/toast.js";

const KEYS_NOTICE_MS = 15_000;

/**
 * Binds the controls.
 * @param {object} parts
 * @param {import("./session/seats.js").Seats} parts.seats
 * @param {string} parts.watchToken
 * @param {import("./decision/decision.js").Decision} parts.decision
 * @param {import("./panels/history_slider.js").HistorySlider} parts.history
 * @param {import("./panels/postgame.js").Postgame} parts.postgame
 */
export function bindControls({ seats, watchToken, decision, history, postgame }) {
  const closeMenu = () => {
    detailsById("more").open = false;
  };
  const undo = buttonById("undo");
  const hint = buttonById("hint");

  undo.onclick = () => {
    const seat = seats.undoable;
    if (seat?.newest) seat.connection?.send({ type: "undo", number: seat.newest.number });
  };
  hint.onclick = () => seats.sendAboutPosition({ type: "hint" });
  buttonById("concede").onclick = async () => {
    closeMenu();
    if (await confirmed(t("Give up the battle?"))) seats.sendAboutPosition({ type: "concede" });
  };
  buttonById("draw").onclick = () => {
    closeMenu();
    const { view } = seats;
    const offering = seats.numbers.find((number) => view && !view.offers.includes(number));
    const seat = offering === undefined ? null : seats.byNumber.get(offering);
    if (view) seat?.connection?.send({ type: "draw", number: view.number, agree: true });
  };
  buttonById("save").onclick = () => {
    closeMenu();
    postgame.save();
  };
  buttonById("link").onclick = async () => {
    closeMenu();
    const link = `${location.origin}/table#${watchToken}`;
    if (await copyText(link)) byId("news").textContent = t("The spectator link is on the clipboard.");
    else prompt(t("Spectator link"), link);
  };
  buttonById("zoom").onclick = () => {
    const isLarge = byId("board").classList.toggle("large");
    buttonById("zoom").setAttribute("aria-pressed", String(isLarge));
    decision.render();
  };
  buttonById("keys").onclick = () => {
    closeMenu();
    const words = t(
      "1 to 9: choose. Tab and arrows: move on the board. Enter: select. Esc: go back. U: take back. H: hint.",
    );
    toast(words, KEYS_NOTICE_MS);
  };

  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("input, select, textarea, dialog[open]")) return;
    if (event.key === "Escape") {
      if (history.isShown) history.leave();
      else decision.back();
    } else if (event.key === "u") undo.click();
    else if (event.key === "h") hint.click();
    else if (/^[1-9]$/.test(event.key)) {
      const choices = /** @type {NodeListOf<HTMLElement>} */ (byId("choices").querySelectorAll(".choice"));
      choices[Number(event.key) - 1]?.click();
    }
  });
}

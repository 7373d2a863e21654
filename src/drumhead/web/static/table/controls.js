// The buttons beside the board, the menu and the keyboard.

import { copyText } from "../lib/clipboard.js";
import { buttonById, byId, detailsById, inputById, selectById } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { preferences, storePreferences } from "../lib/preferences.js";
import { playSound } from "../lib/sound.js";
import { clearToast, confirmed, isToastShown, toast } from "../lib/toast.js";
import { bindTables } from "./panels/tables.js";

const KEYS_NOTICE_MS = 15_000;

/**
 * Binds the controls.
 * @param {object} parts
 * @param {import("./session/seats.js").Seats} parts.seats
 * @param {string} parts.watchToken
 * @param {import("./decision/decision.js").Decision} parts.decision
 * @param {import("./board/board.js").Board} parts.board
 * @param {import("./panels/replay.js").Replay} parts.replay
 * @param {import("./session/session.js").TableSession} parts.session
 * @param {import("./panels/postgame.js").Postgame} parts.postgame
 */
export function bindControls({ seats, watchToken, board, decision, replay, postgame, session }) {
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
  // by fingers, wheel and keys as well
  buttonById("zoom-in").onclick = () => board.viewport.enlarge();
  buttonById("zoom-out").onclick = () => board.viewport.reduce();
  /** @type {[string, PositionRequest][]} */
  const requests = [
    ["repeat-turn", { type: "again" }],
    ["plans", { type: "plans" }],
  ];
  for (const [id, request] of requests) {
    buttonById(id).onclick = () => {
      closeMenu();
      seats.sendAboutPosition(request);
    };
  }
  buttonById("deploy").onclick = () => decision.deploy();
  bindTables(seats, replay);
  buttonById("tables").addEventListener("click", closeMenu);
  bindFilm(session);
  bindPreferences();
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && !target.closest("#more")) closeMenu();
  });
  buttonById("keys").onclick = () => {
    closeMenu();
    const words = t(
      "1 to 9: choose. Tab and arrows: move on the board. Enter: select. Esc: go back. E: the button at the bottom right. U: take back. H: hint. Space: pause. S: skip. R: watch again. Comma and full stop: one step back and on. Plus and minus: larger and smaller.",
    );
    toast(words, KEYS_NOTICE_MS);
  };

  /** @type {Record<string, () => void>} Keys that mean something else where a button has the focus. */
  const shortcuts = { " ": () => (replay.isShown ? replay.togglePlaying() : buttonById("film-pause").click()) };
  /** @type {Record<string, () => void>} */
  const letters = {
    u: () => undo.click(),
    h: () => hint.click(),
    e: () => decision.primary.press(),
    s: () => session.film.skip(),
    r: () => session.repeat(),
    "+": () => board.viewport.enlarge(),
    "-": () => board.viewport.reduce(),
    ",": () => buttonById("replay-back").click(),
    ".": () => buttonById("replay-next").click(),
  };
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("input, select, textarea, dialog[open]")) return;
    if (event.key === "Escape") {
      if (isToastShown()) clearToast();
      else if (detailsById("more").open) closeMenu();
      else if (replay.isShown) replay.leave();
      else decision.back();
    } else if (event.key in shortcuts && !target.closest("button, summary, a, .mark")) {
      event.preventDefault();
      shortcuts[event.key]();
    } else if (event.key.toLowerCase() in letters) letters[event.key.toLowerCase()]();
    else if (/^[1-9]$/.test(event.key)) {
      const choices = /** @type {NodeListOf<HTMLElement>} */ (byId("choices").querySelectorAll(".choice"));
      choices[Number(event.key) - 1]?.click();
    }
  });
}

/** @param {import("./session/session.js").TableSession} session */
function bindFilm(session) {
  const pause = buttonById("film-pause");
  pause.onclick = () => {
    session.film.pause(!session.film.isPaused);
    pause.textContent = session.film.isPaused ? t("Go on") : t("Pause");
  };
  buttonById("film-skip").onclick = () => {
    session.film.skip();
    pause.textContent = t("Pause");
  };
  buttonById("film-repeat").onclick = () => session.repeat();
}

function bindPreferences() {
  const speed = selectById("speed");
  speed.value = preferences.speed;
  speed.onchange = () => {
    preferences.speed = /** @type {import("../lib/preferences.js").Speed} */ (speed.value);
    storePreferences();
  };
  const sound = inputById("sound");
  sound.checked = preferences.sound;
  sound.onchange = () => {
    preferences.sound = sound.checked;
    storePreferences();
    playSound("turn");
  };
}

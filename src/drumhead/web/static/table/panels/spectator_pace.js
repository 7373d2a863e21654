// How fast computers play each other: whoever watches may set it.

import { byId, make } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/**
 * Shows the buttons that set the pace.
 * @param {import("../session/seats.js").Seats} seats
 */
export function showPaceButtons(seats) {
  /** @type {[number, string][]} Seconds for a decision; 0 rests. */
  const paces = [
    [0, t("Pause")],
    [0.9, t("Slow")],
    [0.25, t("Fast")],
  ];
  const buttons = paces.map(([seconds, words]) =>
    make(
      "button",
      { type: "button", "data-pace": seconds, onclick: () => seats.send({ type: "pace", seconds }) },
      words,
    ),
  );
  byId("postgame").hidden = false;
  byId("postgame").replaceChildren(make("div", { class: "row", role: "group", "aria-label": t("Speed") }, ...buttons));
}

/**
 * Shows which pace is set.
 * @param {Protocol.PaceMessage} message
 */
export function markPace({ seconds }) {
  const buttons = /** @type {NodeListOf<HTMLElement>} */ (byId("postgame").querySelectorAll("[data-pace]"));
  for (const button of buttons) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.pace) === seconds));
  }
}

// How the chances of a battle ran: the graph, its turning points, what the dice gave.

import { make, t } from "../lib/dom.js";

const percent = (part) => `${part > 0 ? "+" : ""}${Math.round(part * 100)} %`;

/** Shows how far the battle has been looked through, then how its chances ran; `look` gets a step to see again. */
export function showChances(frame, message, { told, look }) {
  frame.hidden = false;
  if (!message.picture) {
    const words = t("Looking through the battle: {done} of {of} positions", message);
    frame.replaceChildren(
      make("p", {}, words),
      make("progress", { max: message.of, value: message.done, "aria-label": words }),
    );
    return;
  }
  const parsed = new DOMParser().parseFromString(message.picture, "image/svg+xml");
  const svg = document.importNode(parsed.documentElement, true);
  svg.addEventListener("click", ({ target }) => {
    const step = target.closest("[data-step]")?.dataset.step;
    if (step) look(Number(step));
  });
  frame.replaceChildren(
    svg,
    make(
      "p",
      { class: "fine" },
      t("The chance to win of each side, as an experienced eye judges it. Choose a point to see the battle there."),
    ),
    ...message.sides.map((side, index) =>
      make(
        "p",
        {},
        t("The dice gave {side} {luck} of a battle.", { side, luck: percent(index ? -message.luck : message.luck) }),
      ),
    ),
    make("h3", {}, t("Where it turned")),
    message.turns.length
      ? make(
          "ol",
          { class: "turns" },
          ...message.turns.map((turn) => make("li", {}, turning(turn, told(turn.step), look))),
        )
      : make("p", {}, t("It went its way step by step; nothing turned it at once.")),
  );
}

function turning({ step, change }, words, look) {
  return make("button", { type: "button", onclick: () => look(step) }, make("b", {}, percent(change)), " ", words);
}

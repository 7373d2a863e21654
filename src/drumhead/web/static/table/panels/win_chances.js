// How the chances of a battle ran: the graph, its turning points, and the luck of the dice.

import { make, parseSvg, targetOf } from "../../lib/dom.js";
import { signedPercent } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";

/**
 * Shows how far the review is, then how the chances ran.
 * @param {HTMLElement} frame
 * @param {Protocol.ReviewMessage} review
 * @param {object} given
 * @param {(step: number) => string} given.wordsOf Returns what a step told.
 * @param {(step: number) => void} given.onLook
 */
export function showWinChances(frame, review, { wordsOf, onLook }) {
  const isNew = frame.hidden;
  frame.hidden = false;
  if (!review.picture) {
    showProgress(frame, review);
    if (isNew) frame.scrollIntoView({ block: "nearest" });
    return;
  }
  const { sides = [], luck = 0, turns = [] } = review;
  const graph = document.importNode(parseSvg(review.picture), true);
  graph.addEventListener("click", (event) => {
    const step = targetOf(event, "[data-step]")?.dataset.step;
    if (step) onLook(Number(step));
  });
  const explanation = t(
    "Each side's chance of winning, as a strong player would judge it. Choose a point to see the battle there.",
  );
  frame.replaceChildren(
    graph,
    make("p", { class: "fine" }, explanation),
    ...sides.map((side, index) =>
      make(
        "p",
        {},
        t("Winning chances given by the dice: {side} {luck}.", { side, luck: signedPercent(index ? -luck : luck) }),
      ),
    ),
    make("h3", {}, t("Turning points")),
    turns.length
      ? make("ol", { class: "turns" }, ...turns.map((turn) => turningPoint(turn, wordsOf(turn.step), onLook)))
      : make("p", {}, t("There was no single turning point; it was decided step by step.")),
  );
  frame.scrollIntoView({ block: "start" });
}

/**
 * @param {HTMLElement} frame
 * @param {Protocol.ReviewMessage} review
 */
function showProgress(frame, { done, of }) {
  const words = t("Reviewing the battle: {done} of {of} positions", { done, of });
  frame.replaceChildren(make("p", {}, words), make("progress", { max: of, value: done, "aria-label": words }));
}

/**
 * @param {TurningPoint} turn
 * @param {string} words
 * @param {(step: number) => void} onLook
 */
function turningPoint({ step, change }, words, onLook) {
  const button = { type: "button", onclick: () => onLook(step) };
  return make("li", {}, make("button", button, make("b", {}, signedPercent(change)), " ", words));
}

// The guide of a first battle: what is explained, what to look at, what to do next.

import { cite } from "../lib/clauses.js";
import { at, make, t } from "../lib/dom.js";

/** Shows the lesson that a view has come to, and points at what it speaks of. */
export function showLesson(lesson, board) {
  const frame = at("guide");
  frame.hidden = !lesson;
  board.point(lesson?.look ?? []);
  if (!lesson || frame.dataset.lesson === String(lesson.number)) return;
  frame.dataset.lesson = lesson.number;
  frame.replaceChildren(
    make("h2", {}, t("Guide: {number} of {of}", lesson)),
    make("progress", { max: lesson.of, value: lesson.number, "aria-label": t("Guide: {number} of {of}", lesson) }),
    make("p", {}, lesson.words),
    make("p", { class: "fine" }, ...lesson.clauses.flatMap((clause) => [cite(clause), " "])),
  );
}

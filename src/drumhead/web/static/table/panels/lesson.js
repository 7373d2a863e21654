// The lesson of a guided battle: what is explained, what to look at, what to do next.

import { clauseLink } from "../../lib/clauses.js";
import { byId, make } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/**
 * Shows a lesson and points at what it speaks of; hides the guide where there is none.
 * @param {Lesson | undefined} lesson
 * @param {import("../board/board.js").Board} board
 */
export function showLesson(lesson, board) {
  const frame = byId("guide");
  frame.hidden = !lesson;
  board.marks.point(lesson?.look ?? []);
  if (!lesson || frame.dataset.lesson === String(lesson.number)) return;
  frame.dataset.lesson = String(lesson.number);
  const title = t("Guide: {number} of {of}", lesson);
  frame.replaceChildren(
    make("h2", {}, title),
    make("progress", { max: lesson.of, value: lesson.number, "aria-label": title }),
    make("p", {}, lesson.words),
    make("p", { class: "fine" }, ...lesson.clauses.flatMap((clause) => [clauseLink(clause), " "])),
  );
}

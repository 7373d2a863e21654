// Clauses of the rules: links to them, and the dialog that shows one.

import { byId, make, targetOf } from "./dom.js";
import { t } from "./i18n.js";

let game = "";
/** @type {Record<string, [string, string, string]> | null} Title, words and ruling by id. */
let clauses = null;

/**
 * Sets the game whose clauses are linked, and opens clicked links in the dialog from now on.
 * @param {string} name
 */
export function openClausesOf(name) {
  if (!game) document.addEventListener("click", openClicked);
  game = name;
}

/**
 * Returns a link to a clause, or null where there is none.
 * @param {string | undefined} id
 */
export function clauseLink(id) {
  if (!id) return null;
  return make("a", { class: "cite", href: `/rules/${game}#${id}`, "data-clause": id }, id);
}

/**
 * Returns a paragraph for each sentence, with a link to its clause.
 * @param {Sentence[]} sentences
 */
export function sentenceParagraphs(sentences) {
  return sentences.map(({ words, clause }) => make("p", {}, words, " ", clauseLink(clause)));
}

/** @param {MouseEvent} event */
function openClicked(event) {
  const link = targetOf(event, "a[data-clause]");
  if (!(link instanceof HTMLAnchorElement) || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  showClause(link.dataset.clause ?? "").catch(() => location.assign(link.href));
}

/** @param {string} id */
async function showClause(id) {
  clauses ||= await (await fetch(`/clauses/${game}.json`)).json();
  const [title, words, ruling] = clauses?.[id] || ["", "", ""];
  const dialog = byId("clause", HTMLDialogElement);
  dialog.firstElementChild?.replaceChildren(
    make("h2", {}, title ? `${id} · ${title}` : id),
    make("p", {}, ...withLinks(words)),
    ...(ruling ? [make("p", { class: "ruling" }, make("strong", {}, `${t("Ruling")}. `), ...withLinks(ruling))] : []),
    make("p", { class: "fine" }, make("a", { href: `/rules/${game}#${id}`, target: "_blank" }, t("All the rules"))),
  );
  if (!dialog.open) dialog.showModal();
}

/** @param {string} words */
function withLinks(words) {
  const parts = words.split(/\b([A-Z]+-\d+\.\d+)\b/);
  return parts.map((part, index) => (index % 2 && clauses?.[part] ? clauseLink(part) : part));
}

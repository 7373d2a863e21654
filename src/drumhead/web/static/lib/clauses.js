// Clauses: a link to one, and the little window that shows it.

import { at, make, t } from "./dom.js";

let game = "";
let book = null;

/** Says which game's clauses are meant. */
export function citing(name) {
  game = name;
}

/** A link to a clause, that opens it on the spot. */
export function cite(id) {
  if (!id) return null;
  return make("a", { class: "cite", href: `/rules/${game}#${id}`, "data-clause": id }, id);
}

async function show(id) {
  book ||= await (await fetch(`/clauses/${game}.json`)).json();
  const [title, words, ruling] = book[id] || ["", "", ""];
  const dialog = at("clause");
  dialog.firstElementChild.replaceChildren(
    make("h2", {}, title ? `${id} · ${title}` : id),
    make("p", {}, ...linked(words)),
    ...(ruling ? [make("p", { class: "ruling" }, make("strong", {}, `${t("Ruling")}. `), ...linked(ruling))] : []),
    make("p", { class: "fine" }, make("a", { href: `/rules/${game}#${id}`, target: "_blank" }, t("All the rules"))),
  );
  if (!dialog.open) dialog.showModal();
}

function linked(words) {
  return words.split(/\b([A-Z]+-\d+\.\d+)\b/).map((part, index) => (index % 2 && book[part] ? cite(part) : part));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-clause]");
  if (!link || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  show(link.dataset.clause).catch(() => location.assign(link.href));
});

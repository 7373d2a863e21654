// The rules page: finds clauses by words or by number.

import { byId, inputById } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const search = inputById("search");
const rulingsOnly = inputById("rulings");
const found = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".rule"));
const rules = [...found].map((rule) => ({ rule, text: (rule.textContent ?? "").toLowerCase() }));

function filter() {
  const words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { rule, text } of rules) {
    const isShown =
      words.every((word) => text.includes(word)) && (!rulingsOnly.checked || rule.classList.contains("ruled"));
    rule.hidden = !isShown;
    count += Number(isShown);
  }
  for (const chapter of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".chapter"))) {
    chapter.hidden = !chapter.querySelector(".rule:not([hidden])");
  }
  byId("found").textContent = words.length || rulingsOnly.checked ? t("clauses: {n}", { n: count }) : "";
}

search.addEventListener("input", filter);
rulingsOnly.addEventListener("change", filter);
search.form?.addEventListener("submit", (event) => event.preventDefault());
window.addEventListener("hashchange", () => {
  const rule = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!rule?.hidden) return;
  search.value = "";
  rulingsOnly.checked = false;
  filter();
  rule.scrollIntoView();
});

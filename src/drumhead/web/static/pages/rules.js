// The rules page: finds clauses by words or by number.

import { at, t } from "../lib/dom.js";

const search = at("search");
const rulings = at("rulings");
const rules = [...document.querySelectorAll(".rule")].map((rule) => [rule, rule.textContent.toLowerCase()]);

function find() {
  const words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const [rule, text] of rules) {
    const fits = words.every((word) => text.includes(word)) && (!rulings.checked || rule.classList.contains("ruled"));
    rule.hidden = !fits;
    count += fits;
  }
  for (const chapter of document.querySelectorAll(".chapter")) {
    chapter.hidden = !chapter.querySelector(".rule:not([hidden])");
  }
  at("found").textContent = words.length || rulings.checked ? t("{n} clauses", { n: count }) : "";
}

search.addEventListener("input", find);
rulings.addEventListener("change", find);
search.form.addEventListener("submit", (event) => event.preventDefault());
window.addEventListener("hashchange", () => {
  const rule = at(decodeURIComponent(location.hash.slice(1)));
  if (!rule?.hidden) return;
  search.value = "";
  rulings.checked = false;
  find();
  rule.scrollIntoView();
});

// What every page has: the language and the light.

import { at } from "../lib/dom.js";

at("language").addEventListener("change", ({ target }) => {
  document.cookie = `language=${target.value};path=/;max-age=31536000;samesite=strict`;
  location.reload();
});

const theme = at("theme");
theme.value = document.documentElement.dataset.theme || "auto";
theme.addEventListener("change", () => {
  if (theme.value === "auto") {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem("theme");
  } else {
    document.documentElement.dataset.theme = theme.value;
    localStorage.setItem("theme", theme.value);
  }
  light();
});

/** Gives pictures that stand alone the light of the page. */
function light() {
  const chosen = document.documentElement.dataset.theme;
  for (const image of document.querySelectorAll("img[data-picture]")) {
    const wanted = image.dataset.picture + (chosen ? `?theme=${chosen}` : "");
    if (image.getAttribute("src") !== wanted) image.src = wanted;
  }
}
light();

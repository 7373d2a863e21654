// The header of every page: the language and the colour theme.

import { selectById } from "../lib/dom.js";

const languageMenu = selectById("language");
languageMenu.addEventListener("change", () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `language=${languageMenu.value};path=/;max-age=31536000;samesite=strict`;
  location.reload();
});

const themeMenu = selectById("theme");
themeMenu.value = document.documentElement.dataset.theme || "auto";
themeMenu.addEventListener("change", () => {
  if (themeMenu.value === "auto") {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem("theme");
  } else {
    document.documentElement.dataset.theme = themeMenu.value;
    localStorage.setItem("theme", themeMenu.value);
  }
  themePictures();
});
themePictures();

/** Gives stand-alone pictures the theme of the page. */
function themePictures() {
  const theme = document.documentElement.dataset.theme;
  for (const image of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img[data-picture]"))) {
    const source = image.dataset.picture + (theme ? `?theme=${theme}` : "");
    if (image.getAttribute("src") !== source) image.src = source;
  }
}

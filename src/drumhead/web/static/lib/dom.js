// What the client says: its strings in the reader's language, as the page brought them.

const said = JSON.parse(document.getElementById("words").textContent);

/** A string in the reader's language, with its {values} filled in. */
export function t(words, values = {}) {
  return (said[words] || words).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export const language = document.documentElement.lang;

/** An element with attributes and children; strings become text, never markup. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

/** An element of the page by its id. */
export const at = (id) => document.getElementById(id);

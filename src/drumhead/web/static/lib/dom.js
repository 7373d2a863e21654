// Elements of the page: finding and making them.

/**
 * Returns the element with an id; throws where the page has none, or one of another type.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {{ new (): T }} [type]
 * @returns {T}
 */
export function byId(id, type) {
  const element = document.getElementById(id);
  if (!element || (type && !(element instanceof type))) {
    throw new Error(`the page has no ${type?.name ?? "element"} with the id ${id}`);
  }
  return /** @type {T} */ (element);
}

/** @param {string} id */
export const buttonById = (id) => byId(id, HTMLButtonElement);

/** @param {string} id */
export const inputById = (id) => byId(id, HTMLInputElement);

/** @param {string} id */
export const selectById = (id) => byId(id, HTMLSelectElement);

/** @param {string} id */
export const detailsById = (id) => byId(id, HTMLDetailsElement);

/**
 * Makes an element. Strings become text, never markup; an attribute `on…` becomes a listener; true stands for an
 * attribute without a value; false, null and undefined leave an attribute or a child out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
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

/**
 * Returns the nearest ancestor of an event's target, or the target itself, that matches a selector.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function targetOf(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/**
 * Makes a style sheet apply to the page; the page allows no style inside pictures.
 * @param {string} text
 */
export function adoptStyle(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/**
 * Parses an SVG document; as HTML, which takes a third of the time that it takes as XML.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function parseSvg(text) {
  const { body } = new DOMParser().parseFromString(text, "text/html");
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (body.firstElementChild));
}

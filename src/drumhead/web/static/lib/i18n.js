// Translation: the client's strings in the reader's language, as the page brought them.

const embedded = globalThis.document?.getElementById("words")?.textContent;
/** @type {Record<string, string>} */
const translations = embedded ? JSON.parse(embedded) : {};

export const language = globalThis.document?.documentElement.lang ?? "en";

/**
 * Returns a string in the reader's language, with its {values} filled in.
 * @param {string} words
 * @param {Record<string, any>} [values]
 */
export function t(words, values = {}) {
  return (translations[words] || words).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

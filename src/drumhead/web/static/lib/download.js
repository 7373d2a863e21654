// Files that the page hands to the browser.

import { make } from "./dom.js";

const REVOKE_AFTER_MS = 1000;

/**
 * Lets the browser save a file.
 * @param {string} name
 * @param {Blob} content
 */
export function download(name, content) {
  const url = URL.createObjectURL(content);
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

// The clipboard, which a browser may keep closed.

/**
 * Copies a text; returns whether the browser allowed it.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// JSON in the browser's storage. A browser that keeps nothing is no error.

/**
 * Returns what is stored under a key, or the fallback.
 * @param {Storage} storage
 * @param {string} key
 * @param {any} fallback
 * @returns {any}
 */
export function readJson(storage, key, fallback) {
  try {
    return JSON.parse(storage.getItem(key) ?? "null") ?? fallback;
  } catch {
    return fallback;
  }
}

/**
 * Stores a value; returns whether the browser keeps it.
 * @param {Storage} storage
 * @param {string} key
 * @param {unknown} value
 */
export function writeJson(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

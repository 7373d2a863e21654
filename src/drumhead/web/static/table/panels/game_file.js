// Saving a battle as a file.

import { download } from "../../lib/download.js";

/**
 * Saves a text under the name of a game and the present time.
 * @param {string} game
 * @param {string} text
 * @param {{ type: string, ending: string }} format
 */
export function saveGameFile(game, text, { type, ending }) {
  const time = new Date().toISOString().slice(0, 16).replace(/[T:]/g, "-");
  download(`${game}-${time}.${ending}`, new Blob([text], { type }));
}

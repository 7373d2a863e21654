// What can be taken away from a review: an image of a moment, a link to it, and the battle as a film or as a video.

import { request } from "../lib/api.js";
import { copyText } from "../lib/clipboard.js";
import { buttonById, byId } from "../lib/dom.js";
import { download } from "../lib/download.js";
import { t } from "../lib/i18n.js";
import { shareImage } from "./image.js";
import { recordBattle } from "./video.js";

const COPIED_MS = 4000;

/**
 * @typedef {object} Shared
 * @property {string} token
 * @property {() => string} linkAt The link to the moment that is shown.
 * @property {() => string} title
 * @property {() => string} name What files are named after.
 * @property {() => { step: number, last: number }} shown
 * @property {(step: number) => Promise<import("./video.js").Moment>} momentAt
 */

/** @param {string} words */
function tell(words) {
  byId("shared").textContent = words;
}

/**
 * Does something that may fail, and says why it did.
 * @param {() => Promise<string>} task Returns what to say at the end.
 */
async function telling(task) {
  try {
    tell(await task());
  } catch (error) {
    tell(error.message);
  }
}

/**
 * Listens to the buttons; returns what shares the moment that is shown.
 * @param {Shared} shared
 * @returns {() => Promise<void>}
 */
export function listenToSharing({ token, linkAt, title, name, shown, momentAt }) {
  const shareMoment = () =>
    telling(async () => {
      const { step } = shown();
      const { picture, ...told } = await momentAt(step);
      return shareImage(picture, { ...told, title: title(), name: `${name()}-${step}.png` });
    });
  buttonById("image").onclick = shareMoment;
  buttonById("copy").onclick = async () => {
    const link = linkAt();
    if (!(await copyText(link))) prompt(t("Link to this moment"), link);
    else {
      const button = buttonById("copy");
      button.textContent = t("Copied");
      setTimeout(() => {
        button.textContent = t("Copy the link");
      }, COPIED_MS);
    }
  };
  buttonById("film").onclick = () =>
    telling(async () => {
      tell(t("Drawing the film…"));
      download(`${name()}.svg`, new Blob([await request("/film", { token })], { type: "image/svg+xml" }));
      return t("Saved");
    });
  listenToVideo({ title, name, shown, momentAt });
  return shareMoment;
}

/** @param {Pick<Shared, "title" | "name" | "shown" | "momentAt">} shared */
function listenToVideo({ title, name, shown, momentAt }) {
  const button = buttonById("video");
  /** @type {AbortController | null} */
  let running = null;
  button.onclick = async () => {
    if (running) {
      running.abort(new Error(t("The video was stopped; nothing is saved.")));
      return;
    }
    running = new AbortController();
    const { signal } = running;
    button.textContent = t("Stop the video");
    await telling(async () => {
      const { content, ending } = await recordBattle({
        last: shown().last,
        title: title(),
        momentAt,
        onProgress: (n, of) => tell(t("Drawing step {n} of {of}", { n, of })),
        signal,
      });
      download(`${name()}.${ending}`, content);
      return t("Saved");
    });
    running = null;
    button.textContent = t("Save as a video");
  };
}

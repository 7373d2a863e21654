// What the reader prefers on this device: how fast a battle is shown, and whether it sounds.

import { readJson, writeJson } from "./storage.js";

const STORED = "preferences";
/** How long things take, as a part of the usual time. */
export const SPEEDS = { slow: 1.8, normal: 1, fast: 0.35, instant: 0 };

/** @typedef {keyof typeof SPEEDS} Speed */

/** @type {{ speed: Speed, sound: boolean }} */
export const preferences = {
  speed: "normal",
  sound: false,
  ...readJson(globalThis.localStorage, STORED, {}),
};
if (!(preferences.speed in SPEEDS)) preferences.speed = "normal";

/** Stores the preferences as they are now. */
export function storePreferences() {
  writeJson(globalThis.localStorage, STORED, preferences);
}

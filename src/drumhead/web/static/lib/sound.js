// Sounds, made in the browser from noise and tones. They are off until the reader turns them on.

import { preferences } from "./preferences.js";

/** @type {AudioContext | null} */
let audio = null;

/**
 * A burst of filtered noise: when it begins, how long it lasts, its pitch and its volume.
 * @typedef {{ at: number, seconds: number, pitch: number, volume: number }} Burst
 */

/** @param {Burst} burst */
function noise({ at, seconds, pitch, volume }) {
  if (!audio) return;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = (Math.random() * 2 - 1) * (1 - index / samples.length) ** 3;
  }
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(audio.currentTime + at);
}

/** @param {Burst & { type?: OscillatorType }} tone */
function tone({ at, seconds, pitch, volume, type = "triangle" }) {
  if (!audio) return;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  const start = audio.currentTime + at;
  oscillator.type = type;
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}

/** @param {number[]} pitches */
function melody(pitches) {
  for (const [index, pitch] of pitches.entries()) tone({ at: index * 0.16, seconds: 0.4, pitch, volume: 0.15 });
}

/** @type {Record<string, () => void>} */
const SOUNDS = {
  move: () => noise({ at: 0, seconds: 0.07, pitch: 420, volume: 0.5 }),
  dice: () => {
    for (const at of [0, 0.07, 0.13, 0.22, 0.34]) noise({ at, seconds: 0.05, pitch: 1800 + at * 900, volume: 0.6 });
  },
  hit: () => {
    noise({ at: 0, seconds: 0.25, pitch: 140, volume: 1.2 });
    tone({ at: 0, seconds: 0.25, pitch: 70, volume: 0.3, type: "sine" });
  },
  turn: () => melody([523, 659]),
  victory: () => melody([392, 523, 659, 784, 659, 784]),
  defeat: () => melody([392, 349, 311, 262]),
};

/**
 * Plays a sound, if the reader wants sounds.
 * @param {string} name
 */
export function playSound(name) {
  if (!preferences.sound || !(name in SOUNDS)) return;
  audio ??= new AudioContext();
  SOUNDS[name]();
}

document.addEventListener("drumhead:sound", (event) => {
  if (event instanceof CustomEvent) playSound(event.detail);
});

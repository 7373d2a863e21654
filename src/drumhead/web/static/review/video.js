// The battle as a video: each step is drawn on a canvas, in order and in playing time, while the browser records it.

import { parseSvg } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { wait } from "../lib/motion.js";
import { bandsHeight, drawMoment, pictureStyle } from "./image.js";

const STEP_MS = 700;
/** Of a longer battle some steps are left out: what is shown for a shorter time is not seen. */
const MIN_STEP_MS = 250;
const LAST_STEP_MS = 2000;
const MAX_VIDEO_MS = 60_000;
/** The picture is copied this often while it stands still: a canvas that is not drawn on gives no frames. */
const FRAME_MS = 100;
const FRAMES_PER_SECOND = 10;
const BITS_PER_SECOND = 5_000_000;
const MAX_BOARD = { width: 1280, height: 880 };
const MIN_WIDTH = 960;
const CAPTION_LINES = 2;
/** So much of a step may be missing before one is left out. */
const ROUNDING = 0.5;

/** @type {[type: string, ending: string][]} What a video is recorded as, the most widely played first. */
const FORMATS = [
  ["video/mp4;codecs=avc1.640028", "mp4"],
  ["video/webm;codecs=vp9", "webm"],
  ["video/webm;codecs=vp8", "webm"],
  ["video/webm", "webm"],
];

/** @typedef {{ picture: string } & import("./told.js").Told} Moment */

/**
 * Returns the steps that a video shows, and for how long each.
 * @param {number} last
 */
export function schedule(last) {
  const whole = MAX_VIDEO_MS - LAST_STEP_MS;
  const stepMs = Math.min(STEP_MS, Math.max(MIN_STEP_MS, whole / Math.max(1, last)));
  const count = Math.min(last, Math.floor(whole / stepMs));
  const steps = Array.from({ length: count + 1 }, (_, index) => Math.round((index * last) / Math.max(1, count)));
  return { steps, stepMs };
}

/**
 * Returns what is shown after a step of the schedule, -1 after the last. Where pictures are drawn too slowly for all the
 * steps of a long battle, some more are left out.
 * @param {number} index
 * @param {number} last
 * @param {{ shownMs: number, stepMs: number }} time What has been shown by then, and how long a step is.
 */
export function stepAfter(index, last, { shownMs, stepMs }) {
  if (index >= last) return -1;
  const room = (MAX_VIDEO_MS - LAST_STEP_MS - shownMs) / stepMs;
  const stride = Math.ceil((last - index - 1) / Math.max(1, room + ROUNDING));
  return Math.min(last, index + Math.max(1, stride));
}

/**
 * Returns the size of all frames: even numbers, which the encoders ask for.
 * @param {string} picture
 */
function frameSize(picture) {
  const { width, height } = parseSvg(picture).viewBox.baseVal;
  const scale = Math.min(MAX_BOARD.width / width, MAX_BOARD.height / height);
  /** @param {number} length */
  const even = (length) => 2 * Math.round(length / 2);
  return {
    width: even(Math.max(MIN_WIDTH, width * scale)),
    height: even(height * scale + bandsHeight(CAPTION_LINES)),
    lines: CAPTION_LINES,
  };
}

/** Records a canvas. */
class Recorder {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    const format =
      "MediaRecorder" in window && "captureStream" in canvas
        ? FORMATS.find(([type]) => MediaRecorder.isTypeSupported(type))
        : undefined;
    if (!format) throw new Error(t("This browser cannot record a video. Save the film instead."));
    const [mimeType, ending] = format;
    this.ending = ending;
    this.stream = canvas.captureStream(FRAMES_PER_SECOND);
    this.recorder = new MediaRecorder(this.stream, { mimeType, videoBitsPerSecond: BITS_PER_SECOND });
    /** @type {Blob[]} */
    const parts = [];
    this.recorder.ondataavailable = ({ data }) => parts.push(data);
    /** @type {Promise<Blob>} */
    this.content = new Promise((resolve, reject) => {
      this.recorder.onstop = () => resolve(new Blob(parts, { type: mimeType.split(";")[0] }));
      this.recorder.onerror = () => reject(new Error(t("This browser cannot record a video. Save the film instead.")));
    });
    this.content.catch(() => {}); // it is awaited only at the end
  }

  start() {
    this.recorder.start();
  }

  /** Interrupts the recording while the page is not in sight: browsers draw little there, and late. */
  async whileHidden() {
    if (!document.hidden) return;
    this.recorder.pause();
    await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
    this.recorder.resume();
  }

  close() {
    if (this.recorder.state !== "inactive") this.recorder.stop();
    for (const track of this.stream.getTracks()) track.stop();
  }
}

/**
 * Records a battle; returns the video and the ending of its name. Throws where the browser cannot, or when it is stopped.
 * @param {object} given
 * @param {number} given.last
 * @param {string} given.title
 * @param {(step: number) => Promise<Moment>} given.momentAt
 * @param {(n: number, of: number) => void} given.onProgress
 * @param {AbortSignal} given.signal
 */
export async function recordBattle({ last, title, momentAt, onProgress, signal }) {
  const { steps, stepMs } = schedule(last);
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error(t("This browser cannot draw the picture."));
  const first = await momentAt(0);
  const size = frameSize(first.picture);
  Object.assign(canvas, { width: size.width, height: size.height });
  const style = pictureStyle();
  /** @param {number} index */
  const prepare = async (index) => {
    const { picture, words, dice } = await momentAt(steps[index]);
    return drawMoment(picture, { title, words, dice }, { style, size });
  };
  /** @type {Promise<never>} */
  const stopped = new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  stopped.catch(() => {}); // there may be nothing to stop any more
  const recorder = new Recorder(canvas);
  try {
    let next = prepare(0);
    let shownMs = 0;
    let index = 0;
    while (index >= 0) {
      onProgress(index + 1, steps.length);
      const asked = performance.now();
      const drawn = await Promise.race([next, stopped]);
      pen.drawImage(drawn, 0, 0);
      if (index) {
        shownMs += performance.now() - asked; // the step before was seen until now
        await recorder.whileHidden();
      } else recorder.start(); // not before there is something to see
      const following = stepAfter(index, steps.length - 1, { shownMs: shownMs + stepMs, stepMs });
      if (following >= 0) next = prepare(following); // drawn while this one is seen
      next.catch(() => {}); // it is awaited in its turn
      const ms = following >= 0 ? stepMs : LAST_STEP_MS;
      const end = performance.now() + ms;
      while (performance.now() < end) {
        signal.throwIfAborted();
        await wait(Math.min(FRAME_MS, Math.max(0, end - performance.now())));
        pen.drawImage(drawn, 0, 0);
      }
      shownMs += ms + (performance.now() - end);
      index = following;
    }
    recorder.close();
    return { content: await recorder.content, ending: recorder.ending };
  } finally {
    recorder.close();
  }
}

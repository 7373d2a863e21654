// A moment of the battle drawn on a canvas: the board with its style, a title above it, the dice and the sentence below.

import { parseSvg } from "../lib/dom.js";
import { download } from "../lib/download.js";
import { t } from "../lib/i18n.js";

const IMAGE_WIDTH = 1600;
const BAND = 64;
const LINE = 32;
const MARGIN = 24;
const MAX_LINES = 4;
const DIE = 34;
const MAX_DICE = 16;
const TEXT_STYLE = "24px system-ui, sans-serif";

/**
 * Returns the height of what stands above and below the board.
 * @param {number} lines Of the sentence.
 */
export const bandsHeight = (lines) => 2 * BAND + LINE * (lines - 1);

/** @typedef {{ title: string } & import("./told.js").Told} Words */
/** @typedef {{ width: number, height: number, lines: number }} Size Of the canvas; how many lines the sentence may have. */

/** Returns every rule that applies to pictures, with the colours of the page. */
export function pictureStyle() {
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
  const rules = sheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
  const page = getComputedStyle(document.documentElement);
  const named = new Set(rules.join(" ").match(/--dh-[\w-]+/g));
  const colours = [...named].map((name) => `${name}:${page.getPropertyValue(name)}`);
  return `${rules.filter((rule) => /\.d[hg]/.test(rule) && !rule.startsWith("@media")).join("")}:root,.dh{${colours.join(";")}}`;
}

/**
 * Loads a picture as an image.
 * @param {SVGSVGElement} svg
 * @returns {Promise<HTMLImageElement>}
 */
async function loadSvg(svg) {
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  await image.decode();
  URL.revokeObjectURL(url);
  return image;
}

/**
 * Returns text in lines that fit a width; what does not fit the last line is left out.
 * @param {CanvasRenderingContext2D} pen
 * @param {string} text
 * @param {{ width: number, lines: number }} room
 */
function wrapped(pen, text, { width, lines }) {
  const found = [""];
  for (const word of text.split(/\s+/)) {
    const longer = `${found[found.length - 1]} ${word}`.trim();
    if (pen.measureText(longer).width <= width) found[found.length - 1] = longer;
    else if (found.length < lines) found.push(word);
    else {
      found[found.length - 1] += " …";
      break;
    }
  }
  return found;
}

/**
 * Draws dice in a row.
 * @param {CanvasRenderingContext2D} pen
 * @param {import("./told.js").Die[]} dice
 * @param {{ x: number, y: number, colour: (name: string) => string }} where The left end and the middle of the row.
 */
function drawDice(pen, dice, { x, y, colour }) {
  const shown = dice.slice(0, MAX_DICE);
  pen.textAlign = "center";
  for (const [index, { face, isHit }] of shown.entries()) {
    const left = x + index * (DIE + 6);
    pen.fillStyle = isHit ? colour("glow-halo") : colour("die-white");
    pen.strokeStyle = colour("counter-edge");
    pen.beginPath();
    pen.roundRect(left, y - DIE / 2, DIE, DIE, 6);
    pen.fill();
    pen.stroke();
    pen.fillStyle = colour("die-white-pip");
    pen.fillText(String(face), left + DIE / 2, y + 1);
  }
  pen.textAlign = "left";
}

/**
 * Draws a moment; returns the canvas. Without a size it is as large as an image that is shared.
 * @param {string} picture
 * @param {Words} words
 * @param {{ style?: string, size?: Size }} [how]
 */
export async function drawMoment(picture, { title, words, dice }, { style = pictureStyle(), size } = {}) {
  const svg = document.adoptNode(parseSvg(picture)); // a style within a document would be refused by the page
  const { width, height } = svg.viewBox.baseVal;
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error(t("This browser cannot draw the picture."));
  const page = getComputedStyle(document.documentElement);
  /** @param {string} name */
  const colour = (name) => page.getPropertyValue(`--dh-${name}`);
  const right = (size?.width ?? IMAGE_WIDTH) - MARGIN;
  const indent = MARGIN + (dice.length ? Math.min(dice.length, MAX_DICE) * (DIE + 6) + 10 : 0);
  pen.font = TEXT_STYLE;
  const lines = wrapped(pen, words, { width: right - indent, lines: size?.lines ?? MAX_LINES });
  const foot = bandsHeight(size?.lines ?? lines.length) - BAND;
  canvas.width = size?.width ?? IMAGE_WIDTH;
  canvas.height = size?.height ?? Math.round((IMAGE_WIDTH * height) / width) + BAND + foot;
  const scale = Math.min(canvas.width / width, (canvas.height - BAND - foot) / height);
  svg.setAttribute("width", String(width * scale));
  svg.setAttribute("height", String(height * scale));
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "style");
  sheet.textContent = style;
  svg.prepend(sheet);
  const image = await loadSvg(svg);
  pen.fillStyle = colour("sheet");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const top = BAND + (canvas.height - BAND - foot - height * scale) / 2;
  pen.drawImage(image, (canvas.width - width * scale) / 2, top, width * scale, height * scale);
  pen.textBaseline = "middle";
  pen.font = `bold ${TEXT_STYLE}`;
  drawDice(pen, dice, { x: MARGIN, y: canvas.height - foot + BAND / 2, colour });
  pen.fillStyle = colour("ink");
  pen.fillText(title, MARGIN, BAND / 2, right - MARGIN);
  pen.font = TEXT_STYLE;
  for (const [index, line] of lines.entries()) {
    pen.fillText(line, indent, canvas.height - foot + BAND / 2 + index * LINE, right - indent);
  }
  return canvas;
}

/**
 * Shares a moment as an image, or saves it where the browser cannot share; returns what was done.
 * @param {string} picture
 * @param {Words & { name: string }} given
 * @returns {Promise<string>}
 */
export async function shareImage(picture, { name, ...words }) {
  const canvas = await drawMoment(picture, words);
  /** @type {Blob | null} */
  const png = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!png) return t("This browser cannot draw the picture.");
  const file = new File([png], name, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: words.title });
      return t("Shared");
    } catch (error) {
      if (error.name === "AbortError") return "";
    }
  }
  download(name, png);
  return t("Saved");
}

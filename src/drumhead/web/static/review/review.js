// The review page: the chances of a finished battle as a graph, its board at any step, and the moments that mattered.

import { buttonById, byId, inputById, make, selectById } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { Board } from "../table/board/board.js";
import { Connection } from "../table/session/connection.js";
import { showFindings } from "./findings.js";
import { Graph } from "./graph.js";
import { Positions } from "./positions.js";
import { listenToSharing } from "./sharing.js";
import { toldBy } from "./told.js";

const GLIDE_SECONDS = 0.25;

// The address holds a token and, after @, the step to open: #token@12
const [held, wanted = ""] = location.hash.slice(1).split("@");
const token = held.split("!")[0].split("~")[0];
const watchToken = held.split("!")[1] || token;
if (!token) location.replace("/");

const board = new Board(byId("board"));
board.viewport.isPlayedOn = false;
const slider = inputById("slider");
const playButton = buttonById("play");
const speed = selectById("speed");
/** @type {LogStep[]} */
let log = [];
/** @type {Protocol.TableMessage | null} */
let table = null;
let outcome = "";
let step = -1;
let last = 0;
let isAsked = false;
/** @type {{ words: string, keys: string[] } | null} A better action that is shown. */
let better = null;
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

const positions = new Positions((at) => connection.send({ type: "look", step: at }));
const graph = new Graph(byId("graph"), (at) => look(at));
const connection = new Connection(token, {
  onMessage: receive,
  onClose: (isFinal) => {
    if (isFinal)
      byId("progress").textContent = t("This link leads to no battle. It may be incomplete, or from another server.");
  },
});

/** @param {Protocol.Message} message */
function receive(message) {
  if (message.type === "table") {
    table = message;
    // The only token at hand may be that of a seat, which nobody else may have: then there is no link to copy.
    byId("copy").hidden = message.seat >= 0 && !held.includes("!");
    document.title = `${message.title} · Drumhead`;
    byId("sides").textContent = message.sides.map((side) => side.name).join(` ${t("against")} `);
  } else if (message.type === "view") {
    log = [...log.slice(0, message.since), ...message.log];
    if (message.style) board.adoptStyle(message.style);
    outcome = message.outcome?.words ?? "";
    if (isAsked) positions.askAgain();
    else if (message.outcome) open(message.step);
    else byId("progress").textContent = t("The review opens when the battle is over.");
  } else if (message.type === "look") positions.receive(message);
  else if (message.type === "refused") positions.refused();
  else if (message.type === "review") receiveReview(message);
  else if (message.type === "queue" && message.what === "review" && message.words)
    byId("progress").textContent = message.words;
}

/** @param {number} steps */
function open(steps) {
  isAsked = true;
  last = steps;
  slider.max = String(last);
  look(wanted === "" ? last : Number(wanted) || 0);
  connection.send({ type: "review" });
}

/** @param {Protocol.ReviewMessage} message */
function receiveReview(message) {
  if (!message.picture) {
    const words = t("Reviewing the battle: {done} of {of} positions", { done: message.done, of: message.of });
    byId("progress").textContent = words;
    return;
  }
  graph.draw(
    message,
    (table?.sides ?? []).slice(0, 2).map((side) => side.paint),
  );
  graph.mark(step);
  showFindings(message, { onLook: (at) => look(at), onBetter: showBetter });
}

/**
 * Shows the position after a step.
 * @param {number} at
 */
function look(at) {
  const next = Math.min(Math.max(at, 0), last);
  if (next === step && !better) return;
  step = next;
  better = null;
  slider.value = String(step);
  byId("number").textContent = t("{n} of {of}", { n: step, of: last });
  history.replaceState(null, "", `#${held}@${step}`);
  graph.mark(step);
  showTold();
  for (const item of document.querySelectorAll("#moments [data-step]")) {
    item.classList.toggle("current", item instanceof HTMLElement && Number(item.dataset.step) === step);
  }
  positions.get(step).then((position) => {
    if (position.step === step) show(position);
  });
}

/** @param {number} at */
const tell = (at) => toldBy(log, at, { sides: table?.sides ?? [], outcome });

function showTold() {
  const { words, dice } = better ? { words: t("Better: {words}", better), dice: [] } : tell(step);
  const fallen = dice.map(({ face, isHit }) => make("b", { class: isHit ? "die hit" : "die" }, String(face)));
  byId("told").replaceChildren(...fallen, words);
}

/** @param {Protocol.LookMessage} message */
function show(message) {
  board.adoptStyle(message.style);
  board.show(message.picture ?? "", GLIDE_SECONDS);
  if (board.svg) {
    const { width, height } = board.svg.viewBox.baseVal;
    byId("board").style.setProperty("--ratio", String(width / height));
  }
  if (better) markKeys(better.keys, true);
  else markKeys(log[step - 1]?.keys ?? []);
}

/**
 * Shows the position before a decision with the better action marked.
 * @param {number} at
 * @param {{ words: string, keys: string[] }} found
 */
function showBetter(at, found) {
  pause();
  look(at - 1);
  better = found;
  showTold();
  if (positions.known.has(step)) markKeys(found.keys, true);
  byId("board").scrollIntoView({ block: "nearest" });
}

/**
 * Marks what a step is about.
 * @param {string[]} keys
 * @param {boolean} [isWay] Whether the last is where the first would go.
 */
function markKeys(keys, isWay = false) {
  const drawn = keys.filter((key) => board.find(key));
  board.lookAt(drawn);
  board.marks.show(new Map(), drawn, { arrow: isWay && drawn.length > 1 ? [drawn[0], drawn[drawn.length - 1]] : null });
}

function pause() {
  clearInterval(timer);
  timer = undefined;
  playButton.setAttribute("aria-pressed", "false");
  playButton.textContent = t("Play back");
}

function play() {
  if (step >= last) look(0);
  playButton.setAttribute("aria-pressed", "true");
  playButton.textContent = t("Pause");
  timer = setInterval(() => {
    if (step >= last) pause();
    else look(step + 1);
  }, Number(speed.value));
}

const togglePlay = () => (timer === undefined ? play() : pause());

/** @param {number} at */
function stepTo(at) {
  pause();
  look(at);
}

buttonById("first").onclick = () => stepTo(0);
buttonById("previous").onclick = () => stepTo(step - 1);
buttonById("next").onclick = () => stepTo(step + 1);
buttonById("last").onclick = () => stepTo(last);
playButton.onclick = togglePlay;
buttonById("zoom-in").onclick = () => board.viewport.enlarge();
buttonById("zoom-out").onclick = () => board.viewport.reduce();
slider.oninput = () => stepTo(Number(slider.value));
speed.onchange = () => {
  if (timer === undefined) return;
  pause();
  play();
};

const shareMoment = listenToSharing({
  token,
  linkAt: () => `${location.origin}/review#${watchToken}@${step}`,
  title: () => `${table?.title ?? "Drumhead"} · ${byId("sides").textContent}`,
  name: () => table?.game ?? "battle",
  shown: () => ({ step, last }),
  momentAt: async (at) => ({ picture: (await positions.get(at)).picture ?? "", ...tell(at) }),
});

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => stepTo(step - 1),
  ArrowRight: () => stepTo(step + 1),
  Home: () => stepTo(0),
  End: () => stepTo(last),
  " ": togglePlay,
  f: shareMoment,
  "+": () => board.viewport.enlarge(),
  "-": () => board.viewport.reduce(),
};
document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  const press = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!press || event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select")) return;
  if (event.key === " " && target.closest("button, a")) return;
  event.preventDefault();
  press();
});

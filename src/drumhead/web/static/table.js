// A battle: shows what the server tells, and sends what is decided. It knows no rule and no piece.

import { After } from "./after.js";
import { remember } from "./battles.js";
import { Board } from "./board.js";
import { cite, citing } from "./clause.js";
import { curtain } from "./curtain.js";
import { roll, wait } from "./dice.js";
import { Log } from "./log.js";
import { showChoices, showOdds } from "./panel.js";
import { Talk } from "./talk.js";
import { actionsOf, Walk } from "./walk.js";
import { at, make, t } from "./words.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const [held, watch = ""] = location.hash.slice(1).split("!");
const tokens = held.split("~").filter(Boolean);
const lines = new Map(); // seat → {talk, table, queue, view, log}
let facing = null; // the line that is shown
let walk = null;
let busy = false;
let looking = null; // the step of the past that is shown
let curtained = false;
let lifted = null; // on one device: the line that the curtain was lifted for
let asked = { notation: "", commit: false };
const board = new Board(at("board"), chooseKeys);
const after = new After({ tokens, watch, line: () => facing });

if (!tokens.length) location.replace("/");
for (const token of tokens) join(token);
window.addEventListener("hashchange", () => location.reload());

function join(token) {
  const line = { token, table: null, queue: [], view: null, log: null };
  line.talk = new Talk(token, (message) => hear(line, message), (holds) => lineHolds(line, holds));
}

function lineHolds(line, holds) {
  document.body.classList.toggle("cut", holds === false);
  if (holds === false) toast(t("The line is cut. The battle is safe; trying again…"), "", 60000);
  if (holds === true && line.table) toast("");
  if (holds === null) lost();
}

function lost() {
  at("prompt").textContent = t("This link leads to no battle. It may be cut short, or from another table.");
  at("choices").replaceChildren(make("a", { class: "button main", href: "/" }, t("To the start page")));
}

function hear(line, message) {
  const hearers = { table: seated, view: viewed, odds: toldOdds, why: toldWhy, hint: toldHint, look: looked, refused };
  if (message.type in hearers) hearers[message.type](line, message);
  else if (message.type === "proof") after.proved(message);
}

function seated(line, table) {
  line.table = table;
  line.queue = [];
  line.view = null;
  line.log = new Log(at("log"), table.sides, (step) => lookAt(step));
  lines.set(table.seat, line);
  if (!facing || facing.token === line.token) {
    facing = line;
    head(table);
    walk = null; // what could be chosen before the line was cut is asked anew
    at("choices").replaceChildren();
  }
}

function head(table) {
  citing(table.game);
  document.title = `${table.title} · Drumhead`;
  document.body.dataset.game = table.game;
  at("rules").href = `/rules/${table.game}`;
  const who = (side) => (side.level ? side.level : tokens.length > 1 || table.seat < 0 ? "" : t("you"));
  at("sides").replaceChildren(
    ...table.sides.flatMap((side, seat) => [
      seat ? make("span", { class: "against" }, t("against")) : "",
      make("span", { class: `flag side-${seat}` }, side.name, who(side) ? make("small", {}, who(side)) : null),
    ]),
  );
  const words = table.sides.map((side) => side.name).join(` ${t("against")} `);
  remember({ hash: location.hash.slice(1), title: table.title, words });
  at("draw").hidden = !table.draws || table.sides.some((side) => side.level) || table.seat < 0;
  at("concede").hidden = table.seat < 0;
  at("deeds").classList.toggle("watching", table.seat < 0);
  at("link").hidden = !watch;
  if (table.seat < 0 && table.sides.every((side) => side.level)) after.pacing();
}

function viewed(line, view) {
  board.dress(view.style);
  line.queue.push(view);
  if (line === facing) play();
  else if (!busy && facing?.view?.to_act === line.table.seat) turn();
}

/** Shows what came, one position after the other. */
async function play() {
  if (busy) return;
  busy = true;
  while (facing?.queue.length) {
    const view = facing.queue.shift();
    await show(facing, view, facing.queue.length);
  }
  busy = false;
  turn();
}

async function show(line, view, left) {
  const first = line.view === null;
  line.view = view;
  const hurry = left > 12 ? 0.12 : left > 4 ? 0.45 : 1;
  walk = null;
  at("choices").replaceChildren();
  at("path").hidden = true;
  showOdds([]);
  if (!first && looking === null) {
    for (const step of view.log) if (step.faces) await roll(at("dice"), step.faces, step.sides, hurry);
  }
  if (veiled(line, view)) {
    line.log.steps.splice(view.since, Infinity, ...view.log);
    return;
  }
  line.log.take(view.since, view.log);
  at("slider").max = view.step;
  if (looking === null) {
    at("slider").value = view.step;
    at("prompt").textContent = view.prompt;
    board.show(view.picture, 0.45 * hurry);
    if (!first) at("news").textContent = Log.spoken(view.log);
    if (!first && left) await wait((still.matches ? 120 : 420) * hurry);
  }
}

/** Whose decision it is: lets the seat decide, draws the curtain, or shows the end. */
function turn() {
  const { view } = facing;
  if (!view) return;
  document.body.dataset.number = view.number;
  const next = lines.get(view.to_act);
  if (next && (next !== facing || veiled(facing, view))) {
    // The other line may still be behind; it calls again when it has caught up.
    if ((next.queue.at(-1) || next.view)?.number >= view.number) face(next, view.secrets);
    return;
  }
  const mine = view.to_act >= 0 && view.to_act === facing.table.seat;
  document.body.classList.toggle("deciding", mine);
  document.body.classList.toggle("waiting", !mine && !view.outcome);
  at("undo").disabled = !undoLine();
  at("hint").disabled = !mine;
  at("concede").disabled = !mine;
  offers(view);
  after.show(view);
  if (mine && looking === null) {
    walk = new Walk(actionsOf(view));
    render();
  } else if (!view.outcome && looking === null) {
    at("choices").replaceChildren(make("p", { class: "thinking" }, thinking(view)));
  }
}

function thinking(view) {
  const side = facing.table.sides[view.to_act];
  return side ? t("{side} is deciding…", { side: side.name }) : "";
}

/** The line that may take its last decision back: on one device any of them. */
function undoLine() {
  return [...lines.values()].find((line) => (line.queue.at(-1) || line.view)?.undo);
}

/** Says whether a line may not be seen before the curtain was lifted for it. */
function veiled(line, view) {
  return tokens.length > 1 && view.secrets && lifted !== line;
}

/** Turns the table to another seat of this device, behind a curtain where there are secrets. */
function face(line, secrets) {
  const open = () => {
    curtained = false;
    facing = lifted = line;
    if (line.queue.length) line.view = line.queue.at(-1);
    for (const view of line.queue.splice(0)) line.log.steps.splice(view.since, Infinity, ...view.log);
    at("log").replaceChildren();
    const steps = line.log.steps;
    line.log.steps = [];
    line.log.take(0, steps);
    at("prompt").textContent = line.view.prompt;
    board.show(line.view.picture, 0);
    turn();
  };
  if (!secrets) {
    open();
    return;
  }
  if (curtained) return;
  curtained = true;
  at("board").replaceChildren();
  at("log").replaceChildren();
  at("choices").replaceChildren();
  at("prompt").textContent = "";
  const side = line.table.sides[line.table.seat].name;
  const words = t("There are secrets on the table. Hand the device over, then lift the curtain.");
  curtain(t("{side}, your turn", { side }), words).then(open);
}

function render() {
  const action = walk.action;
  const arrow = action || walk.chosen.length > 1 ? arrowOf(action || walk.open[0]) : null;
  board.mark(walk.lit, walk.chosen, arrow);
  showChoices(walk, { pick, back, peek });
  if (action) decide(action);
  else showOdds([]);
}

/** From where to where an action goes, as far as the picture shows it. */
function arrowOf(action) {
  const seen = action.keys.filter((key) => board.find(key));
  return seen.length > 1 ? [seen[0], seen.at(-1)] : null;
}

function chooseKeys(keys) {
  if (looking !== null) {
    live();
    return;
  }
  if (!walk || !keys.length) return;
  for (const key of keys) {
    if (walk.choose(key)) {
      render();
      return;
    }
  }
  facing.talk.say({ type: "why", number: facing.view.number, chosen: walk.chosen, key: keys[0] });
}

function pick(choice) {
  if (choice.actions.length === 1) walk.take(choice.actions[0]);
  else walk.choose(choice.key);
  render();
}

function back() {
  if (walk?.back()) render();
}

let peeking = 0;

/** Shows where an action would go and what it could do, while the pointer rests on it. */
function peek(action, key) {
  clearTimeout(peeking);
  if (!walk || walk.action) return;
  board.mark(walk.lit, key && board.find(key) ? [...walk.chosen, key] : walk.chosen, action ? arrowOf(action) : null);
  if (!action) {
    showOdds([]);
    return;
  }
  peeking = setTimeout(() => {
    asked = { notation: action.notation, commit: false };
    facing.talk.say({ type: "odds", number: facing.view.number, action: action.notation });
  }, 120);
}

/** An action is chosen: done at once if it throws nothing, after a look at the odds if it does. */
function decide(action) {
  clearTimeout(peeking);
  asked = { notation: action.notation, commit: true };
  facing.talk.say({ type: "odds", number: facing.view.number, action: action.notation });
}

function toldOdds(line, { action, throws }) {
  if (line !== facing || action !== asked.notation || !walk) return;
  if (!asked.commit) {
    if (!walk.action) showOdds(throws);
  } else if (throws.length) {
    at("choices").replaceChildren();
    showOdds(throws, () => act(action), back);
    at("commit").focus();
  } else act(action);
}

function act(action) {
  if (!facing.view) return; // the line was mended a moment ago: the battle is on its way
  walk = null;
  asked = { notation: "", commit: false };
  showOdds([]);
  at("choices").replaceChildren();
  at("path").hidden = true;
  board.mark(new Map(), []);
  facing.talk.say({ type: "act", number: facing.view.number, action });
}

function toldWhy(line, { reasons }) {
  if (line !== facing) return;
  if (!reasons.length) toast(t("Nothing can be decided there now."));
  else toast(reasons.map(({ words, clause }) => make("p", {}, words, " ", cite(clause))));
}

function toldHint(line, { action }) {
  const found = walk?.actions.find((one) => one.notation === action);
  if (line !== facing || !found) return;
  walk.chosen = [];
  walk.only = null;
  render();
  const seen = found.keys.filter((key) => board.find(key));
  board.mark(walk.lit, seen, arrowOf(found));
  toast([make("p", {}, make("strong", {}, `${t("A hint")}: `), found.words, " ", cite(found.clause))]);
}

function refused(line, { words, clause, to }) {
  if (to === "hello") return;
  toast([make("p", {}, words, " ", cite(clause))]);
  if (line === facing) turn();
}

let hiding = 0;

/** Says something for a while. */
function toast(words, clause = "", milliseconds = 9000) {
  const frame = at("toast");
  clearTimeout(hiding);
  frame.hidden = !words.length;
  frame.replaceChildren(...(typeof words === "string" ? [make("p", {}, words, " ", cite(clause))] : words));
  frame.append(make("button", { type: "button", class: "quiet", onclick: () => (frame.hidden = true), "aria-label": t("Close") }, "×"));
  hiding = setTimeout(() => (frame.hidden = true), milliseconds);
}

function offers(view) {
  const own = [...lines.keys()];
  const waiting = view.offers.filter((seat) => !own.includes(seat) || own.length > 1);
  at("draw").textContent = waiting.length ? t("Accept the draw") : t("Offer a draw");
  if (view.offers.length && !view.outcome) {
    toast([make("p", {}, t("{side} offers a draw.", { side: facing.table.sides[view.offers[0]].name }))]);
  }
}

/** Shows the battle as it stood after a step. */
function lookAt(step) {
  if (step >= facing.view.step) {
    live();
    return;
  }
  looking = step;
  at("live").hidden = false;
  at("slider").value = step;
  document.body.classList.add("looking");
  facing.talk.say({ type: "look", step });
}

function looked(line, message) {
  if (line !== facing || message.step !== looking) return;
  board.dress(message.style);
  board.show(message.picture, 0.3);
  at("prompt").textContent = message.prompt;
  at("choices").replaceChildren();
  at("path").hidden = true;
  showOdds([]);
  for (const entry of at("log").children) entry.classList.toggle("current", Number(entry.dataset.step) === looking - 1);
}

/** Comes back from the past. */
function live() {
  looking = null;
  at("live").hidden = true;
  document.body.classList.remove("looking");
  for (const entry of at("log").children) entry.classList.remove("current");
  at("slider").value = facing.view.step;
  board.show(facing.view.picture, 0.3);
  at("prompt").textContent = facing.view.prompt;
  turn();
}

async function sure(question) {
  const dialog = at("ask");
  dialog.firstElementChild.textContent = question;
  dialog.returnValue = "no";
  dialog.showModal();
  await new Promise((done) => dialog.addEventListener("close", done, { once: true }));
  return dialog.returnValue === "yes";
}

at("undo").onclick = () => {
  const line = undoLine();
  line?.talk.say({ type: "undo", number: (line.queue.at(-1) || line.view).number });
};
at("hint").onclick = () => facing.talk.say({ type: "hint", number: facing.view.number });
at("concede").onclick = async () => {
  at("more").open = false;
  if (await sure(t("Give the battle up?"))) facing.talk.say({ type: "concede", number: facing.view.number });
};
at("draw").onclick = () => {
  at("more").open = false;
  const own = [...lines.values()].filter((line) => line.table.seat >= 0);
  const offering = own.find((line) => !facing.view.offers.includes(line.table.seat));
  offering?.talk.say({ type: "draw", number: facing.view.number, agree: true });
};
at("slider").oninput = ({ target }) => lookAt(Number(target.value));
at("live").onclick = live;
at("zoom").onclick = () => {
  const large = at("board").classList.toggle("large");
  at("zoom").setAttribute("aria-pressed", large);
  if (walk) render();
};
at("keys").onclick = () => {
  at("more").open = false;
  toast([make("p", {}, t("1 to 9 choose, Tab and arrows walk the board, Enter takes, Esc goes back, U takes back, H hints."))], "", 15000);
};
window.addEventListener("resize", () => walk && render());

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog[open]")) return;
  if (event.key === "Escape") {
    if (looking !== null) live();
    else back();
  } else if (event.key === "u") at("undo").click();
  else if (event.key === "h") at("hint").click();
  else if (/^[1-9]$/.test(event.key)) at("choices").querySelectorAll(".choice")[Number(event.key) - 1]?.click();
});

// A battle: shows what the server tells, and sends what is decided. It knows no rule and no piece.

import { About } from "./unit_info.js";
import { After } from "./postgame.js";
import { remember } from "../lib/battles.js";
import { Board } from "./board.js";
import { cite, citing } from "../lib/clauses.js";
import { Company } from "./company.js";
import { draw } from "../lib/curtain.js";
import { Decision } from "./decision.js";
import { roll, wait } from "./dice_animation.js";
import { showLesson } from "./lesson.js";
import { hands } from "./drag_on_board.js";
import { Log } from "./log.js";
import { Past } from "./history_slider.js";
import { Talk } from "./connection.js";
import { sure, toast } from "../lib/toast.js";
import { at, make, t } from "../lib/dom.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const LONG = 16; // letters: names of sides that have more together do not fit beside each other on a phone
const [held, watch = ""] = location.hash.slice(1).split("!");
const tokens = held.split("~").filter(Boolean);
const lines = new Map(); // seat → {talk, table, queue, view, log}
let facing = null; // the line that is shown
let busy = false;
let asked = null; // the number of the position in which this device was last asked for something
let lifted = null; // on one device: the line that the curtain was lifted for
const board = new Board(at("board"), (keys) => (past.isShown ? past.leave() : decision.choose(keys)));
const decision = new Decision({ board, line: () => facing });
hands(board, decision);
const past = new Past({ board, line: () => facing, back: turn });
const about = new About({ board, line: () => facing, step: () => past.step ?? facing.view.step });
const after = new After({ tokens, watch, board, line: () => facing, look: (step) => past.look(step) });
const company = new Company({ line: () => facing, own: tokens });

if (!tokens.length) location.replace("/");
const joined = tokens.map(join);
window.addEventListener("hashchange", () => location.reload());

function join(token) {
  const line = { token, table: null, queue: [], view: null, log: null, holds: null };
  line.talk = new Talk(
    token,
    (message) => hear(line, message),
    (holds) => lineHolds(line, holds),
  );
  return line;
}

/** Says that a line is cut until all of them are mended and the battle is there again. */
function lineHolds(line, holds) {
  const before = line.holds;
  line.holds = holds;
  document.body.classList.toggle(
    "cut",
    joined.some((one) => one.holds === false),
  );
  if (holds === false) toast(t("The line is cut. The battle is safe; trying again…"), "", 60000);
  else if (before === false && !document.body.classList.contains("cut")) toast("");
  if (holds === null) lost();
}

function lost() {
  at("prompt").textContent = t("This link leads to no battle. It may be cut short, or from another table.");
  at("choices").replaceChildren(make("a", { class: "button main", href: "/" }, t("To the start page")));
}

function hear(line, message) {
  const hearers = { table: seated, view: viewed, refused, look: () => past.looked(line, message) };
  const faced = {
    odds: () => decision.toldOdds(message),
    about: () => about.told(message),
    why: () => decision.toldWhy(message),
    hint: () => decision.toldHint(message),
    proof: () => after.proved(message),
    review: () => after.reviewed(message),
    pace: () => after.paces(message),
    presence: () => company.presence(message),
    chat: () => company.chat(message),
    said: () => company.said(message),
    mute: () => company.mute(message),
    hook: () => company.hooked(message),
  };
  if (message.type in hearers) hearers[message.type](line, message);
  else if (line === facing) faced[message.type]?.();
}

function seated(line, table) {
  lineHolds(line, true);
  line.table = table;
  line.queue = [];
  line.view = null;
  line.log = new Log(at("log"), table.sides, (step) => past.look(step));
  lines.set(table.seat, line);
  if (!facing || facing.token === line.token) {
    facing = line;
    head(table);
    company.seated(table);
    decision.end(); // what could be chosen before the line was cut is asked anew
    for (const id of ["undo", "hint", "concede"]) at(id).disabled = true;
  }
}

function head(table) {
  citing(table.game);
  at("sealed").hidden = !table.seal;
  at("seal").textContent = table.seal;
  at("dice-from").textContent = table.dice.words;
  document.title = `${table.title} · Drumhead`;
  document.body.dataset.game = table.game;
  at("rules").href = `/rules/${table.game}`;
  const who = (side, seat) => side.level || (tokens.length === 1 && seat === table.seat ? t("you") : "");
  at("sides").replaceChildren(
    ...table.sides.flatMap((side, seat) => [
      seat ? make("span", { class: "against" }, t("against")) : "",
      make(
        "span",
        { class: `flag side-${seat} paint-${side.paint}`, title: side.name },
        make("span", {}, side.name),
        make("abbr", { "aria-hidden": "true" }, side.letter),
        who(side, seat) ? make("small", {}, who(side, seat)) : null,
      ),
    ]),
  );
  at("sides").classList.toggle("many", table.sides.map((side) => side.name).join("").length > LONG);
  const words = table.sides.map((side) => side.name).join(` ${t("against")} `);
  const guided = table.guided ? table.game : "";
  remember({
    hash: location.hash.slice(1),
    title: table.title,
    words: guided ? t("a guided first battle") : words,
    guided,
  });
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
    await decision.answered;
    if (!facing.queue.length) continue;
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
  decision.end();
  if (!first && !past.isShown) {
    for (const step of view.log) if (step.faces) await roll(at("dice"), step.faces, step.sides, hurry);
  }
  if (veiled(line, view)) {
    line.log.steps.splice(view.since, Infinity, ...view.log);
    return;
  }
  line.log.take(view.since, view.log);
  at("slider").max = view.step;
  if (!past.isShown) {
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
  if ((mine || view.outcome) && view.number !== asked) scrollTo(0, 0); // on a phone the last choice may be far below
  if (mine || view.outcome) asked = view.number;
  document.body.classList.toggle("deciding", mine);
  document.body.classList.toggle("waiting", !mine && !view.outcome);
  at("undo").disabled = !undoLine();
  at("hint").disabled = !mine;
  at("concede").disabled = !mine;
  offers(view);
  company.viewed(view);
  about.refresh();
  after.show(view);
  showLesson(view.guide, board);
  if (mine && !past.isShown) {
    decision.begin(view);
  } else if (!view.outcome && !past.isShown) {
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
  about.end(); // it may tell what the next seat may not know
  const open = () => {
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
  if (secrets) draw(line.table.sides[line.table.seat].name, open);
  else open();
}

function refused(line, { words, clause, to }) {
  if (to === "hello") return;
  toast([make("p", {}, words, " ", cite(clause))]);
  if (line === facing) turn();
}

function offers(view) {
  const own = [...lines.keys()];
  const waiting = view.offers.filter((seat) => !own.includes(seat) || own.length > 1);
  at("draw").textContent = waiting.length ? t("Accept the draw") : t("Offer a draw");
  if (view.offers.length && !view.outcome) {
    toast([make("p", {}, t("{side} offers a draw.", { side: facing.table.sides[view.offers[0]].name }))]);
  }
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
at("speak").onsubmit = (event) => {
  event.preventDefault();
  if (at("words-to-say").value.trim()) facing.talk.say({ type: "say", words: at("words-to-say").value });
  at("words-to-say").value = "";
};
at("zoom").onclick = () => {
  const large = at("board").classList.toggle("large");
  at("zoom").setAttribute("aria-pressed", large);
  if (decision.walk) decision.render();
};
at("keys").onclick = () => {
  at("more").open = false;
  toast(
    [
      make(
        "p",
        {},
        t("1 to 9 choose, Tab and arrows walk the board, Enter takes, Esc goes back, U takes back, H hints."),
      ),
    ],
    "",
    15000,
  );
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog[open]"))
    return;
  if (event.key === "Escape") {
    if (past.isShown) past.leave();
    else decision.back();
  } else if (event.key === "u") at("undo").click();
  else if (event.key === "h") at("hint").click();
  else if (/^[1-9]$/.test(event.key)) at("choices").querySelectorAll(".choice")[Number(event.key) - 1]?.click();
});

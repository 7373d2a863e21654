// The battles of this browser on the start page: whose turn it is, against whom, what happened last, and when.

import { request } from "../lib/api.js";
import { battles, forgetBattle, restoreBattle } from "../lib/battle_links.js";
import { buttonById, byId, make } from "../lib/dom.js";
import { dateAndTime, timeAgo } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { clearToast, toast } from "../lib/toast.js";

/** @typedef {RememberedBattle & { summary?: BattleSummary | null }} ListedBattle */

const BATCH = 10; // as many as the server answers at a time
const SHOWN_FIRST = 6;
const UNDO_MS = 12_000;
/** @type {Record<string, () => string>} */
const RESULTS = { won: () => t("You won"), lost: () => t("You lost"), drawn: () => t("A draw") };
/** @type {Map<string, BattleSummary | null>} What the server said, by the hash of a battle; null for one it lost. */
const summaries = new Map();
let showsAll = false;
let requests = 0;

/** Shows the list, and again when the server has told more. */
export async function listBattles() {
  render();
  const turn = ++requests;
  const found = battles();
  for (let first = 0; first < found.length; first += BATCH) {
    const batch = found.slice(first, first + BATCH);
    try {
      const answer = await request("/battles/summaries", { battles: batch.map(({ hash }) => tokensOf(hash)) });
      for (const [index, { hash }] of batch.entries()) summaries.set(hash, answer.battles[index]);
    } catch {
      return; // the links of the list work without it
    }
    if (turn !== requests) return;
    render();
  }
}

/**
 * The tokens of the seats in the address of a battle, or that of a spectator.
 * @param {string} hash
 */
export const tokensOf = (hash) => hash.split("!")[0].split("~").filter(Boolean);

/**
 * The place of a battle in the list: mine to move first, then running ones, then those that are over.
 * @param {ListedBattle} battle
 */
function rank({ summary }) {
  if (!summary) return summary === null ? 3 : 1;
  if (summary.mine) return 0;
  return summary.over ? 2 : 1;
}

function render() {
  const found = battles().map((battle) => ({ ...battle, summary: summaries.get(battle.hash) }));
  found.sort((one, other) => rank(one) - rank(other));
  byId("mine").hidden = !found.length;
  byId("battles").replaceChildren(...found.slice(0, showsAll ? found.length : SHOWN_FIRST).map(entry));
  const button = buttonById("show-all");
  button.hidden = showsAll || found.length <= SHOWN_FIRST;
  button.textContent = t("Show all {n} battles", { n: found.length });
  button.onclick = () => {
    showsAll = true;
    render();
  };
}

/** @param {ListedBattle} battle */
function entry(battle) {
  const { hash, title, words, summary } = battle;
  const opponent = summary?.opponent;
  const about = [summary ? summary.sides : words, opponent ? t("against {who}", { who: opponent }) : ""];
  const name = [title, ...about].filter(Boolean).join(" · ");
  return make(
    "li",
    { class: summary?.mine ? "mine" : summary?.over ? "over" : "" },
    make(
      "a",
      { class: "battle-link", href: `/table#${hash}` },
      make("strong", {}, title),
      make("span", { class: "about" }, about.filter(Boolean).join(" · ")),
      ...stateLines(summary),
    ),
    make(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": t("Remove from the list: {title}", { title: name }),
        title: t("Remove from the list"),
        onclick: () => remove(battle),
      },
      "×",
    ),
  );
}

/** @param {BattleSummary | null | undefined} summary */
function stateLines(summary) {
  if (summary === null) return [make("span", { class: "state" }, t("This battle is no longer on this server."))];
  if (!summary) return [];
  const result = RESULTS[summary.result]?.();
  const when = make("time", { title: dateAndTime(summary.moved), "data-step": summary.step }, timeAgo(summary.moved));
  return [
    make("span", { class: "state" }, result ? make("b", {}, result) : null, result ? ": " : null, summary.state),
    summary.last ? make("span", { class: "last" }, summary.last) : null,
    when,
  ];
}

/** @param {RememberedBattle} battle */
function remove(battle) {
  const index = battles().findIndex(({ hash }) => hash === battle.hash);
  forgetBattle(battle.hash);
  render();
  const undo = () => {
    restoreBattle(battle, index);
    clearToast();
    render();
  };
  const words = make("p", {}, t("{title} was removed from the list.", { title: battle.title }));
  const button = make("button", { type: "button", class: "undo", onclick: undo }, t("Undo"));
  toast([words, button], UNDO_MS);
  button.focus();
}

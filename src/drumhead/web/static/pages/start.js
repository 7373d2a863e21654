// The start page: sets battles up and goes to them.

import { address, ask, battles, far, forget } from "../lib/battles.js";
import { moving } from "./device_transfer.js";
import { at, make, t } from "../lib/dom.js";

const oops = at("oops");

async function begin(path, message, button, where = address) {
  oops.hidden = true;
  button.disabled = true;
  try {
    location.href = where(await ask(path, message));
  } catch (error) {
    oops.textContent = error.clause ? `${error.message} [${error.clause}]` : error.message;
    oops.hidden = false;
    oops.scrollIntoView({ block: "center" });
  } finally {
    button.disabled = false;
  }
}

for (const form of document.querySelectorAll("form.setup")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const mode = event.submitter?.value || "computer";
    const people = { computer: [0], device: "all", far: "all", watch: [] }[mode];
    const seats = { people, level: form.elements.level.value };
    const message = { game: form.dataset.game, seats };
    begin("/battles", message, event.submitter || form.querySelector("button"), mode === "far" ? far : address);
  });
}

at("open").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const who = form.elements.who.value;
  const seats = { people: who === "all" ? who : [Number(who)], level: form.elements.level.value };
  const record = await form.elements.file.files[0].text();
  begin("/battles/open", { record, seats }, event.submitter);
});

function list() {
  const found = battles();
  at("mine").hidden = !found.length;
  at("battles").replaceChildren(
    ...found.map((battle) =>
      make(
        "li",
        {},
        make(
          "a",
          { class: "button", href: `/table#${battle.hash}` },
          make("strong", {}, battle.title),
          ` ${battle.words}`,
        ),
        make(
          "button",
          {
            type: "button",
            class: "quiet",
            "aria-label": t("Forget {title}", { title: battle.title }),
            onclick: () => {
              forget(battle.hash);
              list();
            },
          },
          "×",
        ),
      ),
    ),
  );
}
list();
moving(list);
window.addEventListener("pageshow", list);
for (const button of document.querySelectorAll("main button")) button.disabled = false; // from now on somebody hears them

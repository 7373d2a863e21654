// A force that goes places: kept by name, copied as text or as a link, saved as a file; and one that comes from there.

import { discard, forces, keep } from "../lib/force_storage.js";
import { at, make, t } from "../lib/dom.js";

const MARK = "force=";

/** The address at which a force is opened again. */
export const linkOf = (line) => `${location.origin}${location.pathname}#${MARK}${encodeURIComponent(line)}`;

/** The text in an address or in what follows its #: a force, null where there is none; throws where it is damaged. */
export function textOf(address) {
  const at = address.indexOf(`#${MARK}`);
  if (at < 0) return null;
  return decodeURIComponent(address.slice(at + MARK.length + 1).trim());
}

/**
 * Ties the buttons: `current` gives {name, text, line}, `open` takes a text in, `draw` draws a force of a lot.
 */
export function sharing(game, { current, open, draw, file }) {
  const say = (words) => (at("said").textContent = words);

  at("keep").onclick = () => {
    const force = current();
    if (!force.name) {
      say(t("Give it a name first."));
      at("name").focus();
    } else if (keep(game, { name: force.name, text: force.line })) say(t("Kept as “{name}”.", { name: force.name }));
    else say(t("This browser keeps nothing. Save it as a file."));
    list();
  };
  at("copy").onclick = () => copy(current().text, t("Copied as text."));
  at("link").onclick = () => copy(linkOf(current().line), t("Copied as a link."));
  at("save").onclick = () => {
    const force = current();
    const url = URL.createObjectURL(new Blob([force.text], { type: "text/plain" }));
    const name = (force.name || file).replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
    const link = make("a", { href: url, download: `${name || file}.txt` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
    say(t("Saved as a file."));
  };
  at("ready").onchange = ({ target }) => {
    if (target.value) open(target.value);
    target.value = "";
  };
  at("lot").onchange = async ({ target }) => {
    const lot = target.value;
    target.value = "-";
    const drawn = lot === "-" ? null : await draw(lot).catch((error) => say(error.message));
    if (drawn) open(drawn.text);
  };
  at("file").onchange = async ({ target }) => {
    const [chosen] = target.files;
    if (chosen) open(await chosen.text());
    target.value = "";
  };
  at("read").onclick = () => {
    try {
      open(textOf(at("text").value) ?? at("text").value);
    } catch {
      open("");
    }
  };

  /** Copies, or shows what to copy where the browser does not let us. */
  async function copy(text, done) {
    try {
      await navigator.clipboard.writeText(text);
      say(done);
    } catch {
      at("others").open = true;
      at("text").value = text;
      at("text").select();
      say(t("The browser does not let it be copied: take it from the field below."));
    }
  }

  function list() {
    const found = forces(game);
    at("kept").hidden = !found.length;
    at("kept").lastElementChild.replaceChildren(
      ...found.map((force) =>
        make(
          "li",
          {},
          make("button", { type: "button", onclick: () => open(force.text) }, force.name),
          make(
            "button",
            {
              type: "button",
              class: "quiet",
              "aria-label": t("Forget {title}", { title: force.name }),
              onclick: () => {
                discard(game, force.name);
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
}

// The invitation that the host sends, and the welcome that the guest gets.

import { request } from "../../lib/api.js";
import { copyText } from "../../lib/clipboard.js";
import { make } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { MAX_NAME_CHARACTERS, playerName } from "../../lib/player_name.js";

/**
 * Opens a dialog that is gone when it is closed.
 * @param {string} name Its class.
 * @param {string} title
 * @param {...(Node | null)} content
 */
function open(name, title, ...content) {
  const heading = make("h2", { id: `${name}-title` }, title);
  const dialog = make("dialog", { class: name, id: name, "aria-labelledby": heading.id }, heading, ...content);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A field for the name of this player. */
function nameField() {
  const input = make("input", { maxlength: MAX_NAME_CHARACTERS, autocomplete: "nickname", value: playerName() });
  return { input, label: make("label", { class: "field" }, make("span", {}, t("My name")), input) };
}

/**
 * Shows a link to send to a friend: as text, as a QR code, to copy and to share.
 * @param {object} given
 * @param {string} given.title The title of the game.
 * @param {string} given.side The side of the friend.
 * @param {string} given.link
 * @param {string[]} given.terms Sentences about clock and patience.
 * @param {(name: string) => void} given.onName
 */
export function showInvitation({ title, side, link, terms, onName }) {
  const name = nameField();
  name.input.addEventListener("change", () => onName(name.input.value));
  const address = make("input", { readonly: true, value: link, "aria-label": t("The link for {side}", { side }) });
  address.addEventListener("focus", () => address.select());
  const status = make("p", { class: "copied", role: "status" });
  const copy = async () => {
    address.select();
    const isCopied = await copyText(link);
    status.textContent = isCopied
      ? t("Copied. Now send it to your friend, and to nobody else: whoever opens it first plays {side}.", { side })
      : t("This browser does not let the page copy. The link is selected: copy it by hand.");
  };
  const share = () => navigator.share({ title, text: invitingWords(title), url: link }).catch(() => {});
  const picture = make("img", { class: "qr", alt: t("The link as a QR code"), width: 180, height: 180, hidden: true });
  const button = (/** @type {string} */ words, /** @type {() => void} */ onclick, kind = "") =>
    make("button", { type: "button", class: kind, onclick }, words);
  const dialog = open(
    "invitation",
    t("Invite a friend"),
    make("p", {}, t("Send this link to your friend, who plays {side}. The battle begins when they open it.", { side })),
    picture,
    address,
    make(
      "div",
      { class: "row" },
      button(t("Copy the link"), copy, "main"),
      "share" in navigator ? button(t("Share…"), share) : null,
    ),
    status,
    name.label,
    ...terms.map((words) => make("p", { class: "fine" }, words)),
    make("form", { method: "dialog" }, make("button", {}, t("Close"))),
  );
  showCode(picture, link);
  return dialog;
}

/** @param {string} title */
const invitingWords = (title) => t("Let us play {title}:", { title });

/**
 * Draws a link as a QR code. The link works without it, so that a failure is passed over.
 * @param {HTMLImageElement} picture
 * @param {string} link
 */
async function showCode(picture, link) {
  try {
    const drawn = await request("/qr", { link });
    picture.src = `data:image/svg+xml,${encodeURIComponent(drawn)}`;
    picture.hidden = false;
  } catch {
    picture.remove();
  }
}

/**
 * Welcomes a guest: who invites, to which game, on which side.
 * @param {object} given
 * @param {string} given.game
 * @param {string} given.title
 * @param {string} given.host The name of whoever invites; empty where it is not known.
 * @param {string} given.side The side of the guest.
 * @param {string[]} given.terms
 * @param {(name: string) => void} given.onName
 */
export function showWelcome({ game, title, host, side, terms, onName }) {
  const name = nameField();
  const link = (/** @type {string} */ path, /** @type {string} */ words) =>
    make("a", { class: "button", href: `${path}/${game}`, target: "_blank" }, words);
  const form = make(
    "form",
    { method: "dialog" },
    name.label,
    make("button", { class: "main", id: "sit-down" }, t("Sit down")),
  );
  form.addEventListener("submit", () => onName(name.input.value));
  return open(
    "welcome",
    host ? t("{name} invites you to {title}", { name: host, title }) : t("You are invited to {title}", { title }),
    make("p", {}, t("You play {side}. Every rule is enforced and explained, so you can learn as you play.", { side })),
    make("div", { class: "row" }, link("/learn", t("Learn by playing")), link("/rules", t("Read the rules"))),
    ...terms.map((words) => make("p", { class: "fine" }, words)),
    form,
  );
}

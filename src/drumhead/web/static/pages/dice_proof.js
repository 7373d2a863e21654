// The page about the dice: recomputes a throw in this browser, without asking the server.

import { facesOf, sealOf } from "../lib/dice_proof.js";
import { byId, inputById, make } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @param {string} id */
const wordsIn = (id) => inputById(id).value.split(/\s+/).filter(Boolean);

async function compute() {
  const result = byId("computed");
  if (!crypto.subtle) {
    const words = t("This browser computes hashes on secure pages only: over HTTPS, or on this machine.");
    result.replaceChildren(make("dd", {}, words));
    return;
  }
  const secret = inputById("secret").value.trim();
  const number = Number(inputById("number").value) - 1;
  const seal = await sealOf(secret);
  const faces = await facesOf(secret, wordsIn("nonces"), number, wordsIn("dice").map(Number));
  result.replaceChildren(
    make("dt", {}, t("Seal")),
    make("dd", {}, seal),
    make("dt", {}, t("Faces")),
    make("dd", {}, faces.join(" ")),
  );
}

const given = new URLSearchParams(location.hash.slice(1));
for (const name of ["secret", "nonces", "number"]) {
  const value = given.get(name);
  if (value !== null) inputById(name).value = value;
}
byId("throw").addEventListener("submit", (event) => {
  event.preventDefault();
  compute();
});
if (given.has("secret")) compute();

// Computes throws in this browser, from the secret and the nonces of a battle; the table is not asked.

import { at, make, t } from "../lib/dom.js";

const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytes = (digits) => Uint8Array.from(digits.match(/../g) || [], (two) => parseInt(two, 16));

/** The faces of a throw, counted from 0; unfair bytes are passed over. */
async function faces(secret, nonces, number, sides) {
  const key = await crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const found = [];
  let rest = [];
  let block = 0;
  for (const count of sides) {
    let byte = 256;
    while (byte >= 256 - (256 % count)) {
      if (!rest.length) {
        const message = new TextEncoder().encode(`${nonces.join("|")}|${number}|${block++}`);
        rest = [...new Uint8Array(await crypto.subtle.sign("HMAC", key, message))];
      }
      byte = rest.shift();
    }
    found.push((byte % count) + 1);
  }
  return found;
}

async function compute(event) {
  event?.preventDefault();
  if (!crypto.subtle) {
    at("computed").replaceChildren(
      make("dd", {}, t("This browser computes hashes on safe pages only: those of https, or of this machine.")),
    );
    return;
  }
  const secret = at("secret").value.trim();
  const nonces = at("nonces").value.split(/\s+/).filter(Boolean);
  const sides = at("dice").value.split(/\s+/).filter(Boolean).map(Number);
  const seal = hex(await crypto.subtle.digest("SHA-256", bytes(secret)));
  const found = await faces(secret, nonces, at("number").value - 1, sides);
  at("computed").replaceChildren(
    make("dt", {}, t("Seal")),
    make("dd", {}, seal),
    make("dt", {}, t("Faces")),
    make("dd", {}, found.join(" ")),
  );
}

const given = new URLSearchParams(location.hash.slice(1));
for (const name of ["secret", "nonces", "number"]) if (given.has(name)) at(name).value = given.get(name);
at("throw").addEventListener("submit", compute);
if (given.has("secret")) compute();

// Recomputes dice from the secret and the nonces of a battle; the counterpart of drumhead/core/dice.py.

/** @param {ArrayBuffer} buffer */
const toHex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} digits */
const fromHex = (digits) => Uint8Array.from(digits.match(/../g) || [], (pair) => Number.parseInt(pair, 16));

/**
 * Returns the seal of a secret: its SHA-256 hash in hexadecimal digits.
 * @param {string} secret
 */
export const sealOf = async (secret) => toHex(await crypto.subtle.digest("SHA-256", fromHex(secret)));

/**
 * Returns the faces of a throw. Bytes that would favour low faces are skipped.
 * @param {string} secret In hexadecimal digits.
 * @param {string[]} nonces In the order of the seats.
 * @param {number} number Of the throw, counted from 0.
 * @param {number[]} sides How many sides each die has.
 */
export async function facesOf(secret, nonces, number, sides) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", fromHex(secret), algorithm, false, ["sign"]);
  const faces = [];
  /** @type {number[]} */
  let bytes = [];
  let block = 0;
  for (const count of sides) {
    let byte = 256;
    while (byte >= 256 - (256 % count)) {
      if (!bytes.length) {
        const message = new TextEncoder().encode(`${nonces.join("|")}|${number}|${block++}`);
        bytes = [...new Uint8Array(await crypto.subtle.sign("HMAC", key, message))];
      }
      byte = bytes.shift() ?? 256;
    }
    faces.push((byte % count) + 1);
  }
  return faces;
}

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

/** @param {string} text */
const hashOf = async (text) => toHex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

/**
 * Returns what a seat sends before its nonce: it binds the seat, and tells nothing of the nonce.
 * @param {string} seal
 * @param {number} seat
 * @param {string} nonce
 */
export const commitmentOf = (seal, seat, nonce) => hashOf(`${seal}|${seat}|${nonce}`);

/**
 * Returns the hash of the seal and the commitments of all seats, which binds everybody.
 * @param {string} seal
 * @param {string[]} commits
 */
export const jointSealOf = (seal, commits) => hashOf([seal, ...commits].join("|"));

/**
 * Returns what stands for the nonce of a seat that does not reveal its own.
 * @param {string} joint
 * @param {number} seat
 */
export const substituteOf = (joint, seat) => hashOf(`${joint}|${seat}`);

/**
 * Returns the streams of dice of a game file, in the order of play.
 * @param {string} file
 */
export function streamsOf(file) {
  return [...file.matchAll(/^\[Dice "(.*)"\]$/gm)].map(([, words]) => {
    /** @type {Map<string, string>} */
    const parts = new Map(words.split(", ").map((part) => [part.split(" ")[0], part.slice(part.indexOf(" ") + 1)]));
    const list = (/** @type {string} */ name) => (parts.get(name) ?? "").split(" ").filter(Boolean);
    return {
      first: Number.parseInt(parts.get("throw") ?? "", 10) - 1,
      seal: parts.get("commitment") ?? "",
      secret: parts.get("secret") ?? "",
      nonces: list("nonces"),
      commits: list("commits"),
      substituted: list("substituted").map((number) => Number(number) - 1),
    };
  });
}

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

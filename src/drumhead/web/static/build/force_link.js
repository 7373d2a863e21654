// Links that carry a force behind their #.

const MARK = "#force=";

/**
 * Returns the part of a link that carries a force.
 * @param {string} line The force in one line.
 */
export const forceHash = (line) => MARK + encodeURIComponent(line);

/**
 * Returns whether an address carries a force.
 * @param {string} address
 */
export const hasForce = (address) => address.includes(MARK);

/**
 * Returns the force that an address carries, or null where it carries none; throws where the link is damaged.
 * @param {string} address
 */
export function forceIn(address) {
  const start = address.indexOf(MARK);
  if (start < 0) return null;
  return decodeURIComponent(address.slice(start + MARK.length).trim());
}

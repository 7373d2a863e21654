// Time and motion: waiting, and whether the reader wants things to move.

/** Returns whether the reader asked the system for less motion. */
export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Resolves after some milliseconds.
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
export const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// What happened in a battle, step by step, as one seat is told of it.

export class EventLog {
  constructor() {
    /** @type {LogStep[]} */
    this.steps = [];
  }

  /**
   * Records steps from a number on; what was recorded there before has been taken back.
   * @param {number} since
   * @param {LogStep[]} steps
   */
  record(since, steps) {
    this.steps.splice(since, Infinity, ...steps);
  }

  /**
   * Returns what a step told, counted from 1.
   * @param {number} number
   */
  wordsOf(number) {
    const step = this.steps[number - 1];
    return step?.events?.length ? spokenWords([step]) : step?.done || "";
  }
}

/**
 * Returns what steps told as one text, for screen readers.
 * @param {LogStep[]} steps
 */
export function spokenWords(steps) {
  return steps.flatMap((step) => (step.events ?? []).map((event) => event.words)).join(". ");
}

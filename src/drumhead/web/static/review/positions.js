// The positions of a battle by step: each is asked for once, and kept.

const ASK_AGAIN_MS = 400;

/** @typedef {{ promise: Promise<Protocol.LookMessage>, resolve: (message: Protocol.LookMessage) => void }} Awaited */

export class Positions {
  /** @param {(step: number) => void} ask Asks the server for the position after a step. */
  constructor(ask) {
    this.ask = ask;
    /** @type {Map<number, Protocol.LookMessage>} */
    this.known = new Map();
    /** @type {Map<number, Awaited>} */
    this.awaited = new Map();
  }

  /**
   * Returns the position after a step, as soon as there is one.
   * @param {number} step
   * @returns {Promise<Protocol.LookMessage>}
   */
  async get(step) {
    const found = this.known.get(step) ?? this.awaited.get(step)?.promise;
    if (found) return found;
    /** @type {Awaited["resolve"]} */
    let resolve = () => {};
    /** @type {Awaited["promise"]} */
    const promise = new Promise((done) => {
      resolve = done;
    });
    this.awaited.set(step, { promise, resolve });
    this.ask(step);
    return promise;
  }

  /** @param {Protocol.LookMessage} message */
  receive(message) {
    this.known.set(message.step, message);
    this.awaited.get(message.step)?.resolve(message);
    this.awaited.delete(message.step);
  }

  /** Asks again for what has not come: the connection was cut. */
  askAgain() {
    for (const step of this.awaited.keys()) this.ask(step);
  }

  /** Asks again a little later: the server refuses who asks too often, as with a slider that is drawn. */
  refused() {
    const steps = [...this.awaited.keys()];
    setTimeout(() => {
      for (const step of steps) if (this.awaited.has(step)) this.ask(step);
    }, ASK_AGAIN_MS);
  }
}

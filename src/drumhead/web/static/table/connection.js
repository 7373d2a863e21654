// The line to the server: one for each seat. It mends itself.

import { language } from "../lib/dom.js";

const FOR_GOOD = [4400, 4404];

/** What this browser puts into the dice, once it has seen what they are bound to. */
function drawn() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Talk {
  /** Opens the line of a link; `hear` gets every message, `cut` is told when the line breaks: false, or null for good. */
  constructor(token, hear, cut) {
    this.token = token;
    this.hear = hear;
    this.cut = cut;
    this.wait = 300;
    this.again = 0; // when it is cut: the timer of the next attempt
    this.connect();
    window.addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => this.hurry());
  }

  /** Does not wait any longer where somebody looks and the line may be there again. */
  hurry() {
    if (this.again && !document.hidden) this.connect();
  }

  connect() {
    clearTimeout(this.again);
    this.again = 0;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/talk`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.say({ token: this.token, language, nonce: true });
    });
    socket.addEventListener("message", ({ data }) => {
      this.wait = 300;
      const message = JSON.parse(data);
      this.hear(message);
      if (message.type === "table" && message.nonces[message.seat] === "") this.say({ type: "nonce", nonce: drawn() });
    });
    socket.addEventListener("close", ({ code }) => {
      if (FOR_GOOD.includes(code)) {
        this.cut(null);
        return;
      }
      this.cut(false);
      this.again = setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, 8000);
    });
  }

  /** Says something; says whether it went out. */
  say(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}

// The line to the server: one for each seat. It mends itself.

import { language } from "./words.js";

const FOR_GOOD = [4400, 4404];

/** What this browser puts into the dice, once it has seen what they are bound to. */
function drawn() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Talk {
  /** Opens the line of a link; `hear` gets every message, `line` whether the line holds: true, false, or null for good. */
  constructor(token, hear, line) {
    this.token = token;
    this.hear = hear;
    this.line = line;
    this.wait = 300;
    this.connect();
  }

  connect() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/talk`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = 300;
      this.say({ token: this.token, language, nonce: true });
      this.line(true);
    });
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      this.hear(message);
      if (message.type === "table" && message.nonces[message.seat] === "") this.say({ type: "nonce", nonce: drawn() });
    });
    socket.addEventListener("close", ({ code }) => {
      if (this.closed) return;
      if (FOR_GOOD.includes(code)) {
        this.line(null);
        return;
      }
      this.line(false);
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, 8000);
    });
  }

  /** Says something; says whether it went out. */
  say(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.closed = true;
    this.socket.close();
  }
}

// The websocket of one seat. It reconnects by itself.

import { language } from "../../lib/i18n.js";
import { deviceName } from "../../lib/seat_keys.js";
import { KeptDice } from "./kept_dice.js";

const CLOSED_FOR_GOOD = [4400, 4404];
const NOT_BEGUN = 4425;
const NOT_BEGUN_RETRY_MS = 3000;
const FIRST_RETRY_MS = 300;
const MAX_RETRY_MS = 8000;

export class Connection {
  /**
   * Connects with the token of a seat.
   * @param {string} token
   * @param {object} handlers
   * @param {(message: Protocol.Message) => void} handlers.onMessage
   * @param {(isFinal: boolean) => void} handlers.onClose Final when the server knows no such battle.
   * @param {KeptDice} [dice] What this seat keeps of the dice.
   */
  constructor(token, { onMessage, onClose }, dice = new KeptDice(token)) {
    this.token = token;
    this.dice = dice;
    this.seat = -1;
    this.onMessage = onMessage;
    this.onClose = onClose;
    this.retryMs = FIRST_RETRY_MS;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retryTimer = undefined;
    this.socket = this.connect();
    window.addEventListener("online", () => this.retryNow());
    document.addEventListener("visibilitychange", () => this.retryNow());
  }

  /** Does not wait any longer where somebody looks and the network may be there again. */
  retryNow() {
    if (this.retryTimer !== undefined && !document.hidden) this.socket = this.connect();
  }

  connect() {
    clearTimeout(this.retryTimer);
    this.retryTimer = undefined;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/talk`);
    socket.addEventListener("open", () => {
      this.send({ token: this.token, language, nonce: true, commit: this.dice.canHash, device: deviceName() });
    });
    socket.addEventListener("message", ({ data }) => {
      this.retryMs = FIRST_RETRY_MS;
      /** @type {Protocol.Message} */
      const message = JSON.parse(data);
      this.onMessage(message);
      if (message.type === "table") {
        this.seat = message.seat;
        this.bind(message.dice);
      } else if (message.type === "dice") this.bind(message);
      else if (message.type === "view") this.dice.forgetAgreement(message.number);
    });
    socket.addEventListener("close", ({ code }) => {
      const isFinal = CLOSED_FOR_GOOD.includes(code);
      if (code === NOT_BEGUN) this.retryMs = NOT_BEGUN_RETRY_MS;
      else this.onClose(isFinal);
      if (isFinal) return;
      this.retryTimer = setTimeout(() => {
        this.socket = this.connect();
      }, this.retryMs);
      this.retryMs = Math.min(this.retryMs * 2, MAX_RETRY_MS);
    });
    return socket;
  }

  /**
   * Says what the dice wait for from this seat, and keeps what they are bound by.
   * @param {import("./kept_dice.js").Binding} binding
   */
  async bind(binding) {
    const request = await this.dice.answer(this.seat, binding);
    if (request) this.send(request);
  }

  /**
   * Sends a request; returns whether the connection was open.
   * @param {Protocol.Request} request
   */
  send(request) {
    if ("what" in request && request.what.startsWith("undo")) this.dice.agree(request.number);
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(request));
    return true;
  }
}

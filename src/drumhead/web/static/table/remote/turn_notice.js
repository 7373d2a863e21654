// Calls a player back when it is their turn: by the title of the page, a notification, or a call to an address.

import { buttonById, byId, detailsById, inputById } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { toast } from "../../lib/toast.js";

const MARK = "● ";

export class TurnNotice {
  /** @param {import("../session/seats.js").Seats} seats */
  constructor(seats) {
    this.wasMyTurn = false;
    byId("call", HTMLFormElement).onsubmit = (event) => {
      event.preventDefault();
      seats.send({ type: "hook", url: inputById("hook").value.trim() });
    };
    seats.on("hook", ({ on }) => {
      toast(on ? t("You will be notified there.") : t("You will no longer be notified."));
      detailsById("advanced").dataset.calls = String(on);
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) document.title = document.title.replace(MARK, "");
    });
    const button = buttonById("notify");
    button.onclick = async () => {
      button.hidden = (await Notification.requestPermission()) === "granted";
    };
    button.hidden = !("Notification" in globalThis) || Notification.permission === "granted";
  }

  /**
   * Calls the player if it has become their turn while the page is hidden.
   * @param {boolean} isMyTurn
   * @param {string} title
   */
  update(isMyTurn, title) {
    if (isMyTurn && !this.wasMyTurn && document.hidden) {
      document.title = MARK + document.title.replace(MARK, "");
      if (globalThis.Notification?.permission === "granted") {
        new Notification(t("Your turn"), { body: title, tag: "turn" });
      }
    }
    this.wasMyTurn = isMyTurn;
  }
}

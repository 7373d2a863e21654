// The one primary button, always in the same place: it commits what was chosen, or ends the phase. Before a phase ends
// with something left to do, it says so and asks for a second press.

import { buttonById } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { setAvailable } from "../availability.js";

/** @typedef {{ words: string, left: number, onPress: () => void }} PhaseEnd */

export class PrimaryButton {
  constructor() {
    this.button = buttonById("primary");
    this.isArmed = false;
    /** @type {() => void} */
    this.onPress = () => {};
    this.button.onclick = () => this.onPress();
    this.rest("");
  }

  /**
   * Has nothing to do.
   * @param {string} words What is going on.
   */
  rest(words) {
    this.set("", words, () => {});
  }

  /**
   * Commits what was chosen.
   * @param {string} words
   * @param {() => void} onCommit
   */
  commit(words, onCommit) {
    this.set("commit", words, onCommit);
  }

  /**
   * Ends the phase; asks back where pieces could still act.
   * @param {PhaseEnd} end
   */
  endPhase({ words, left, onPress }) {
    const label = left ? t("{words} ({n} can still act)", { words, n: left }) : words;
    this.set("end", label, () => {
      if (!left || this.isArmed) {
        onPress();
        return;
      }
      this.isArmed = true;
      this.button.classList.add("armed");
      this.button.textContent = t("Press again: {words}", { words });
    });
  }

  /**
   * @param {"" | "commit" | "end"} role
   * @param {string} words
   * @param {() => void} onPress
   */
  set(role, words, onPress) {
    const { button } = this;
    this.isArmed = false;
    this.onPress = onPress;
    button.dataset.role = role;
    setAvailable(button.id, role ? "" : words && t("Press what is outlined on the board, or choose from the list."));
    button.classList.remove("armed");
    button.textContent = words;
  }

  press() {
    this.button.click();
  }

  focus() {
    this.button.focus({ preventScroll: true });
  }
}

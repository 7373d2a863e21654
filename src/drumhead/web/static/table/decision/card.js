// The card on the board: what an action would do, beside its target, and the choices that stand nowhere in the picture.
// On a narrow page it lies at the top of the panel below the board, so that it never covers the target.

import { byId } from "../../lib/dom.js";
import { atTheFoot, besideTarget, middleOf } from "./card_place.js";

const NARROW = matchMedia("(max-width: 1000px)");

export class Card {
  /** @param {import("../board/board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.frame = byId("card");
    this.home = byId("dice").parentElement;
    /** @type {string[]} What the card stands beside and must not cover, the target last. */
    this.keys = [];
    /** @type {string[]} What else it must not cover. */
    this.others = [];
    NARROW.addEventListener("change", () => this.settle());
    board.viewport.onChange = () => this.place();
    this.settle();
  }

  get isShown() {
    return !this.frame.hidden;
  }

  /** Puts the card where the width of the page wants it. */
  settle() {
    if (NARROW.matches) byId("panel").prepend(this.frame);
    else this.home?.append(this.frame);
    this.place();
  }

  /**
   * Shows content beside what some keys stand for.
   * @param {(Node | null)[]} content
   * @param {object} how
   * @param {string[]} how.keys What the card stands beside and must not cover, the target last.
   * @param {string[]} how.others What else can be pressed.
   * @param {boolean} how.isPressable Whether it has buttons; else the pointer goes through it.
   */
  show(content, { keys, others, isPressable }) {
    this.frame.replaceChildren(...content.filter((node) => node !== null));
    this.frame.classList.toggle("pressable", isPressable);
    this.frame.hidden = false;
    this.keys = keys;
    this.others = isPressable ? others : [];
    this.place();
    this.frame.classList.toggle("scrolls", this.frame.scrollHeight > this.frame.clientHeight);
  }

  hide() {
    this.frame.hidden = true;
    this.frame.replaceChildren();
    this.keys = [];
    this.others = [];
  }

  /** Finds the place next to the target where the card covers neither it nor the piece that acts, nor what is pressed. */
  place() {
    const { frame, board, keys, others } = this;
    if (frame.hidden || NARROW.matches) {
      frame.style.transform = "";
      return;
    }
    const { clientWidth: width, clientHeight: height } = board.frame;
    const size = { width: frame.offsetWidth, height: frame.offsetHeight };
    /** @param {string[]} some */
    const boxesOf = (some) =>
      some.filter((key) => board.find(key)).map((key) => board.viewport.onScreen(board.box(key)));
    const target = boxesOf(keys).at(-1);
    const boxes = [...boxesOf(keys), ...boxesOf(others).map(middleOf)];
    const place = target ? besideTarget(size, target, boxes, { width, height }) : atTheFoot(size, { width, height });
    frame.style.transform = `translate(${Math.round(place.x)}px, ${Math.round(place.y)}px)`;
  }
}

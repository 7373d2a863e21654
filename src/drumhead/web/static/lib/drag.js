// Dragging: with the mouse at once, with a finger after a moment's hold, so that a list can still be scrolled.

const DRAG_DISTANCE_PX = 7;
const HOLD_MS = 200;

/**
 * What is carried: `from` is the element that is lifted, `onLift` is called when that happens.
 * @typedef {{ from?: Element | null, onLift?: () => void }} Cargo
 */

/**
 * Lets things inside a frame be dragged.
 * @template {Cargo} T
 * @param {HTMLElement} frame
 * @param {object} handlers
 * @param {(element: HTMLElement) => T | null} handlers.grab Returns what an element stands for; null: not draggable.
 * @param {(element: Element | null) => void} handlers.over Gets the element below what is carried, and null at the end.
 * @param {(cargo: T, element: Element, event: PointerEvent) => void} handlers.drop Gets what was dropped, and on what.
 * @param {() => void} [handlers.cancel] Called when something was lifted but not dropped.
 */
export function makeDraggable(frame, { grab, over, drop, cancel = () => {} }) {
  /**
   * @type {{ cargo: T, from: Element, x: number, y: number, ghost: HTMLElement | null, pointer: number,
   *   timer?: ReturnType<typeof setTimeout> } | null}
   */
  let held = null;

  frame.addEventListener("pointerdown", (event) => {
    if (event.button || held) return;
    const from = /** @type {Element} */ (event.target).closest("[data-drag], [data-key]");
    const cargo = from && grab(/** @type {HTMLElement} */ (from));
    if (!cargo) return;
    const { clientX: x, clientY: y } = event;
    held = { cargo, from: cargo.from || from, x, y, ghost: null, pointer: event.pointerId };
    if (event.pointerType === "touch") held.timer = setTimeout(() => lift(x, y), HOLD_MS);
  });

  document.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    const isFar = Math.hypot(event.clientX - held.x, event.clientY - held.y) > DRAG_DISTANCE_PX;
    if (!held.ghost && isFar) {
      if (event.pointerType === "touch") {
        letGo();
        return;
      }
      lift(event.clientX, event.clientY);
    }
    if (held?.ghost) {
      move(held.ghost, event.clientX, event.clientY);
      over(elementBelow(event));
    }
  });

  document.addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    const { cargo, ghost } = held;
    const target = ghost ? elementBelow(event) : null;
    letGo();
    if (!ghost) return;
    swallowNextClick();
    if (target) drop(cargo, target, event);
    else cancel();
  });
  document.addEventListener("pointercancel", giveUp);
  document.addEventListener("keydown", (event) => event.key === "Escape" && giveUp());
  document.addEventListener("touchmove", (event) => held?.ghost && event.preventDefault(), { passive: false });
  frame.addEventListener("contextmenu", (event) => held?.ghost && event.preventDefault());
  frame.addEventListener("dragstart", (event) => event.preventDefault());

  /**
   * @param {number} x
   * @param {number} y
   */
  function lift(x, y) {
    if (!held) return;
    held.ghost = ghostOf(held.from);
    document.body.append(held.ghost);
    document.body.classList.add("dragging");
    held.from.classList.add("carried");
    move(held.ghost, x, y);
    held.cargo.onLift?.();
  }

  function giveUp() {
    const wasCarried = held?.ghost;
    letGo();
    if (wasCarried) cancel();
  }

  function letGo() {
    if (!held) return;
    clearTimeout(held.timer);
    held.ghost?.remove();
    held.from.classList.remove("carried");
    document.body.classList.remove("dragging");
    held = null;
    over(null);
  }
}

/**
 * @param {HTMLElement} ghost
 * @param {number} x
 * @param {number} y
 */
function move(ghost, x, y) {
  ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -60%)`;
}

/** The click that follows a drag belongs to the drag. */
function swallowNextClick() {
  /** @param {Event} click */
  const swallow = (click) => {
    click.stopPropagation();
    click.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
}

/** @param {PointerEvent} event */
const elementBelow = (event) => document.elementFromPoint(event.clientX, event.clientY);

/**
 * Returns a copy to be carried, as large as on the screen; a part of a picture gets a picture to itself.
 * @param {Element} element
 */
function ghostOf(element) {
  const { width, height } = element.getBoundingClientRect();
  const ghost = document.createElement("div");
  ghost.className = "ghost-carried";
  ghost.setAttribute("aria-hidden", "true");
  ghost.style.width = `${width}px`;
  ghost.style.height = `${height}px`;
  const copy = /** @type {Element} */ (element.cloneNode(true));
  if (element instanceof SVGGraphicsElement && !(element instanceof SVGSVGElement)) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const box = element.getBBox();
    svg.setAttribute("class", "dh");
    svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    copy.removeAttribute("transform");
    svg.append(copy);
    ghost.append(svg);
  } else ghost.append(copy);
  for (const named of ghost.querySelectorAll("[id]")) named.removeAttribute("id");
  for (const keyed of ghost.querySelectorAll("[data-key], [data-drag]")) {
    keyed.removeAttribute("data-key");
    keyed.removeAttribute("data-drag");
  }
  return ghost;
}

// Dragging, with the mouse at once and with a finger after a moment's hold, so that a list can still be scrolled.

const FAR = 7;
const HOLD = 200;

/**
 * Lets things inside a frame be dragged: `grab` says what an element stands for (null: not to be dragged), `over` gets the element
 * below while it is carried (null when it is laid down), `drop` what was carried and the element it was laid on, `cancel` is done
 * when it was carried and not laid down.
 */
export function dragging(frame, { grab, over, drop, cancel = () => {} }) {
  let held = null; // {what, from, x, y, ghost, timer, id}

  frame.addEventListener("pointerdown", (event) => {
    if (event.button || held) return;
    const from = event.target.closest("[data-drag], [data-key]");
    const what = from && grab(from, event.target);
    if (!what) return;
    held = { what, from: what.from || from, x: event.clientX, y: event.clientY, ghost: null, id: event.pointerId };
    if (event.pointerType === "touch") held.timer = setTimeout(() => lift(held?.x, held?.y), HOLD);
  });

  document.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > FAR;
    if (!held.ghost && far) {
      if (event.pointerType === "touch") {
        letGo();
        return;
      }
      lift(event.clientX, event.clientY);
    }
    if (held?.ghost) {
      move(event.clientX, event.clientY);
      over(below(event));
    }
  });

  document.addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { what, ghost } = held;
    const target = ghost ? below(event) : null;
    letGo();
    if (!ghost) return;
    // The click that follows belongs to the drag.
    const swallow = (click) => {
      click.stopPropagation();
      click.preventDefault();
    };
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    if (target) drop(what, target, event);
    else cancel();
  });
  document.addEventListener("pointercancel", giveUp);
  document.addEventListener("keydown", (event) => event.key === "Escape" && giveUp());
  document.addEventListener("touchmove", (event) => held?.ghost && event.preventDefault(), { passive: false });
  frame.addEventListener("contextmenu", (event) => held?.ghost && event.preventDefault());
  frame.addEventListener("dragstart", (event) => event.preventDefault());

  function lift(x, y) {
    if (!held) return;
    held.ghost = ghostOf(held.from);
    document.body.append(held.ghost);
    document.body.classList.add("dragging");
    held.from.classList.add("carried");
    move(x, y);
    if (held.what.lifted) held.what.lifted();
  }

  function move(x, y) {
    held.ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -60%)`;
  }

  function giveUp() {
    const carried = held?.ghost;
    letGo();
    if (carried) cancel();
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

const below = (event) => document.elementFromPoint(event.clientX, event.clientY);

/** A copy to be carried, of the size it has on the screen; a part of a picture gets a picture of its own. */
function ghostOf(element) {
  const { width, height } = element.getBoundingClientRect();
  const ghost = document.createElement("div");
  ghost.className = "ghost-carried";
  ghost.setAttribute("aria-hidden", "true");
  ghost.style.width = `${width}px`;
  ghost.style.height = `${height}px`;
  const copy = element.cloneNode(true);
  if (element instanceof SVGElement && !(element instanceof SVGSVGElement)) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const { x, y, width: wide, height: high } = element.getBBox();
    svg.setAttribute("class", "dh");
    svg.setAttribute("viewBox", `${x} ${y} ${wide} ${high}`);
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

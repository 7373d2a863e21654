// Looks for what a reader could not see, read or press on the page as it is now; returns it as sentences.
// Given to the page by tests/kit/page_geometry.py.
(async () => {
  const MIN_LETTER_PX = 9;
  const MAX_MARK_PX = 2;
  const CONTROLS = "button, a[href], select, input, summary, textarea";
  const found = [];

  /** @param {Element} element */
  const nameOf = (element) =>
    `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ""}.${[...element.classList].join(".")} ` +
    `"${(element.getAttribute("aria-label") || element.textContent || "").trim().slice(0, 40)}"`;
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  /** Whether an element is there for screen readers only. */
  const isForEarsOnly = (element) => element.closest(".hidden, .skip, [aria-hidden=true]") !== null || element.clientWidth <= 1;

  // The page never scrolls, neither sideways nor down.
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) found.push(`the page is ${page.scrollWidth} wide on a screen of ${innerWidth}`);
  if (document.body.classList.contains("table") && page.scrollHeight > innerHeight)
    found.push(`the page is ${page.scrollHeight} high on a screen of ${innerHeight}`);

  const top = document.querySelector("dialog[open]");
  if (top && top.scrollWidth > top.clientWidth + 1)
    found.push(`a dialog is ${top.scrollWidth} wide in ${top.clientWidth}`);
  const scope = top ?? document.body;

  // Words that are cut off: by their own box, or by one around them that does not scroll.
  for (const element of scope.querySelectorAll("*")) {
    if (element.closest("svg") || !isSeen(element) || isForEarsOnly(element)) continue;
    const hasWords = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const style = getComputedStyle(element);
    const isCut = (overflow) => overflow === "hidden" || overflow === "clip";
    if (hasWords || element.matches("button, summary")) {
      if (element.matches("option, select, script, style, noscript")) continue;
      const isInline = style.display === "inline";
      if (!isInline && element.scrollWidth > element.clientWidth + 1 && style.overflowX !== "auto")
        found.push(`words stick out: ${nameOf(element)}: ${element.scrollWidth} in ${element.clientWidth}`);
      if (!isInline && element.scrollHeight > element.clientHeight + 2 && (isCut(style.overflowY) || element.matches("button")))
        found.push(`words are cut off below: ${nameOf(element)}: ${element.scrollHeight} in ${element.clientHeight}`);
      if (hasWords && parseFloat(style.fontSize) < MIN_LETTER_PX) found.push(`small letters: ${nameOf(element)}`);
    }
    if (isCut(style.overflowX) && element.scrollWidth > element.clientWidth + 1 && !element.matches("html, body, select"))
      found.push(`something is cut off at the side: ${nameOf(element)}: ${element.scrollWidth} in ${element.clientWidth}`);
  }

  // Controls that cannot be brought into sight, or that something lies upon.
  const scrollers = [...document.querySelectorAll("*")].filter(
    (element) => element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth,
  );
  const places = scrollers.map((element) => [element, element.scrollLeft, element.scrollTop]);
  const opened = document.querySelector(".menu:not([hidden])");
  const menu = opened?.closest("details")?.open ? opened : null;
  for (const control of (menu ?? scope).querySelectorAll(CONTROLS)) {
    if (!isSeen(control) || isForEarsOnly(control) || control.closest("svg, [popover]:not(:popover-open)")) continue;
    const details = control.closest("details:not([open])");
    if (details && !control.matches("summary")) continue;
    const box = () => control.getBoundingClientRect();
    if (!box().width || (control.matches("input, select") && box().width <= 1)) continue;
    const isInSight = ({ left, right, top: above, bottom }) =>
      left >= -1 && right <= innerWidth + 1 && above >= -1 && bottom <= innerHeight + 1;
    control.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const now = box();
    if (!isInSight(now)) {
      found.push(`cannot be brought into sight: ${nameOf(control)} at ${Math.round(now.left)},${Math.round(now.top)} to ${Math.round(now.right)},${Math.round(now.bottom)}`);
      continue;
    }
    const spots = [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5]];
    const isReached = spots.some(([x, y]) => {
      const hit = document.elementFromPoint(now.left + now.width * x, now.top + now.height * y);
      return hit && (control.contains(hit) || hit.contains(control) || hit.closest("label")?.contains(control));
    });
    if (!isReached) {
      const hit = document.elementFromPoint(now.left + now.width / 2, now.top + now.height / 2);
      found.push(`lies under something: ${nameOf(control)} under ${hit ? nameOf(hit) : "nothing"}`);
    }
  }
  for (const [element, left, above] of places) {
    element.scrollLeft = left;
    element.scrollTop = above;
  }

  const board = document.querySelector("#board");
  const svg = board?.querySelector("svg.dh");
  if (!svg || top) return found;

  // Marks beside their pieces.
  const script = /** @type {HTMLScriptElement} */ (document.querySelector("script[type=module][src*=\"/table/\"], script[type=module][src*=\"/review/\"]"));
  const { bodyOf } = await import(script.src.replace(/\/(table|review)\/[^/]*$/, "/table/board/shapes.js"));
  for (const mark of board.querySelectorAll(".marks [data-of]")) {
    const all = [...svg.querySelectorAll(`[data-key="${CSS.escape(mark.dataset.of)}"]`)];
    const boxes = all.map((element) => bodyOf(element).getBoundingClientRect()).filter((box) => box.width);
    const own = mark.getBoundingClientRect();
    const isOff = (box) =>
      ["left", "top", "right", "bottom"].some((side) => Math.abs(box[side] - own[side]) > MAX_MARK_PX);
    if (boxes.length && boxes.every(isOff))
      found.push(`a mark lies beside ${mark.dataset.of}: ${JSON.stringify(own)} and ${JSON.stringify(boxes[0])}`);
  }

  // A card with buttons on what could be pressed instead.
  const card = board.parentElement.querySelector("#card.pressable"); // on a narrow page it lies in the panel
  for (const mark of board.querySelectorAll(".marks [data-of]")) {
    const { left, top: above, width, height } = mark.getBoundingClientRect();
    if (card?.contains(document.elementFromPoint(left + width / 2, above + height / 2)))
      found.push(`the card lies on ${mark.dataset.of}`);
  }

  // Lettering of the picture that nobody can read.
  for (const text of svg.querySelectorAll("text")) {
    const style = getComputedStyle(text);
    if (style.visibility === "hidden" || style.display === "none" || !text.textContent.trim()) continue;
    const matrix = text.getScreenCTM();
    const size = parseFloat(style.fontSize) * Math.hypot(matrix.a, matrix.b);
    if (size < MIN_LETTER_PX - 0.05) found.push(`letters of ${size.toFixed(1)} px on the board: "${text.textContent.trim().slice(0, 20)}"`);
  }
  return found;
})()

// Shapes in the coordinates of the picture. Nothing here is measured on the screen: while pieces glide, the screen shows
// them where they are not.

/**
 * Returns the matrix from an element's own coordinates to those of the picture.
 * @param {SVGGraphicsElement} element
 * @param {SVGSVGElement} svg
 */
export function matrixInPicture(element, svg) {
  let matrix = new DOMMatrix();
  /** @type {Element | null} */
  let at = element;
  while (at instanceof SVGGraphicsElement && at !== svg) {
    const list = at.transform.baseVal;
    for (let index = list.numberOfItems - 1; index >= 0; index -= 1) {
      matrix = DOMMatrix.fromMatrix(list.getItem(index).matrix).multiply(matrix);
    }
    at = at.parentElement;
  }
  return matrix;
}

/**
 * Returns the part of an element that has its outline: of a place its ground, not the pieces upon it.
 * @param {SVGGraphicsElement} element
 * @returns {SVGGraphicsElement}
 */
export function bodyOf(element) {
  if (element.matches(".dh-body, rect, polygon, path, circle, ellipse")) return element;
  const own = /** @type {NodeListOf<SVGGraphicsElement>} */ (element.querySelectorAll(".dh-body"));
  const body = [...own].find((one) => one.closest("[data-key]") === element);
  return body ?? element.querySelector(":scope > :is(rect, polygon)") ?? element;
}

/**
 * Returns the box of a shape in the coordinates of the picture.
 * @param {SVGGraphicsElement} body
 * @param {SVGSVGElement} svg
 * @returns {Box}
 */
export function boxInPicture(body, svg) {
  const { x, y, width, height } = body.getBBox();
  const matrix = matrixInPicture(body, svg);
  const corners = [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ].map(([left, top]) => new DOMPoint(left, top).matrixTransform(matrix));
  const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

const OUTLINES = ["rect", "polygon", "path", "circle", "ellipse"];
const GEOMETRY = ["x", "y", "width", "height", "rx", "ry", "points", "d", "cx", "cy", "r"];

/**
 * Returns a copy of a shape's outline, placed as in the picture; a box around what is no simple shape.
 * @param {SVGGraphicsElement} body
 * @param {SVGSVGElement} svg
 * @returns {SVGGeometryElement}
 */
export function outlineInPicture(body, svg) {
  const isSimple = OUTLINES.includes(body.tagName);
  const outline = /** @type {SVGGeometryElement} */ (
    document.createElementNS(svg.namespaceURI, isSimple ? body.tagName : "rect")
  );
  if (isSimple) {
    for (const name of GEOMETRY) {
      const value = body.getAttribute(name);
      if (value !== null) outline.setAttribute(name, value);
    }
    const { a, b, c, d, e, f } = matrixInPicture(body, svg);
    outline.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
  } else {
    const { x, y, width, height } = boxInPicture(body, svg);
    for (const [name, value] of Object.entries({ x, y, width, height, rx: 6 })) outline.setAttribute(name, `${value}`);
  }
  return outline;
}

// Layout of the cells in the drawing, and the parts of its look from the server. Everything on the
// board is one of these parts, placed at a point.

import { svg } from "../core/dom.js";

/**
 * @typedef {[x: number, y: number]} XY a point of the drawing, or a distance in it
 * @typedef {Api.Value["tone"]} Tone
 */

/** @param {string} sign */
const kindOf = (sign) => sign.replace(/[0-9]+$/, "") || sign;

let views = 0;

// What drawings consist of. The rules of a stranger may draw too, and must not put anything else here.
const DRAWN = new Set([
  ...["circle", "clipPath", "defs", "ellipse", "g", "line", "linearGradient", "path", "pattern", "polygon"],
  ...["polyline", "radialGradient", "rect", "stop", "text", "title", "tspan", "use"],
]);
/** @param {Attr} attribute */
const leadsOut = ({ name, value }) => /^on/i.test(name) || (/href$/i.test(name) && !value.startsWith("#"));

// The elements of a part of a drawing.
/** @param {string} markup */
function elements(markup) {
  const template = document.createElement("template");
  template.innerHTML = `<svg>${markup}</svg>`;
  for (const node of template.content.querySelectorAll("svg *")) {
    if (!DRAWN.has(node.localName)) node.remove();
    for (const attribute of [...node.attributes].filter(leadsOut)) node.removeAttributeNode(attribute);
  }
  return [...(template.content.firstChild?.childNodes ?? [])];
}

export class Layout {
  /** @param {Api.Board} board */
  constructor(board) {
    this.board = board;
    this.drawing = board.drawing;
    this.width = this.drawing.width;
    this.height = this.drawing.height;
    this.step = this.drawing.step;
    this.round = this.drawing.round;
    this.at = new Map(board.places.map(([row, column], cell) => [`${row},${column}`, cell]));
    views += 1;
    this.prefix = `kz${views}-`; // names in the drawing, apart from those of other boards
    /** @type {Map<string, ChildNode[]>} */
    this.known = new Map();
  }

  // A copy of a part of the drawing.
  /** @param {string} markup */
  part(markup) {
    let found = this.known.get(markup);
    if (!found) {
      found = elements(markup.replaceAll("#kz-", `#${this.prefix}`).replaceAll("id='kz-", `id='${this.prefix}`));
      this.known.set(markup, found);
    }
    return found.map((node) => node.cloneNode(true));
  }

  /** @param {number} cell */
  point(cell) {
    return this.drawing.points[cell];
  }

  /** @param {number} cell */
  move(cell) {
    const [x, y] = this.point(cell);
    return `translate(${x} ${y})`;
  }

  /** @param {number} row @param {number} column */
  cellAt(row, column) {
    return this.at.get(`${row},${column}`);
  }

  // The board with nothing on it.
  ground() {
    return svg("g", { class: "ground", "aria-hidden": "true" }, this.part(this.drawing.ground));
  }

  // The outline of a cell.
  /** @param {number} cell @param {string} name */
  frame(cell, name) {
    return svg("path", { class: name, d: this.drawing.frames[cell] });
  }

  // What can be hit of a cell: all that is nearer to it than to others.
  /** @param {number} cell */
  target(cell) {
    return svg("path", { class: "hit", d: this.drawing.targets[cell], "fill-rule": "evenodd" });
  }

  /** @param {number} cell */
  tint(cell) {
    return this.drawing.tints[cell] || "";
  }

  // The cell that is meant by pointing at one: itself, the only open one of its group or, if the
  // group is empty and its cells lie in one another, the smallest open one around it.
  /** @param {number} cell @param {Set<number>} open @param {string[]} signs those on the board */
  meant(cell, open, signs) {
    const { groups, order } = this.drawing;
    if (open.has(cell) || !groups.length) return cell;
    const group = [...groups.keys()].filter((one) => groups[one] === groups[cell]);
    const others = group.filter((one) => open.has(one));
    if (others.length === 1) return others[0];
    if (group.some((one) => signs[one] !== ".")) return cell;
    const larger = order.slice(order.indexOf(cell) + 1);
    return larger.find((one) => others.includes(one)) ?? cell;
  }

  // The cell nearest to a point.
  /** @param {XY} point */
  nearest([x, y]) {
    /** @param {XY} point */
    const far = ([cx, cy]) => Math.hypot(cx - x, cy - y);
    return this.drawing.points.reduce((best, point, cell, all) => (far(point) < far(all[best]) ? cell : best), 0);
  }

  // Where the arrow keys find a cell, null if it is not shown: cells at one place are side by side.
  /** @param {number} cell @returns {XY | null} */
  keyPoint(cell) {
    const { points, targets, order } = this.drawing;
    if (!order.length) return points[cell];
    if (!targets[cell]) return null;
    const [x, y] = points[cell];
    const here = order.filter((one) => targets[one] && points[one][0] === x && points[one][1] === y);
    return [x + 12 * here.indexOf(cell), y];
  }

  // A piece that stands on one cell, around 0, 0; the cell may turn it.
  /** @param {string} sign */
  piece(sign, tint = "", cell = -1) {
    const shape = this.drawing.shapes[cell];
    const drawn = this.part(this.drawing.pieces[shape ? `${shape} ${sign}` : sign] || "");
    const turn = this.drawing.turns[cell];
    return svg("g", { class: "piece", color: tint || null }, turn ? svg("g", { transform: turn }, drawn) : drawn);
  }

  // A piece that covers several cells, where it lies.
  /** @param {string} sign @param {number[]} cells */
  block(sign, cells, name = "") {
    const { body, stud, caps } = this.drawing.wide[kindOf(sign)];
    const drawn = this.part(body.replaceAll("{d}", this.outline(cells)));
    const studs = stud ? cells.map((cell) => svg("g", { transform: this.move(cell) }, this.part(stud))) : [];
    return svg("g", { class: `piece wide ${name}`, "data-sign": sign }, drawn, studs, this.caps(caps, cells));
  }

  // The decorations at the ends and in the middle of a piece that covers several cells.
  /** @param {string[]} parts @param {number[]} cells */
  caps(parts, cells) {
    if (!parts.length) return [];
    const [[x0, y0], [x1, y1]] = [this.point(cells[0]), this.point(cells[cells.length - 1])];
    const turn = Math.abs(y1 - y0) > Math.abs(x1 - x0) ? " rotate(90)" : "";
    const places = [`${x0} ${y0})${turn}`, `${x1} ${y1})${turn}`, `${(x0 + x1) / 2} ${(y0 + y1) / 2})`];
    return places.map((place, at) => svg("g", { transform: `translate(${place}` }, this.part(parts[at])));
  }

  // A piece by itself, or one cell of it if it covers several, as a small picture.
  /** @param {string} sign */
  icon(sign) {
    const wide = this.board.wide.includes(sign) || !this.drawing.pieces[sign];
    const [x, y] = wide ? this.point(0) : [0, 0];
    const { step } = this;
    const box = `${x - step / 2} ${y - step / 2} ${step} ${step}`;
    const drawn = wide ? this.block(sign, [0]) : this.piece(sign, this.tint(0));
    return svg("svg", { class: "icon kz", viewBox: box, "aria-hidden": "true" }, drawn);
  }

  // The outline of a piece that covers these cells.
  /** @param {number[]} cells */
  outline(cells) {
    const joints = this.drawing.joints.filter(([joined]) => joined.every((cell) => cells.includes(cell)));
    return joints.map(([, path]) => path).join("");
  }
}

const MARKS = {
  good: "M-4.5 0.5L-1.5 3.5L4.5 -3.5",
  even: "M-4 -2H4M-4 2H4",
  bad: "M-3.5 -3.5L3.5 3.5M-3.5 3.5L3.5 -3.5",
  unknown: "M-2.5 -2A2.5 2.5 0 1 1 0.3 0.4V1.6M0.3 4V4.4",
};

// A value by shape and colour: a round tick, a square =, a diamond cross, a question mark.
/** @param {Tone} tone @param {boolean} best */
export function tokenOf(tone, best, x = 0, y = 0, size = 1) {
  const shapes = {
    good: () => svg("circle", { r: 9 }),
    even: () => svg("rect", { x: -8, y: -8, width: 16, height: 16, rx: 3 }),
    bad: () => svg("rect", { x: -7.5, y: -7.5, width: 15, height: 15, transform: "rotate(45)" }),
    unknown: () => svg("circle", { r: 9 }),
  };
  return svg(
    "g",
    {
      class: `token ${tone}${best ? " best" : ""}`,
      transform: `translate(${x} ${y}) scale(${size})`,
    },
    best && svg("circle", { class: "halo", r: 13 }),
    shapes[tone](),
    svg("path", { d: MARKS[tone] }),
  );
}

/** @param {Tone} tone @param {boolean} best */
export const token = (tone, best) =>
  svg(
    "svg",
    { class: "token-box", viewBox: "-14 -14 28 28", width: 24, height: 24, "aria-hidden": "true" },
    tokenOf(tone, best),
  );

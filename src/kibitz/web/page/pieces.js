// Where cells lie in the drawing, and what pieces look like. Shapes differ as well as colours.

import { svg } from "./dom.js";

export const STEP = 60;
const EDGE = 26;
const RADIUS = 22;

export const kindOf = (sign) => sign.replace(/[0-9]+$/, "") || sign;

export class Layout {
  constructor(board) {
    this.board = board;
    this.round = board.lattice === "triangular";
    this.across = this.round ? STEP / 2 : STEP;
    this.edge = this.round ? 8 : EDGE;
    const rows = Math.max(...board.places.map((place) => place[0]));
    const columns = Math.max(...board.places.map((place) => place[1]));
    this.width = this.edge + STEP + columns * this.across + 8;
    this.height = this.edge + STEP * (rows + 1) + 8;
    this.at = new Map(board.places.map(([row, column], cell) => [`${row},${column}`, cell]));
    this.kinds = [...new Set(board.signs.filter((sign) => sign !== ".").map(kindOf))];
  }

  point(cell) {
    const [row, column] = this.board.places[cell];
    return [this.edge + STEP / 2 + column * this.across, this.edge + STEP * (row + 0.5)];
  }

  cellAt(row, column) {
    return this.at.get(`${row},${column}`);
  }

  // The names of rows and columns at the edges.
  labels() {
    if (this.round) return [];
    const { places, names } = this.board;
    const rows = new Map();
    const columns = new Set();
    places.forEach(([row, column], cell) => {
      if (!rows.has(row)) rows.set(row, names[cell].replace(/[0-9]+$/, ""));
      columns.add(column);
    });
    const text = (x, y, word) => svg("text", { x, y, class: "edge" }, word);
    return [
      ...[...rows].map(([row, name]) => text(EDGE / 2, EDGE + STEP * (row + 0.5) + 5, name)),
      ...[...columns].map((column) =>
        text(EDGE + STEP * (column + 0.5), EDGE - 9, String(column + 1)),
      ),
    ];
  }

  ground(cell, name) {
    const [x, y] = this.point(cell);
    if (this.round) return svg("circle", { class: name, cx: x, cy: y, r: STEP / 2 - 3 });
    return svg("rect", {
      class: name,
      x: x - STEP / 2,
      y: y - STEP / 2,
      width: STEP,
      height: STEP,
    });
  }

  frame(cell, name, inset = 3) {
    const [x, y] = this.point(cell);
    const half = STEP / 2 - inset;
    if (this.round) return svg("circle", { class: name, cx: x, cy: y, r: half });
    return svg("rect", {
      class: name,
      x: x - half,
      y: y - half,
      width: 2 * half,
      height: 2 * half,
      rx: 6,
    });
  }

  look(kind) {
    if (this.kinds.length === 1) return "kind-1";
    if (/^[0-9]+$/.test(kind)) return "kind-0"; // its number tells it from the others
    return `kind-${this.kinds.indexOf(kind) % 3}`;
  }

  isWide(sign) {
    return this.board.wide.includes(kindOf(sign));
  }

  // What stands on one cell.
  piece(cell, sign) {
    const kind = kindOf(sign);
    const [x, y] = this.point(cell);
    const number = sign.slice(kind.length);
    const r = RADIUS - 4;
    let shape;
    if (kind === "X") {
      const d = `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}`;
      shape = svg("path", { class: "cross", d });
    } else if (kind === "O") {
      shape = svg("circle", { class: "ring", cx: x, cy: y, r });
    } else {
      shape = svg("circle", { class: `disc ${this.look(kind)}`, cx: x, cy: y, r: RADIUS });
    }
    const group = svg("g", { class: "piece" }, shape);
    const lettered = !["X", "O", "o"].includes(kind);
    if (lettered) group.append(svg("text", { class: `on ${this.look(kind)}`, x, y: y + 7 }, kind));
    if (number) {
      group.append(svg("circle", { class: "badge", cx: x, cy: y, r: 11 }));
      group.append(svg("text", { class: "age", x, y: y + 5 }, number));
    }
    return group;
  }

  // A piece that covers several cells, drawn as one: its cells and the bridges between them, first
  // with an edge, then without, so that the edge is seen only around the whole.
  wide(sign, covered, name = "") {
    const half = STEP / 2 - 6;
    const boxes = [];
    const has = new Set(covered);
    for (const cell of covered) {
      const [x, y] = this.point(cell);
      const [row, column] = this.board.places[cell];
      boxes.push([x - half, y - half, 2 * half, 2 * half]);
      if (has.has(this.cellAt(row, column + 1))) boxes.push([x, y - half, STEP, 2 * half]);
      if (has.has(this.cellAt(row + 1, column))) boxes.push([x - half, y, 2 * half, STEP]);
    }
    const look = this.look(kindOf(sign));
    const rects = (style) =>
      boxes.map(([x, y, width, height]) =>
        svg("rect", { class: style, x, y, width, height, rx: 4 }),
      );
    const letters = covered.map((cell) => {
      const [x, y] = this.point(cell);
      return svg("text", { class: `on ${look}`, x, y: y + 7 }, sign);
    });
    return svg("g", { class: `piece wide ${name}` }, rects("edge-of"), rects(look), letters);
  }
}

const MARKS = {
  good: "M-4.5 0.5L-1.5 3.5L4.5 -3.5",
  even: "M-4 -2H4M-4 2H4",
  bad: "M-3.5 -3.5L3.5 3.5M-3.5 3.5L3.5 -3.5",
  unknown: "M-2.5 -2A2.5 2.5 0 1 1 0.3 0.4V1.6M0.3 4V4.4",
};

// A value by shape and colour: a round tick, a square =, a diamond cross, a question mark.
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

export const token = (tone, best) =>
  svg(
    "svg",
    { class: "token-box", viewBox: "-14 -14 28 28", width: 24, height: 24, "aria-hidden": "true" },
    tokenOf(tone, best),
  );

// Animations: jumps, slides, large pieces, captured pieces on their way to the tray, the winning
// line, and a celebration. With reduced motion, the result is shown at once.

import { calm, svg } from "../core/dom.js";

const SLIDE = 90; // milliseconds, and as much again for each step of the way
const LONGEST = 620;
const JUMP = 420;
const GLIDE = 480;
const COLOURS = ["#e07b35", "#33569c", "#2b9a86", "#c98a1f", "#a92f6d", "#7d55b3"];
const BITS = 36;

/**
 * @typedef {import("./board_view.js").BoardView} BoardView
 * @typedef {import("./pieces.js").XY} XY
 * @typedef {{ cells: string[], blocks: number[][] }} Standing what stands on a board
 * @typedef {{ from: number, to: number }} Pair where one piece went
 */

/** @param {number} x @param {number} y */
const moved = (x, y) => `translate(${x}px, ${y}px)`;

// Animates a move; returns the cells where something was captured. With `carried` or `laid`, the
// player has already dragged the piece there.
/**
 * @param {BoardView} view
 * @param {{ before: Standing, after: Standing, steps: number[][], carried?: boolean, laid?: boolean }} move
 */
export function animate(view, { before, after, steps, carried = false, laid = false }) {
  const pair = pairOf(before, after, steps);
  const covered = new Set([...before.blocks, ...after.blocks].flat());
  /** @type {number[]} */
  const captured = [];
  /** @type {number[]} */
  const came = [];
  before.cells.forEach((sign, cell) => {
    if (covered.has(cell)) return;
    const now = after.cells[cell];
    if (sign !== "." && now === "." && cell !== pair?.from) captured.push(cell);
    if (sign === "." && now !== "." && cell !== pair?.to) came.push(cell);
  });
  if (calm()) return captured;
  if (pair && !carried) travel(view, pair, captured);
  if (captured.length <= 3) for (const cell of captured) leave(view, cell, before.cells[cell]);
  if (came.length <= 3) for (const cell of came) appear(view, cell);
  if (!laid) after.blocks.forEach((cells, index) => glide(view, before, after, cells, index));
  return captured;
}

// Where one piece went from and to.
/** @param {Standing} before @param {Standing} after @param {number[][]} steps @returns {Pair | null} */
function pairOf(before, after, steps) {
  const cells = steps.filter((step) => step.length === 1).flat();
  const [from, to] = cells.slice(-2);
  if (to === undefined || from === to) return null;
  const stood = before.cells[from] !== "." && after.cells[to] !== ".";
  const wide = [...before.blocks, ...after.blocks].some((block) => block.includes(from) || block.includes(to));
  return stood && !wide ? { from, to } : null;
}

/** @param {BoardView} view @param {Pair} pair @param {number[]} captured */
function travel(view, { from, to }, captured) {
  const { piece: node, drawn: piece } = view.nodes[to];
  view.layers.pieces.append(node); // above the others on its way
  const [x1, y1] = view.layout.point(to);
  const [x0, y0] = view.layout.point(from);
  const [dx, dy] = [x0 - x1, y0 - y1];
  const steps = Math.hypot(dx, dy) / view.layout.step;
  const over = captured.some((cell) => between(view, from, to, cell));
  if (!over) {
    const timing = { duration: Math.min(LONGEST, SLIDE + SLIDE * steps), easing: "cubic-bezier(.4,0,.2,1)" };
    piece?.animate([{ transform: moved(dx, dy) }, { transform: moved(0, 0) }], timing);
    return;
  }
  const high = `${moved(dx / 2, dy / 2 - 0.35 * view.layout.step)} scale(1.25)`;
  piece?.animate(
    [
      { transform: moved(dx, dy), easing: "cubic-bezier(.2,.6,.5,1)" },
      { transform: high, easing: "cubic-bezier(.5,0,.8,.4)" },
      { transform: moved(0, 0) },
    ],
    { duration: JUMP },
  );
}

/** @param {BoardView} view @param {number} from @param {number} to @param {number} cell */
function between(view, from, to, cell) {
  const [[ax, ay], [bx, by], [x, y]] = [from, to, cell].map((one) => view.layout.point(one));
  const away = Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / Math.hypot(bx - ax, by - ay);
  const inside = Math.hypot(x - ax, y - ay) < Math.hypot(bx - ax, by - ay);
  return away < 1 && inside;
}

// A captured piece goes to the tray, or fades where there is none.
/** @param {BoardView} view @param {number} cell @param {string} sign */
function leave(view, cell, sign) {
  const { layout } = view;
  const [x, y] = layout.point(cell);
  const tint = layout.tint(cell);
  const slot = view.captured.findLastIndex((one) => one.sign === sign && one.tint === tint);
  /** @type {KeyframeAnimationOptions} */
  const timing = { duration: 520, delay: JUMP / 3, easing: "cubic-bezier(.5,0,.3,1)", fill: "backwards" };
  const inTray = view.layers.tray.children[slot]?.firstElementChild;
  if (inTray) {
    const place = view.captured[slot];
    const there = `${moved((x - place.x) / place.scale, (y - place.y) / place.scale)} scale(${1 / place.scale})`;
    inTray.animate([{ transform: there }, { transform: "none" }], timing);
    return;
  }
  const piece = layout.piece(sign, tint, cell);
  const gone = view.layers.air.appendChild(svg("g", { transform: layout.move(cell) }, piece));
  const fade = piece.animate(
    [{ opacity: 1 }, { opacity: 0, transform: "scale(0.4)" }],
    { ...timing, duration: 300 },
  );
  fade.onfinish = () => gone.remove();
}

/** @param {BoardView} view @param {number} cell */
function appear(view, cell) {
  const frames = [{ transform: "scale(0.5)", opacity: 0 }, { transform: "none", opacity: 1 }];
  view.nodes[cell].drawn?.animate(frames, { duration: 180, easing: "cubic-bezier(.2,1.4,.5,1)" });
}

// The turns and flips that a large piece can make, the least first.
const TURNS = [
  [0, 1], [90, 1], [-90, 1], [180, 1], [0, -1], [90, -1], [-90, -1], [180, -1],
].map(([angle, flip]) => {
  const [cos, sin] = [Math.round(Math.cos((angle * Math.PI) / 180)), Math.round(Math.sin((angle * Math.PI) / 180))];
  /** @param {XY} point */
  const turn = ([x, y]) => [cos * flip * x - sin * y, sin * flip * x + cos * y];
  return { angle, flip, turn };
});

// A piece that covers several cells moves from where it lay, turning and flipping on its way.
/** @param {BoardView} view @param {Standing} before @param {Standing} after @param {number[]} cells @param {number} index */
function glide(view, before, after, cells, index) {
  const sign = after.cells[cells[0]];
  /** @param {number[]} one @param {number[]} other */
  const same = (one, other) => one.length === other.length && one.every((cell) => other.includes(cell));
  const lay = before.blocks.filter(
    (old) =>
      before.cells[old[0]] === sign &&
      old.length === cells.length &&
      !after.blocks.some((now) => after.cells[now[0]] === sign && same(now, old)),
  );
  if (lay.length !== 1 || before.blocks.some((old) => before.cells[old[0]] === sign && same(old, cells))) return;
  const [here, there] = [cells, lay[0]].map((covered) => centred(view, covered));
  const found = TURNS.find(({ turn }) =>
    here.points.every((point) => {
      const [x, y] = turn(point);
      return there.points.some(([a, b]) => Math.hypot(a - x, b - y) < 1);
    }),
  );
  if (!found) return;
  const node = view.blockNodes[index];
  view.layers.blocks.append(node);
  node.style.transformOrigin = `${here.x}px ${here.y}px`;
  const away = moved(there.x - here.x, there.y - here.y);
  const frames = [
    { transform: `${away} rotate(${found.angle}deg) scale(${found.flip}, 1)` },
    { transform: `${moved(0, 0)} rotate(0deg) scale(1, 1)` },
  ];
  node.animate(frames, { duration: GLIDE, easing: "cubic-bezier(.4,0,.2,1)" });
}

// The middle of some cells, and where each lies, seen from there.
/** @param {BoardView} view @param {number[]} cells */
function centred(view, cells) {
  const points = cells.map((cell) => view.layout.point(cell));
  const [x, y] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  /** @type {XY[]} */
  const around = points.map(([px, py]) => [px - x, py - y]);
  return { x, y, points: around };
}

// The line that won, drawn through its cells in the colour of how the match has ended.
/** @param {BoardView} view @param {number[]} cells @param {string} tone */
export function drawLine(view, cells, tone) {
  view.layers.line.replaceChildren();
  if (!cells.length) return;
  const points = cells.map((cell) => view.layout.point(cell));
  const d = `M${points.map((point) => point.join(" ")).join("L")}`;
  const lines = ["win-line halo", `win-line ${tone}`].map((name) => svg("path", { class: name, d, pathLength: 1 }));
  view.layers.line.append(...lines);
  if (calm()) return;
  for (const line of lines) {
    line.animate([{ strokeDasharray: "0 1" }, { strokeDasharray: "1 0" }], { duration: 500, delay: 150, fill: "backwards" });
  }
}

// Celebration: some confetti flies up from the board.
/** @param {BoardView} view */
export function celebrate(view) {
  if (calm()) return;
  const { width, height } = view.layout;
  for (let bit = 0; bit < BITS; bit += 1) {
    const shape = { class: "bit", x: -4, y: -6, width: 8, height: 12, rx: bit % 3 ? 1 : 5 };
    const node = view.layers.air.appendChild(svg("rect", { ...shape, fill: COLOURS[bit % COLOURS.length] }));
    const [x0, y0] = [width / 2, height * 0.62];
    const [dx, up] = [(Math.random() - 0.5) * width * 1.1, height * (0.25 + Math.random() * 0.45)];
    const spin = (Math.random() - 0.5) * 1080;
    const flight = node.animate(
      [
        { transform: `${moved(x0, y0)} scale(0.2)`, opacity: 1, easing: "cubic-bezier(.1,.7,.4,1)" },
        { transform: `${moved(x0 + dx * 0.7, y0 - up)} rotate(${spin / 2}deg)`, opacity: 1, offset: 0.4, easing: "cubic-bezier(.5,0,.9,.6)" },
        { transform: `${moved(x0 + dx, height * 0.98)} rotate(${spin}deg)`, opacity: 0 },
      ],
      { duration: 1300 + Math.random() * 700, delay: 250 + Math.random() * 150, fill: "backwards" },
    );
    flight.onfinish = () => node.remove();
  }
}

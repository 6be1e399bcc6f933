// Board on the page: cells for mouse, touch and keys, and the pieces and marks on them. It depends
// on cells, signs and marks, not on a game. Layers from the bottom up:
//
//   ground   the board with nothing on it         arrows   what moves are worth, or one looked at
//   below    painted cells, tints, what is open   tokens   values of cells
//   blocks   pieces that cover several cells      cells    unseen, on top: what is pointed at
//   pieces   the others, and the tray             air      pieces in the hand or on their way

import { calm, svg } from "../core/dom.js";
import { Drag } from "./drag.js";
import { Marks } from "./marks.js";
import { Layout, tokenOf } from "./pieces.js";
import { t } from "../core/words.js";

const ASIDE = 1.4; // what a step aside counts when the arrow keys look for the next cell
const LARGEST = 2.7; // how far a small board is blown up
const NAME = 12; // the size of a name at the edge, in pixels of the screen

const BLOWN_UP = 1.7; // how much larger than drawn a board is when marks stop growing with it

/** @type {Record<string, [down: number, right: number]>} */
const ARROWS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * @typedef {import("./pieces.js").XY} XY
 * @typedef {{ tone: Api.Value["tone"], words: string, best: boolean }} Token the value beside a cell
 * @typedef {object} CellNode the parts of a cell
 * @property {SVGGElement} group what is pointed at
 * @property {SVGGElement} under what is shown of its state
 * @property {SVGGraphicsElement} mark
 * @property {SVGGElement} piece the place of its piece
 * @property {SVGGElement | null} drawn that piece
 * @property {string} sign of that piece
 * @typedef {object} Events what happens on a board, and what is then done; some say whether they did something
 * @property {(cell: number, how: string) => void} [point]
 * @property {(cell: number) => void} [over]
 * @property {(event: KeyboardEvent) => boolean} [key]
 * @property {(event: WheelEvent) => boolean} [wheel]
 * @property {() => boolean} [menu]
 * @property {import("./drag.js").Dragging} [drag]
 * @typedef {object} States what is shown of the cells
 * @property {Set<number>} [open] those to point at
 * @property {Set<number>} [chosen]
 * @property {Set<number>} [fits] those that a large piece in the hand can cover as it is turned
 * @property {Set<number>} [could] those that it can cover at all
 * @property {Set<number>} [grasp] those that something can be dragged from
 * @property {Map<number, Token>} [tokens]
 * @property {boolean} [off] whether no move can be made
 * @property {boolean} [going] whether a piece is selected, and the open cells are its targets
 */

/** @type {("open" | "chosen" | "fits" | "could")[]} */
const STATES = ["open", "chosen", "fits", "could"];
/** @type {Set<number>} */
const NONE = new Set();

/** @param {string} name */
const layer = (name) => svg("g", { class: `layer ${name}`, "aria-hidden": "true" });

// The layers, from the bottom up.
const layersOf = () => ({
  below: layer("below"),
  blocks: layer("blocks"),
  pieces: layer("pieces"),
  tray: layer("tray"),
  stores: layer("stores"),
  ghosts: layer("ghosts"),
  arrows: layer("arrows-layer"),
  line: layer("line"),
  tokens: layer("tokens"),
  air: layer("air"),
});

// From the first board that is shown on, it has all its parts.
export class BoardView {
  /** @type {Api.Board} */
  board;
  /** @type {Layout} */
  layout;
  /** @type {Marks} */
  marks;
  /** @type {CellNode[]} */
  nodes = []; // of the cells
  /** @type {string[]} */
  cells; // the signs on them
  /** @type {number[][]} */
  blocks = []; // the cells of each piece that covers several
  /** @type {Api.Captured[]} */
  captured = []; // the pieces in the tray
  /** @type {SVGGElement[]} */
  blockNodes = []; // these pieces
  blocksDrawn = ""; // what they show
  /** @type {ReturnType<typeof layersOf>} */
  layers;
  /** @type {SVGGElement} */
  hands; // the layer of the pieces in hand
  /** @type {Drag | null} */
  drag = null;
  /** @type {SVGSVGElement} */
  root;
  /** @type {ResizeObserver | null} */
  resized = null;
  scale = 0; // pixels of the screen for one of the drawing
  focus = 0; // the cell that Tab leads to
  /** @type {{ node: SVGGElement, home: XY, large: boolean } | null} */
  carried = null; // the piece that is dragged
  /** @type {States} */
  states = {};

  /** @param {HTMLElement} place @param {Events} on */
  constructor(place, on = {}) {
    this.place = place;
    this.on = on;
  }

  // `blocks` are the cells of each piece that covers several, else those of the wide signs;
  // `lifted` is the sign of such a piece that is in the hand.
  /**
   * @param {Api.Board} board
   * @param {string[]} cells
   * @param {string[]} marks
   * @param {{ blocks?: number[][] | null, captured?: Api.Captured[], lifted?: string }} more
   */
  show(board, cells, marks = [], { blocks = null, captured = [], lifted = "" } = {}) {
    if (this.board?.key !== board.key) this.build(board);
    this.cells = cells;
    this.blocks = blocks || this.wide(board, cells);
    this.captured = captured;
    this.drawBlocks(lifted);
    const covered = new Set(this.blocks.flat());
    this.nodes.forEach((node, cell) => {
      const sign = cells[cell];
      for (const one of [node.group, node.under]) one.classList.toggle("filled", sign !== ".");
      this.setPiece(cell, sign === "." || covered.has(cell) ? "" : sign);
      node.mark.setAttribute("class", marks[cell] && !covered.has(cell) ? `mark ${marks[cell]}` : "mark");
    });
    this.drawTray();
    // Where pieces cover one another, one that was moved goes back to its layer.
    const { order } = this.layout.drawing;
    this.layers.pieces.append(...order.map((cell) => this.nodes[cell].piece));
    this.say();
  }

  // Shows the signs beside the board that have a place in the drawing.
  /** @param {string[]} signs */
  store(signs) {
    this.layers.stores.replaceChildren(
      ...this.layout.drawing.stores.map(([x, y], at) =>
        svg("g", { transform: `translate(${x} ${y})` }, this.layout.piece(signs[at] || ".")),
      ),
    );
  }

  /** @param {Api.Board} board @param {string[]} cells */
  wide(board, cells) {
    /** @param {string} sign */
    const of = (sign) => cells.flatMap((one, cell) => (one === sign ? [cell] : []));
    return board.wide.map(of).filter((found) => found.length);
  }

  /** @param {string} lifted */
  drawBlocks(lifted) {
    const signs = this.blocks.map((cells) => this.cells[cells[0]]);
    const key = JSON.stringify([this.blocks, signs, lifted]);
    if (this.blocksDrawn === key) return;
    this.blocksDrawn = key;
    this.blockNodes = this.blocks.map((cells, at) =>
      this.layout.block(signs[at], cells, signs[at] === lifted ? "lifted" : ""),
    );
    this.layers.blocks.replaceChildren(...this.blockNodes);
  }

  /** @param {number} cell @param {string} sign */
  setPiece(cell, sign) {
    const node = this.nodes[cell];
    if (node.sign === sign) return;
    node.sign = sign;
    node.drawn = sign ? this.layout.piece(sign, this.layout.tint(cell), cell) : null;
    node.piece.replaceChildren(...(node.drawn ? [node.drawn] : []));
  }

  drawTray() {
    this.layers.tray.replaceChildren(
      ...this.captured.map(({ sign, tint, x, y, scale }) =>
        svg("g", { transform: `translate(${x} ${y}) scale(${scale})` }, this.layout.piece(sign, tint)),
      ),
    );
  }

  /** @param {Api.Board} board */
  build(board) {
    this.board = board;
    this.blocksDrawn = "";
    this.carried = null;
    this.layout = new Layout(board);
    const { width, height } = this.layout;
    this.root = svg("svg", {
      class: `board kz${board.drawing.night ? " night" : ""}${this.layout.round ? " round" : ""}`,
      viewBox: `0 0 ${width} ${height}`,
      role: "group",
      "aria-label": t("Board of {game}", { game: board.title }),
    });
    this.layers = layersOf();
    const { air, ...drawn } = this.layers;
    this.nodes = board.places.map((_, cell) => this.cellNode(cell));
    this.marks = new Marks(this.layout, drawn.below, drawn.arrows, () => this.slim);
    drawn.below.append(...this.nodes.flatMap((node) => [node.under, node.mark]));
    drawn.pieces.append(...this.nodes.map((node) => node.piece));
    const top = svg("g", {}, this.nodes.map((node) => node.group));
    this.hands = svg("g", { class: "hands" });
    this.root.append(this.layout.ground(), ...Object.values(drawn), top, this.hands, air);
    this.root.style.maxWidth = `${width * LARGEST}px`;
    this.listen();
    this.place.replaceChildren(this.root);
    this.keepNamesSmall();
    this.focus = Math.min(this.focus, this.nodes.length - 1);
    this.states = {};
    this.rove(this.focus, false);
  }

  // The names of cells, rows and columns are as small on a large board as on a small one.
  keepNamesSmall() {
    this.resized?.disconnect();
    this.resized = new ResizeObserver(() => {
      const box = this.root.getBoundingClientRect();
      this.scale = Math.min(box.width / this.layout.width, box.height / this.layout.height);
      if (!(this.scale > 0)) return;
      this.root.style.setProperty("--name", `${Math.min(15, NAME / this.scale)}px`);
      this.root.style.setProperty("--slim", String(this.slim));
    });
    this.resized.observe(this.root);
  }

  // Where the slab ends in the drawing, its edges included; the whole drawing if it has none.
  get slab() {
    const { width, height } = this.layout;
    /** @type {NodeListOf<SVGGraphicsElement>} */
    const shapes = this.root.querySelectorAll(".slab :is(path, rect, circle, ellipse, polygon)");
    const placed = [...shapes].filter((shape) => !shape.closest(".slab [transform]")); // no shadow
    const boxes = placed.map((shape) => {
      const { stroke, strokeWidth } = getComputedStyle(shape);
      const edge = stroke === "none" ? 0 : parseFloat(strokeWidth) / 2;
      const box = shape.getBBox();
      return { right: box.x + box.width + edge, top: box.y - edge, bottom: box.y + box.height + edge };
    });
    if (!boxes.length) return { right: width, top: 0, bottom: height };
    return {
      right: Math.min(width, Math.max(...boxes.map((box) => box.right))),
      top: Math.max(0, Math.min(...boxes.map((box) => box.top))),
      bottom: Math.min(height, Math.max(...boxes.map((box) => box.bottom))),
    };
  }

  // How much smaller marks are drawn on a board that is blown up.
  get slim() {
    return this.scale > 0 ? Math.min(1, BLOWN_UP / this.scale) : 1;
  }

  /** @param {number} cell @returns {CellNode} */
  cellNode(cell) {
    const name = this.board.names[cell];
    const { layout } = this;
    const [cx, cy] = layout.point(cell);
    const under = svg(
      "g",
      { class: "state" },
      layout.frame(cell, "state-frame"),
      svg("circle", { class: "state-dot", cx, cy, r: 9 }),
    );
    const group = svg(
      "g",
      { class: "cell", role: "button", tabindex: -1, "data-cell": name },
      layout.target(cell),
      layout.frame(cell, "ring-focus"),
    );
    const piece = svg("g", { transform: layout.move(cell) });
    return { group, under, piece, mark: layout.frame(cell, "mark"), sign: "", drawn: null };
  }

  // The cell that a part of the drawing belongs to, -1 if it belongs to none.
  /** @param {EventTarget | null} node */
  cellOf(node) {
    const group = node instanceof Element && node.closest(".cell");
    return group ? this.nodes.findIndex((one) => one.group === group) : -1;
  }

  // The cell at a point of the window, -1 if there is none.
  /** @param {MouseEvent} event */
  cellUnder({ clientX, clientY }) {
    const tree = /** @type {Document | ShadowRoot} */ (this.root.getRootNode());
    return this.cellOf(tree.elementFromPoint(clientX, clientY));
  }

  // A point of the window in the drawing.
  /** @param {MouseEvent} event @returns {XY} */
  inDrawing({ clientX, clientY }) {
    const at = new DOMPoint(clientX, clientY).matrixTransform(this.root.getScreenCTM()?.inverse());
    return [at.x, at.y];
  }

  listen() {
    this.drag = this.on.drag ? new Drag(this, this.on.drag) : null;
    this.root.addEventListener("click", (event) => {
      const cell = this.cellOf(event.target);
      if (cell < 0 || this.drag?.swallows(event)) return;
      this.rove(cell, false);
      this.on.point?.(cell, event instanceof PointerEvent && event.pointerType ? event.pointerType : "mouse");
    });
    this.root.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch" || this.drag?.active) return;
      const cell = this.cellOf(event.target);
      if (cell >= 0) this.on.over?.(cell);
    });
    this.root.addEventListener(
      "wheel",
      (event) => {
        if (this.on.wheel?.(event)) event.preventDefault();
      },
      { passive: false },
    );
    this.root.addEventListener("contextmenu", (event) => {
      if (this.on.menu?.()) event.preventDefault();
    });
    this.root.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.on.key?.(event)) {
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) {
      event.preventDefault();
      event.stopPropagation();
      this.rove(this.towards(ARROWS[event.key]));
      this.on.over?.(this.focus);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.on.point?.(this.focus, "key");
    }
  }

  // The nearest cell in a direction: first straight ahead, then a little to the side.
  /** @param {[down: number, right: number]} direction */
  towards([down, right]) {
    const [x, y] = this.layout.keyPoint(this.focus) || this.layout.point(this.focus);
    let best = this.focus;
    let least = Infinity;
    this.board.places.forEach((_, cell) => {
      const [cx, cy] = this.layout.keyPoint(cell) || [x, y];
      const ahead = (cx - x) * right + (cy - y) * down;
      const aside = Math.abs((cx - x) * down) + Math.abs((cy - y) * right);
      if (ahead > 1 && ahead + ASIDE * aside < least) {
        least = ahead + ASIDE * aside;
        best = cell;
      }
    });
    return best;
  }

  /** @param {number} cell */
  rove(cell, take = true) {
    this.nodes[this.focus]?.group.setAttribute("tabindex", "-1");
    this.focus = cell;
    this.nodes[cell].group.setAttribute("tabindex", "0");
    if (take) this.nodes[cell].group.focus();
  }

  // Shows the cells to point at, the selection, and the values beside them.
  /** @param {States} states */
  state(states) {
    const { tokens, off = false, going = false, grasp = NONE } = states;
    this.states = states;
    this.layers.tokens.replaceChildren();
    this.nodes.forEach((node, cell) => {
      for (const one of [node.group, node.under]) {
        for (const name of STATES) one.classList.toggle(name, Boolean(states[name]?.has(cell)));
      }
      node.group.classList.toggle("grasp", !off && grasp.has(cell));
      const value = tokens?.get(cell);
      if (value) {
        const [x, y] = this.layout.point(cell);
        const shift = this.layout.round ? 17 : 19;
        this.layers.tokens.append(tokenOf(value.tone, value.best, x + shift, y - shift, 0.85 * this.slim));
      }
    });
    this.root.classList.toggle("off", off);
    this.root.classList.toggle("going", going);
    this.say();
  }

  /** @param {number} cell */
  refuse(cell) {
    const { under } = this.nodes[cell];
    under.classList.add("refused");
    setTimeout(() => under.classList.remove("refused"), 300);
  }

  // The names of the cells for screen readers.
  say() {
    const { open = NONE, chosen = NONE, tokens } = this.states;
    const { called, names, goals, surroundings } = this.board;
    this.nodes.forEach((node, cell) => {
      const sign = this.cells[cell];
      const parts = [names[cell], sign === "." ? t("empty") : called[sign] || sign];
      if (goals.includes(cell)) parts.push(t("goal"));
      if (surroundings[cell]) parts.push(surroundings[cell]);
      if (chosen.has(cell)) parts.push(t("chosen"));
      if (open.has(cell)) parts.push(t("can be pointed at"));
      parts.push(tokens?.get(cell)?.words ?? "", this.marks.wordsAt(cell));
      node.group.setAttribute("aria-label", parts.filter(Boolean).join(", "));
    });
  }

  // A piece in the hand that covers several cells, or none.
  /** @param {number[] | null} cells */
  ghost(cells, sign = "", tone = "") {
    this.layers.ghosts.replaceChildren();
    this.root.classList.toggle("carrying", Boolean(cells)); // a finger then moves it, not the page
    if (cells?.length) this.layers.ghosts.append(this.layout.block(sign, cells, `ghost ${tone}`));
  }

  // A piece in the hand that is dragged: picked up, carried, and let go.

  /** @param {number} cell */
  pick(cell) {
    const block = this.blocks.findIndex((cells) => cells.includes(cell));
    const node = block < 0 ? this.nodes[cell].drawn : this.blockNodes[block];
    if (!node) return;
    if (block < 0) this.layers.pieces.append(this.nodes[cell].piece); // above the others
    else this.layers.blocks.append(node);
    this.carried = { node, home: this.layout.point(cell), large: block >= 0 };
    node.classList.add("held");
  }

  get isCarrying() {
    return Boolean(this.carried);
  }

  /** @param {XY} point */
  carry([x, y]) {
    if (!this.carried) return;
    const { node, home, large } = this.carried;
    node.style.transform = `translate(${x - home[0]}px, ${y - home[1]}px)${large ? "" : " scale(1.12)"}`;
  }

  // Shows which cell a piece would go to, if to any.
  /** @param {number | null} cell */
  aim(cell) {
    this.nodes.forEach((node, at) => node.under.classList.toggle("aimed", at === cell));
  }

  // Ends the drag.
  settle() {
    if (!this.carried) return;
    const { node } = this.carried;
    node.classList.remove("held");
    node.style.transform = "";
    this.carried = null;
  }

  // The piece goes back to where it was taken from.
  putBack() {
    if (!this.carried) return;
    const { node } = this.carried;
    const from = node.style.transform;
    this.settle();
    if (!calm() && from) node.animate([{ transform: from }, { transform: "none" }], { duration: 160, easing: "ease-out" });
  }

  // Arrows and tints, in place of those before.
  /** @param {import("./marks.js").Mark[]} list */
  mark(list) {
    this.marks?.mark(list);
  }

  // A move that is looked at in a list, or nothing.
  /** @param {{ steps: number[][] } | null} move */
  preview(move) {
    this.marks?.preview(move);
  }

  // Numbers or groups on the cells, or nothing.
  /** @param {import("./marks.js").Paint[] | null} weights */
  paint(weights) {
    this.marks?.paint(weights);
    if (this.cells) this.say();
  }
}

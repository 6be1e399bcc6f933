// The board on the page: cells that can be pointed at by mouse, touch and keys, and what is shown
// on them. It knows cells, signs and marks, and no game.

import { calm, svg } from "./dom.js";
import { Marks } from "./marks.js";
import { Layout, tokenOf } from "./pieces.js";
import { t } from "./words.js";

const ASIDE = 1.4; // what a step aside counts when the arrow keys look for the next cell
const LARGEST = 2.7; // how far a small board is blown up

const ARROWS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export class BoardView {
  // `on` has what happens: point(cell, how), over(cell, how), leave(), key(event).
  constructor(place, on = {}) {
    this.place = place;
    this.on = on;
    this.board = null;
    this.focus = 0;
  }

  // `lifted` is the sign of a wide piece that is in the hand.
  show(board, cells, marks = [], lifted = "") {
    if (!this.board || this.board.name !== board.name) this.build(board);
    this.cells = cells;
    this.wides.replaceChildren(
      ...board.wide.flatMap((sign) => {
        const covered = cells.flatMap((one, cell) => (one === sign ? [cell] : []));
        if (!covered.length) return [];
        return [this.layout.wide(sign, covered, sign === lifted ? "lifted" : "")];
      }),
    );
    board.places.forEach((_, cell) => {
      const node = this.nodes[cell];
      node.piece.replaceChildren();
      node.group.classList.toggle("filled", cells[cell] !== ".");
      if (cells[cell] !== "." && !this.layout.isWide(cells[cell])) {
        node.piece.append(this.layout.piece(cell, cells[cell]));
      }
      node.mark.replaceChildren();
      if (marks[cell] && !this.layout.isWide(cells[cell])) node.mark.append(this.layout.frame(cell, `mark ${marks[cell]}`));
    });
    this.say();
  }

  build(board) {
    this.board = board;
    this.layout = new Layout(board);
    const { width, height } = this.layout;
    this.root = svg("svg", {
      class: "board",
      viewBox: `0 0 ${width} ${height}`,
      role: "group",
      "aria-label": t("Board of {game}", { game: board.title }),
    });
    this.root.append(...this.layout.labels());
    board.places.forEach((_, cell) => {
      this.root.append(this.layout.ground(cell, "ground"));
      if (board.goals.includes(cell)) {
        this.root.append(this.layout.frame(cell, "goal", 8), this.layout.frame(cell, "goal", 14));
      }
    });
    const layer = () => svg("g", { class: "overlay", "aria-hidden": "true" });
    const below = layer();
    this.root.append(below);
    this.nodes = board.places.map((_, cell) => this.cellNode(cell));
    for (const node of this.nodes) this.root.append(node.group);
    this.wides = layer();
    this.overlay = layer();
    this.tokens = layer();
    const above = layer();
    this.root.append(this.wides, this.overlay, above, this.tokens);
    this.marks = new Marks(this.layout, below, above);
    this.root.style.maxWidth = `${width * LARGEST}px`;
    this.listen();
    this.place.replaceChildren(this.root);
    this.focus = Math.min(this.focus, this.nodes.length - 1);
    this.hints = [];
    this.states = {};
    this.rove(this.focus, false);
  }

  cellNode(cell) {
    const piece = svg("g", {});
    const mark = svg("g", {});
    const group = svg(
      "g",
      { class: "cell", role: "button", tabindex: -1, "data-cell": this.board.names[cell] },
      this.layout.ground(cell, "hit"),
    );
    group.append(mark, piece, this.layout.frame(cell, "ring-focus", 2));
    if (this.layout.round) {
      const [x, y] = this.layout.point(cell);
      group.append(svg("text", { class: "number", x, y: y + 5 }, this.board.names[cell]));
    }
    return { group, piece, mark };
  }

  listen() {
    const cellOf = (event) => {
      const group = event.target.closest?.(".cell");
      return group ? this.nodes.findIndex((node) => node.group === group) : -1;
    };
    this.root.addEventListener("click", (event) => {
      const cell = cellOf(event);
      if (cell < 0) return;
      this.rove(cell, false);
      this.on.point?.(cell, event.pointerType || "mouse");
    });
    this.root.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch" && event.buttons === 0) return;
      const under = document.elementFromPoint(event.clientX, event.clientY);
      const cell = cellOf({ target: under || event.target });
      if (cell >= 0) this.on.over?.(cell, event.pointerType);
    });
    this.root.addEventListener("pointerdown", (event) => {
      this.on.press?.(cellOf(event), event.pointerType);
      if (event.pointerType === "touch") event.target.releasePointerCapture?.(event.pointerId);
    });
    this.root.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") this.on.leave?.();
    });
    this.root.addEventListener(
      "wheel",
      (event) => {
        if (this.on.wheel?.(event)) event.preventDefault();
      },
      { passive: false },
    );
    this.root.addEventListener("contextmenu", (event) => {
      if (this.on.menu?.(event)) event.preventDefault();
    });
    this.root.addEventListener("keydown", (event) => this.key(event));
  }

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
      this.on.over?.(this.focus, "key");
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.on.point?.(this.focus, "key");
    }
  }

  // The nearest cell in a direction: first straight ahead, then a little to the side.
  towards([down, right]) {
    const [x, y] = this.layout.point(this.focus);
    let best = this.focus;
    let least = Infinity;
    this.board.places.forEach((_, cell) => {
      const [cx, cy] = this.layout.point(cell);
      const ahead = (cx - x) * right + (cy - y) * down;
      const aside = Math.abs((cx - x) * down) + Math.abs((cy - y) * right);
      if (ahead > 1 && ahead + ASIDE * aside < least) {
        least = ahead + ASIDE * aside;
        best = cell;
      }
    });
    return best;
  }

  rove(cell, take = true) {
    this.nodes[this.focus]?.group.setAttribute("tabindex", -1);
    this.focus = cell;
    this.nodes[cell].group.setAttribute("tabindex", 0);
    if (take) this.nodes[cell].group.focus();
  }

  // What can be pointed at, what is chosen, and the values to show beside it.
  state({ open = new Set(), chosen = new Set(), tokens = new Map(), off = false } = {}) {
    this.states = { open, chosen, tokens, off };
    this.tokens.replaceChildren();
    this.nodes.forEach((node, cell) => {
      node.group.classList.toggle("open", open.has(cell));
      node.group.classList.toggle("chosen", chosen.has(cell));
      const value = tokens.get(cell);
      if (value) {
        const [x, y] = this.layout.point(cell);
        const shift = this.layout.round ? 17 : 19;
        this.tokens.append(tokenOf(value.tone, value.best, x + shift, y - shift, 0.85));
      }
    });
    this.root.classList.toggle("off", off);
    this.say();
  }

  // The names of the cells for those who do not see them.
  say() {
    const { open = new Set(), chosen = new Set(), tokens = new Map() } = this.states;
    this.nodes.forEach((node, cell) => {
      const parts = [this.board.names[cell]];
      parts.push(this.cells[cell] === "." ? t("empty") : this.cells[cell]);
      if (this.board.goals.includes(cell)) parts.push(t("goal"));
      if (chosen.has(cell)) parts.push(t("chosen"));
      if (open.has(cell)) parts.push(t("can be pointed at"));
      if (tokens.get(cell)?.words) parts.push(tokens.get(cell).words);
      node.group.setAttribute("aria-label", parts.join(", "));
    });
  }

  // A wide piece that follows the pointer.
  ghost(cells, sign, tone) {
    this.overlay.replaceChildren();
    this.root.classList.toggle("carrying", Boolean(cells)); // a finger then moves it, not the page
    if (cells) this.overlay.append(this.layout.wide(sign, cells, `ghost ${tone}`));
  }

  // Lets what came to stand on a cell slide there from another.
  slide(from, to) {
    const piece = this.nodes[to]?.piece;
    if (calm() || !piece || !piece.animate) return;
    const [x0, y0] = this.layout.point(from);
    const [x1, y1] = this.layout.point(to);
    piece.animate(
      [{ transform: `translate(${x0 - x1}px, ${y0 - y1}px)` }, { transform: "translate(0, 0)" }],
      { duration: 260, easing: "ease-in-out" },
    );
  }

  // Arrows and tints: [{from, to} or {cells}, with tone and perhaps kind], in place of those before.
  mark(list) {
    this.marks?.mark(list);
  }

  // A move that is looked at in a list: a move, cells, or nothing.
  preview(what) {
    this.marks?.preview(what);
  }

  // Numbers or groups on the cells: for each null, a number or {words, group}; nothing clears it.
  paint(weights) {
    this.marks?.paint(weights);
  }

  clear() {
    this.marks?.clear();
  }
}

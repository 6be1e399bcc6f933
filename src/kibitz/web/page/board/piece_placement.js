// Placement of a piece that covers several cells: it is held by one of its cells, turned and flipped
// around it, and put down. Its shapes come from its possible places, not from a game.

/** @param {number[]} cells */
const key = (cells) => [...cells].sort((a, b) => a - b).join(" ");

export class Placing {
  /** @type {[down: number, right: number][]} */
  shape; // from the cell that it is held by
  at = 0; // that cell

  // `lies` are the cells it lies on before it is picked up.
  /** @param {import("./pieces.js").Layout} layout @param {number[][]} placements @param {string} sign @param {number[]} lies */
  constructor(layout, placements, sign, lies) {
    this.layout = layout;
    this.sign = sign;
    this.lies = lies;
    this.legal = new Map(placements.map((cells) => [key(cells), cells]));
    this.lieOn(lies.length ? lies : placements[0]);
  }

  // Lays it on cells, held by one of them: by default the one nearest to all others.
  /** @param {number[]} cells */
  lieOn(cells, by = this.anchor(cells)) {
    const { places } = this.layout.board;
    const [row, column] = places[by];
    this.shape = cells.map((cell) => [places[cell][0] - row, places[cell][1] - column]);
    this.at = by;
  }

  /** @param {number[]} cells */
  anchor(cells) {
    const { places } = this.layout.board;
    /** @param {number} one */
    const far = (one) =>
      cells.reduce(
        (sum, other) =>
          sum +
          (places[one][0] - places[other][0]) ** 2 +
          (places[one][1] - places[other][1]) ** 2,
        0,
      );
    return cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
  }

  turn(back = false) {
    this.shape = this.shape.map(([r, c]) => (back ? [-c, r] : [c, -r]));
  }

  flip() {
    this.shape = this.shape.map(([r, c]) => [r, -c]);
  }

  // The cells it covers, held over a cell; pushed back onto the board where it would stick out.
  /** @param {number} at */
  cellsAt(at) {
    const { places } = this.layout.board;
    const [row, column] = [0, 1].map((axis) => {
      const all = places.map((place) => place[axis]);
      const offsets = this.shape.map((offset) => offset[axis]);
      const low = places[at][axis] + Math.min(...offsets);
      const high = places[at][axis] + Math.max(...offsets);
      const push = Math.max(0, Math.min(...all) - low) - Math.max(0, high - Math.max(...all));
      return places[at][axis] + push;
    });
    return this.shape
      .map(([down, right]) => this.layout.cellAt(row + down, column + right))
      .filter((cell) => cell !== undefined);
  }

  get cells() {
    return this.cellsAt(this.at);
  }

  // The step it makes if it is put down here, null if it does not fit.
  get step() {
    return this.stepOn(this.cells);
  }

  /** @param {number[]} cells */
  stepOn(cells) {
    return this.legal.get(key(cells)) || null;
  }

  get isHome() {
    return key(this.cells) === key(this.lies);
  }

  // Every cell that it can cover, however it is turned.
  get reach() {
    return new Set([...this.legal.values()].flat());
  }

  // Every cell that it would cover somewhere where it fits as it is turned now.
  get room() {
    /** @type {Set<number>} */
    const found = new Set();
    this.layout.board.places.forEach((_, at) => {
      for (const cell of this.stepOn(this.cellsAt(at)) || []) found.add(cell);
    });
    return found;
  }
}

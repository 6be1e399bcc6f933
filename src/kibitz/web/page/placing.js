// A piece that covers several cells follows the pointer, is turned and flipped, and is put down.
// Its shapes come from the ways it may lie; no game is known here.

const key = (cells) => [...cells].sort((a, b) => a - b).join(" ");

export class Placing {
  constructor(layout, placements, sign, lies) {
    this.layout = layout;
    this.sign = sign;
    this.legal = new Map(placements.map((cells) => [key(cells), cells]));
    const cells = lies.length ? lies : placements[0];
    this.shape = this.around(cells);
    this.at = this.anchor(cells);
  }

  // The cell of a piece nearest to all of its others: what the pointer holds it by.
  anchor(cells) {
    const { places } = this.layout.board;
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

  around(cells) {
    const { places } = this.layout.board;
    const [row, column] = places[this.anchor(cells)];
    return cells.map((cell) => [places[cell][0] - row, places[cell][1] - column]);
  }

  turn(back = false) {
    this.shape = this.shape.map(([r, c]) => (back ? [-c, r] : [c, -r]));
  }

  flip() {
    this.shape = this.shape.map(([r, c]) => [r, -c]);
  }

  moveTo(cell) {
    this.at = cell;
  }

  // The cells it covers now, pushed back onto the board where it would stick out.
  get cells() {
    const { places } = this.layout.board;
    const [row, column] = places[this.at];
    const rows = places.map((place) => place[0]);
    const columns = places.map((place) => place[1]);
    const push = (at, offsets, least, most) => {
      const low = at + Math.min(...offsets);
      const high = at + Math.max(...offsets);
      return at + Math.max(0, least - low) - Math.max(0, high - most);
    };
    const r = push(
      row,
      this.shape.map((offset) => offset[0]),
      Math.min(...rows),
      Math.max(...rows),
    );
    const c = push(
      column,
      this.shape.map((offset) => offset[1]),
      Math.min(...columns),
      Math.max(...columns),
    );
    return this.shape
      .map(([down, right]) => this.layout.cellAt(r + down, c + right))
      .filter((cell) => cell !== undefined);
  }

  // The step it makes if it is put down here, null if it does not fit.
  get step() {
    return this.legal.get(key(this.cells)) || null;
  }

  // Lays it on given cells, as a listed move does.
  lieOn(cells) {
    this.shape = this.around(cells);
    this.at = this.anchor(cells);
  }
}

// Piece that is being dragged: its ways from where it stands, and the drop. It depends on steps and
// cells, not on a game; `table` makes the move.

const NEAR = 0.62; // of a step: a drop within this distance of a cell is on that cell
const FAR = 0.5; // of a step: least distance of a drag that gives a direction
const STRAIGHT = 0.87; // the cosine of how much a pull may differ from the direction of a move

/**
 * @typedef {import("./pieces.js").XY} XY
 * @typedef {import("./pointing.js").Pointing} Pointing
 * @typedef {{ origin: number, cell: number, by: XY }} Way from a cell to another, and how far that is in the drawing
 * @typedef {Pick<import("./playing_board.js").Table, "view" | "pointing" | "refresh" | "make" | "take">} Board
 */

export class Hand {
  /** @type {number | null} */
  origin = null; // the cell that the piece leaves
  taken = false; // whether that is a step that was made for the drag
  /** @type {Way[]} */
  ways = [];
  filled = false; // whether there is a piece, not only a cell
  large = false; // whether it covers several cells
  /** @type {XY} */
  pressed = [0, 0]; // where the drag began
  /** @type {XY} */
  home = [0, 0]; // where the piece stood
  /** @type {import("./pointing.js").Move | null} */
  made = null; // what is made when it is let go

  /** @param {Board} table */
  constructor(table) {
    this.table = table;
  }

  get view() {
    return this.table.view;
  }

  get pointing() {
    return this.table.pointing;
  }

  // The cells that a press on a cell can move a piece from: its own, or others that the piece covers.
  /** @param {number} cell */
  originsOf(cell) {
    const meant = this.view.layout.meant(cell, this.pointing.open, this.view.cells);
    const block = this.view.blocks.find((cells) => cells.includes(cell)) || [meant];
    return [...new Set([cell, ...block])].filter((one) => this.canLeave(one));
  }

  // Whether a move can begin, or go on, with a cell and then goes to another.
  /** @param {number} cell */
  canLeave(cell) {
    const { pointing } = this;
    if (this.isLast(pointing, cell)) return true;
    const before = pointing.begun ? pointing.earlier() : pointing;
    return [pointing, before].some((one) =>
      one.through([cell]).some((move) => move.steps.length > one.stage + 1),
    );
  }

  // The cells that a piece can be dragged from.
  get graspable() {
    return new Set(this.view.cells.map((_, cell) => cell).filter((cell) => this.originsOf(cell).length));
  }

  /** @param {number} cell */
  lift(cell) {
    const origins = this.originsOf(cell);
    if (!origins.length) return false;
    const { view } = this;
    const [origin] = origins;
    this.pressed = view.layout.point(cell);
    this.large = view.blocks.some((cells) => cells.includes(cell));
    this.ways = origins.flatMap((one) => this.waysFrom(one));
    this.origin = null;
    this.leave(origin);
    this.home = view.layout.point(origin);
    this.filled = view.cells[origin] !== ".";
    this.table.refresh();
    if (this.filled) view.pick(origin);
    return true;
  }

  // Where a piece can go from a cell: the cells, and how far that is in the drawing.
  /** @param {number} origin @returns {Way[]} */
  waysFrom(origin) {
    const { layout } = this.view;
    const copy = this.pointing.copy();
    if (!this.isLast(copy, origin)) {
      if (!copy.through([origin]).length) copy.back();
      copy.take([origin]);
    }
    const [x0, y0] = layout.point(origin);
    return [...copy.open].map((cell) => {
      const [x, y] = layout.point(cell);
      return { origin, cell, by: [x - x0, y - y0] };
    });
  }

  // Whether a cell is the last step of a move that goes on from there.
  /** @param {Pointing} pointing @param {number} cell */
  isLast(pointing, cell) {
    const last = pointing.trail.at(-1);
    return last?.length === 1 && last[0] === cell && pointing.open.size > 0;
  }

  // Makes a cell the origin of the drag: the step of a half-made move that the piece leaves it.
  /** @param {number} origin */
  leave(origin) {
    const { pointing } = this;
    if (this.origin !== null && this.taken) pointing.back();
    this.taken = !this.isLast(pointing, origin);
    if (this.taken) {
      if (!pointing.through([origin]).length) pointing.back();
      pointing.take([origin]);
    }
    this.origin = origin;
  }

  /** @param {number} cell @param {XY} point */
  carry(cell, point) {
    if (this.filled) {
      const pulled = this.pulled(point);
      const way = this.wayNear(pulled);
      if (way && way.origin !== this.origin) {
        this.leave(way.origin);
        this.table.refresh();
      }
      const [x, y] = this.large ? this.onRails(pulled) : pulled;
      this.view.carry([this.home[0] + x, this.home[1] + y]);
      this.view.aim(way ? way.cell : null);
    } else if (cell >= 0 && this.pointing.open.has(cell) && !this.made) {
      const made = this.pointing.take([cell]);
      this.table.refresh();
      if (made && !this.pointing.going().length) this.made = made; // made when it is let go
    }
  }

  // How far the piece was pulled, in the drawing.
  /** @param {XY} point @returns {XY} */
  pulled([x, y]) {
    return [x - this.pressed[0], y - this.pressed[1]];
  }

  // A large piece slides: it follows the pointer along its ways, as far as they go.
  /** @param {XY} pulled */
  onRails([x, y]) {
    /** @type {XY} */
    let best = [0, 0];
    let least = Math.hypot(x, y);
    for (const { by } of this.ways) {
      const long = Math.hypot(...by) || 1;
      const along = Math.min(1, Math.max(0, (x * by[0] + y * by[1]) / long ** 2));
      /** @type {XY} */
      const at = [along * by[0], along * by[1]];
      const away = Math.hypot(at[0] - x, at[1] - y);
      if (away < least) [best, least] = [at, away];
    }
    return best;
  }

  /** @param {XY} point @param {boolean} out */
  drop(point, out) {
    const { pointing, view, table } = this;
    const { made } = this;
    this.made = null;
    view.aim(null);
    if (!this.filled) {
      if (made) table.make(made);
      return;
    }
    const leaves = out && pointing.complete.length === 1;
    const way = leaves ? null : this.wayNear(this.pulled(point));
    if (leaves) table.make(pointing.complete[0]);
    else if (!way) this.cancel();
    else {
      if (way.origin !== this.origin) this.leave(way.origin);
      view.carry([this.home[0] + way.by[0], this.home[1] + way.by[1]]);
      table.take(pointing.point(way.cell), way.cell);
    }
  }

  // Puts the piece back.
  cancel() {
    this.view.aim(null);
    this.view.putBack();
    if (this.taken && this.pointing.begun) this.pointing.back();
    this.made = null;
    this.origin = null;
    this.table.refresh();
  }

  // The way of a piece that was pulled so far: to a cell nearby, or in the direction of the pull.
  /** @param {XY} pulled */
  wayNear([x, y]) {
    const { layout } = this.view;
    const [dx, dy] = this.large ? this.onRails([x, y]) : [x, y];
    const ways = this.ways.map((way) => {
      const length = Math.hypot(...way.by) * Math.hypot(x, y) || 1;
      const along = (way.by[0] * x + way.by[1] * y) / length;
      return { ...way, away: Math.hypot(way.by[0] - dx, way.by[1] - dy), along };
    });
    ways.sort((one, other) => one.away - other.away);
    if (layout.drawing.groups.length) {
      const near = layout.nearest([this.home[0] + x, this.home[1] + y]);
      const meant = layout.meant(near, this.pointing.open, this.view.cells);
      const found = ways.find((way) => way.cell === meant);
      if (found) return found;
    }
    if (ways.length && ways[0].away < NEAR * layout.step) {
      const stays = Math.hypot(dx, dy) < ways[0].away; // nearer to where it stood
      return stays ? null : ways[0];
    }
    if (Math.hypot(x, y) < FAR * layout.step) return null;
    const ahead = ways.filter((one) => one.along > STRAIGHT);
    return ahead.length === 1 ? ahead[0] : null;
  }
}

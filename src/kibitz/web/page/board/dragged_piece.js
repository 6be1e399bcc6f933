// Piece that is being dragged: its origin, its possible targets, and the drop. It depends on steps
// and cells, not on a game; `table` makes the move.

const NEAR = 0.62; // of a step: a drop within this distance of a cell is on that cell
const FAR = 0.5; // of a step: least distance of a drag that gives a direction
const STRAIGHT = 0.87; // the cosine of how much a pull may differ from the direction of a move

export class Hand {
  /** @type {[number, number]} */
  shift = [0, 0]; // where on a large piece it is held

  constructor(table) {
    this.table = table;
    this.origin = null;
  }

  get view() {
    return this.table.view;
  }

  get pointing() {
    return this.table.pointing;
  }

  // The cell whose piece a press on a cell picks up: its own, or another that the piece covers.
  originOf(cell) {
    const meant = this.view.layout.meant(cell, this.pointing.open);
    const block = this.view.blocks.find((cells) => cells.includes(cell)) || [meant];
    return [cell, ...block].find((one) => this.canLeave(one)) ?? null;
  }

  // Whether a move can begin, or go on, with a cell and then goes to another.
  canLeave(cell) {
    const { pointing } = this;
    const last = pointing.trail.at(-1);
    if (last?.length === 1 && last[0] === cell && pointing.open.size) return true;
    const before = pointing.begun ? pointing.earlier() : pointing;
    return [pointing, before].some((one) =>
      one.through([cell]).some((move) => move.steps.length > one.stage + 1),
    );
  }

  // The cells that a piece can be dragged from.
  get graspable() {
    return new Set(this.view.cells.map((_, cell) => cell).filter((cell) => this.originOf(cell) !== null));
  }

  lift(cell) {
    const origin = this.originOf(cell);
    if (origin === null) return false;
    const { pointing, view } = this;
    const last = pointing.trail.at(-1);
    this.taken = !(last?.length === 1 && last[0] === origin && pointing.open.size);
    if (this.taken) {
      if (!pointing.through([origin]).length) pointing.back();
      pointing.take([origin]);
    }
    this.origin = origin;
    this.filled = view.cells[origin] !== ".";
    const [[x, y], [x0, y0]] = [view.layout.point(cell), view.layout.point(origin)];
    this.shift = [x - x0, y - y0];
    this.table.refresh();
    if (this.filled) view.pick(origin);
    return true;
  }

  carry(cell, point) {
    if (this.filled) {
      const at = this.held(point);
      this.view.carry(at);
      this.view.aim(this.targetNear(at));
    } else if (cell >= 0 && this.pointing.open.has(cell) && !this.made) {
      const made = this.pointing.take([cell]);
      this.table.refresh();
      if (made && !this.pointing.going().length) this.made = made; // made when it is let go
    }
  }

  /** @returns {[number, number]} */
  held([x, y]) {
    return [x - this.shift[0], y - this.shift[1]];
  }

  drop(_, point, out) {
    const { pointing, view, table } = this;
    const { made } = this;
    this.made = null;
    view.aim(null);
    if (!this.filled) {
      if (made) table.make(made);
      return;
    }
    const at = this.held(point);
    const target = out && pointing.complete.length === 1 ? null : this.targetNear(at);
    if (out && pointing.complete.length === 1) table.make(pointing.complete[0]);
    else if (target === null) this.cancel();
    else {
      view.land(target);
      table.take(pointing.point(target), target);
    }
  }

  // Puts the piece back.
  cancel() {
    this.view.aim(null);
    this.view.putBack();
    if (this.taken && this.pointing.begun) this.pointing.back();
    this.made = null;
    this.table.refresh();
  }

  // Where a piece goes that is let go at a point: to a cell nearby, or in the direction it is pulled.
  targetNear([x, y]) {
    const { layout } = this.view;
    const [x0, y0] = layout.point(this.origin);
    const open = [...this.pointing.open].map((cell) => {
      const [cx, cy] = layout.point(cell);
      const length = Math.hypot(cx - x0, cy - y0) * Math.hypot(x - x0, y - y0) || 1;
      const along = ((cx - x0) * (x - x0) + (cy - y0) * (y - y0)) / length;
      return { cell, away: Math.hypot(cx - x, cy - y), along };
    });
    open.sort((one, other) => one.away - other.away);
    const meant = layout.meant(layout.nearest([x, y]), this.pointing.open);
    if (layout.drawing.groups.length && this.pointing.open.has(meant)) return meant;
    if (open.length && open[0].away < NEAR * layout.step) return open[0].cell;
    if (Math.hypot(x - x0, y - y0) < FAR * layout.step) return null;
    const ahead = open.filter((one) => one.along > STRAIGHT);
    return ahead.length === 1 ? ahead[0].cell : null;
  }
}

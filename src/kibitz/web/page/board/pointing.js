// Move input by pointing: each legal move is a sequence of steps, each step a set of cells. Pointing
// narrows the moves down until one is left. It does not depend on a game.

/** @param {Move[]} moves */
const unique = (moves) => [...new Map(moves.map((move) => [move.move, move])).values()];

// A move whose steps may be made in any order is listed once for each order.
/** @param {Api.Move | Api.Run} all @returns {Move[]} */
const orders = (all) => {
  const { any_order: any, ...move } = { any_order: false, ...all };
  return any ? permuted(move.steps).map((steps) => ({ ...move, steps })) : [move];
};

/** @param {number[][]} row @returns {number[][][]} */
const permuted = (row) =>
  row.length < 2
    ? [row]
    : row.flatMap((one, at) => permuted(row.filter((_, other) => other !== at)).map((others) => [one, ...others]));

/** @param {number[]} one @param {number[]} other */
const same = (one, other) => one.length === other.length && one.every((c, i) => c === other[i]);

/** @typedef {Api.Run & Partial<Omit<Api.Move, "any_order">>} Move */

export class Pointing {
  /** @type {Move[]} */
  left; // those that are still possible
  stage = 0; // steps of them that are taken
  pointed = 0; // steps that the player took; others are taken where there is no choice
  /** @type {number[][]} */
  trail = []; // the steps

  /** @param {(Api.Move | Api.Run)[]} moves */
  constructor(moves) {
    this.moves = moves.flatMap(orders);
    this.reset();
  }

  reset() {
    this.left = this.moves;
    this.stage = 0;
    this.pointed = 0;
    this.trail = [];
    this.skip();
  }

  // Where every move begins with the same cell, it need not be pointed at.
  skip() {
    const steps = this.going().map((move) => move.steps[this.stage]);
    const more = this.going().every((move) => move.steps.length > this.stage + 1);
    if (this.left.length > 1 && more && steps.length === this.left.length) {
      if (steps.every((step) => step.length === 1 && step[0] === steps[0][0])) {
        this.trail.push(steps[0]);
        this.stage += 1;
      }
    }
  }

  going() {
    return this.left.filter((move) => move.steps.length > this.stage);
  }

  // The move that is made if nothing more is pointed at, if there is one.
  get complete() {
    return unique(this.left.filter((move) => move.steps.length === this.stage));
  }

  get placing() {
    return this.going().some((move) => move.steps[this.stage].length > 1);
  }

  // What the next step can be: cells to point at.
  get open() {
    /** @type {Set<number>} */
    const none = new Set();
    return this.placing ? none : new Set(this.going().map((move) => move.steps[this.stage][0]));
  }

  get chosen() {
    return new Set(this.trail.flat());
  }

  get begun() {
    return this.pointed > 0;
  }

  // Every way to put the wide piece down.
  get placements() {
    return this.going().map((move) => move.steps[this.stage]);
  }

  // The moves that go through a cell, or lay a piece on cells, as the next step.
  /** @param {number[]} step */
  through(step) {
    return this.going().filter((move) => same(move.steps[this.stage], step));
  }

  /** @param {number[]} step */
  take(step) {
    this.left = this.through(step);
    this.trail.push(step);
    this.stage += 1;
    this.pointed += 1;
    return this.only();
  }

  // The one move that is left, if it is only one.
  only() {
    return unique(this.left).length === 1 ? this.left[0] : null;
  }

  // Points at a cell: returns the move if that settles it, true if it was taken, else false.
  // `gently` leaves a move whose end was not pointed at to be made by pointing once more.
  /** @param {number} cell @returns {Move | boolean} */
  point(cell, gently = false) {
    if (this.placing) return false;
    if (this.open.has(cell)) {
      const made = this.take([cell]);
      return (gently && this.going().length ? null : made) || true;
    }
    const only = this.only();
    if (this.begun && only && this.chosen.has(cell)) return only;
    const ending = unique(this.going().filter((move) => move.steps.at(-1)?.[0] === cell));
    if (ending.length === 1) return ending[0]; // only one piece can go there
    const before = this.trail.at(-1);
    if (this.begun && before && before.includes(cell) && before.length === 1) {
      this.back();
      return true;
    }
    if (this.begun) {
      const again = this.earlier();
      if (!again.placing && again.open.has(cell)) {
        Object.assign(this, { left: again.left, stage: again.stage, trail: again.trail });
        this.pointed = again.pointed;
        return this.take([cell]) || true;
      }
    }
    return false;
  }

  /** @returns {Pointing} */
  copy() {
    return Object.assign(Object.create(Pointing.prototype), this, { trail: [...this.trail] });
  }

  // What this was before the last step.
  earlier() {
    const again = this.copy();
    again.back();
    return again;
  }

  // Takes the last step back.
  back() {
    const trail = this.trail.slice(0, -1);
    this.reset();
    for (const step of trail.slice(this.trail.length)) this.take(step);
  }
}

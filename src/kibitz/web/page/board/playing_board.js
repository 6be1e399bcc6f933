// Interactive board: pointing at cells, dragging and placing pieces, and its display.

import { say } from "../core/announce.js";
import { $, el } from "../core/dom.js";
import { can } from "../core/modes.js";
import { BoardView } from "./board_view.js";
import { Hand } from "./dragged_piece.js";
import { Hands } from "./hands.js";
import { Holding } from "./large_piece.js";
import { animate, drawLine, celebrate } from "./motion.js";
import { Pointing } from "./pointing.js";
import { sound } from "./sounds.js";
import { addSwitches } from "./switches.js";
import { tokensOf } from "./move_values.js";
import { capital, t } from "../core/words.js";

/**
 * @typedef {import("../core/store.js").Seen} Seen
 * @typedef {import("./pointing.js").Move} Move
 * @typedef {{ move: string, carried: boolean, laid: boolean }} Dropped a move, and whether its piece was brought there
 */

export class Table {
  pointing = new Pointing([]);
  hand = new Hand(this);
  holding = new Holding(this);
  /** @type {BoardView} */
  view;
  /** @type {string | null} */
  chosen = null; // the kind of a piece in hand that is to be put down
  /** @type {Dropped | null} */
  dropped = null; // the move that is on its way
  /** @type {{ cell: number, ply: number } | null} */
  arrived = null; // where a move ended that was made before its end was pointed at

  // `on` has what happens: made(move); place(cell), while a position is set up.
  /** @param {import("../core/store.js").Store} store @param {{ made(move: Move): void, place(cell: number): void }} on */
  constructor(store, on) {
    this.store = store;
    this.on = on;
    store.subscribe((state, before) => {
      if (state.seen !== before.seen) this.show(state.seen, before.seen);
      else this.stand();
    }, "seen", "mode", "pending");
    // Not after `show`: drawing the pieces again would end their animations.
    store.subscribe(({ seen }, before) => seen === before.seen && this.refresh(), "opinion", "choices", "chose");
    store.subscribe(({ away, pending }) => pending && away && this.view.preview(pending), "away", "pending");
    this.view = new BoardView($("#board"), {
      point: (cell, how) => this.point(cell, how),
      over: (cell) => this.over(cell),
      wheel: (event) => this.wheel(event),
      menu: () => this.flip(),
      key: (event) => this.key(event),
      drag: {
        lift: (cell) => this.lift(cell),
        carry: (cell, point) => (this.placing ? this.holding.carry(cell) : this.hand.carry(cell, point)),
        drop: (point, out) => (this.placing ? this.holding.letDown() : this.hand.drop(point, out)),
        cancel: () => (this.placing ? this.holding.putBack() : this.hand.cancel()),
      },
    });
    this.hands = new Hands(this.view, {
      choose: (kind) => this.choose(kind),
      drop: (cell) => this.point(cell, "mouse"),
    });
    this.showNumbers = addSwitches(this.view);
    $("#turn").addEventListener("click", () => this.turn());
    $("#flip").addEventListener("click", () => this.flip());
    $("#put").addEventListener("click", () => this.holding.put());
    $("#stay").addEventListener("click", () => this.stay());
    $("#back").addEventListener("click", () => this.back());
  }

  get seen() {
    return this.store.state.seen;
  }

  get editing() {
    return this.store.state.mode === "editing";
  }

  // Another position is on the board.
  /** @param {Seen} seen @param {Seen | undefined} before */
  show(seen, before) {
    $("#below").hidden = !seen.below.length;
    $("#below").textContent = seen.below.join(" · ");
    const { dropped } = this;
    if (before?.match !== seen.match) this.view.preview(null);
    this.stand();
    this.view.store(seen.stored);
    this.showNumbers();
    this.animate(before, seen, dropped);
    drawLine(this.view, seen.decisive, seen.ending_tone);
    if (before?.board.name !== seen.board.name) this.frame(seen.board.drawing);
  }

  // Offers what can be done now. A move that is on its way is shown as made.
  stand() {
    this.chosen = null;
    this.pointing = new Pointing(this.choices);
    this.holding.drop();
    if (this.store.state.pending) {
      this.view.mark([]);
      this.view.preview(null);
    } else {
      this.dropped = null;
      this.view.settle();
    }
    this.refresh();
  }

  // Fits the frame to the board: its proportions, and where the slab ends, beside which the meter is.
  /** @param {Api.Drawing} drawing */
  frame({ width, height }) {
    const { right, top, bottom } = this.view.slab;
    const share = { ratio: width / height, "slab-right": right / width, "slab-top": top / height, "slab-height": (bottom - top) / height };
    for (const [name, value] of Object.entries(share)) $("#stage").style.setProperty(`--${name}`, String(value));
  }

  // Shows how the board changed, if it is by one move forwards or back.
  /** @param {Seen | undefined} before @param {Seen} seen @param {Dropped | null} dropped */
  animate(before, seen, dropped) {
    if (!before || before.board.name !== seen.board.name || Math.abs(seen.ply - before.ply) !== 1) return;
    const forwards = seen.ply > before.ply;
    const [from, text] = forwards
      ? [before, seen.history[before.ply]]
      : [seen, before.history[seen.ply]];
    const steps = from.moves.find((move) => move.move === text)?.steps;
    if (!steps) return;
    const by = forwards && dropped?.move === text ? dropped : {};
    const path = forwards ? steps : [...steps].reverse();
    const captured = animate(this.view, { before, after: seen, steps: path, ...by });
    if (!forwards) return;
    if (seen.over) sound(seen.human_won ? "win" : "end");
    else sound(captured.length ? "capture" : "move");
    if (seen.human_won) celebrate(this.view);
  }

  get mayMove() {
    return !this.seen.over && this.seen.to_move === "human";
  }

  // The moves that can be pointed at; several squares of one piece are one of them.
  get choices() {
    const { moves, runs } = this.seen;
    const { state } = this.store;
    if (!this.mayMove || state.pending || !can(state, "move")) return [];
    return this.chosen ? moves.filter((move) => move.hand === this.chosen) : [...moves, ...runs];
  }

  // Chooses a kind of piece in hand, or none.
  /** @param {string | null} kind */
  choose(kind) {
    if (this.editing || !this.mayMove) return;
    this.chosen = kind;
    this.pointing = new Pointing(this.choices);
    this.refresh();
  }

  get placing() {
    return this.holding.placing;
  }

  get everywhere() {
    return new Set(this.view.cells.keys());
  }

  refresh() {
    if (!this.seen || this.editing) return;
    const { pointing, seen, view, holding } = this;
    if (pointing.moves.length && !view.drag?.active) view.settle();
    const blocks = this.laid.length ? null : seen.blocks;
    const cells = this.cells();
    const marks = pointing.begun ? [] : seen.marks;
    const { captured } = seen;
    if (view.board?.key !== seen.board.key) view.show(seen.board, cells, marks, { blocks });
    holding.ready(pointing, this.sign, cells);
    view.show(seen.board, cells, marks, { blocks, captured, lifted: holding.held ? this.sign : "" });
    const tokens = tokensOf(this.store.state, pointing);
    const open = this.placing ? new Set(this.placing.lies) : pointing.open;
    const chosen = this.placing ? undefined : pointing.chosen;
    const grasp = this.placing ? this.everywhere : this.hand.graspable;
    view.state({ open, chosen, tokens, grasp, off: !this.mayMove, going: Boolean(chosen?.size) });
    holding.draw();
    const kinds = pointing.moves.length ? seen.moves.map((move) => move.hand).filter(Boolean) : [];
    this.hands.show(seen.hands, new Set(kinds), this.chosen);
    this.drawStrips();
  }

  // The signs on the board, with the steps of a half-made move shown as made.
  cells() {
    const cells = [...this.seen.cells];
    const sign = this.sign;
    for (const step of this.laid) {
      cells.forEach((one, cell) => one === sign && (cells[cell] = "."));
      for (const cell of step) cells[cell] = sign;
    }
    return cells;
  }

  // The steps of a half-made move that lay a piece down.
  get laid() {
    const steps = this.store.state.pending?.steps ?? this.pointing.trail;
    return steps.filter((step) => step.length > 1);
  }

  get sign() {
    return this.seen.moves[0]?.piece || "";
  }

  drawStrips() {
    const { pointing } = this;
    const { complete } = pointing; // those that nothing more can be pointed at for
    const stays = complete.length === 1 && pointing.trail.some((step) => step.length > 1);
    $("#placing").hidden = !this.placing;
    $("#put").disabled = !(this.holding.held && this.placing?.step);
    $("#choosing").hidden = !pointing.begun && !complete.length;
    $("#back").hidden = !pointing.begun;
    $("#stay").hidden = !stays;
    $("#ambiguous").replaceChildren(
      ...(stays ? [] : complete).map((move) =>
        el(
          "button",
          { type: "button", onclick: () => this.make(move) },
          (move.taken ?? []).map((sign) => this.view.layout.icon(sign)),
          move.move,
        ),
      ),
    );
  }

  /** @param {number} cell @param {string} how */
  point(cell, how) {
    if (this.editing) this.on.place(cell);
    else if (!this.mayMove) {
      if (!this.hasArrived(cell)) this.explain(cell);
    } else if (this.placing) this.holding.point(cell, how);
    else {
      const { open } = this.pointing;
      let meant = this.view.layout.meant(cell, open, this.seen.cells);
      const own = open.has(meant) ? [] : this.hand.originsOf(meant);
      if (own.length && !own.includes(meant)) [meant] = own; // another cell of the same piece
      this.take(this.pointing.point(meant, this.hasArrived(cell)), meant);
    }
  }

  // Says why the piece on a cell cannot move.
  /** @param {number} cell */
  explain(cell) {
    const reason = this.seen.reasons.find(({ cells }) => cells.includes(cell));
    if (reason) say(`${capital(reason.words)}.`);
  }

  // Makes the move of one step in a direction, [down, right]; false if the game is not steered so.
  /** @param {[down: number, right: number]} direction */
  steer([down, right]) {
    if (!this.seen?.board.drawing.steered || this.editing) return false;
    const { places } = this.seen.board;
    const move = this.choices.find(({ steps }) => {
      const last = steps[steps.length - 1];
      const [[row, column], [to, beside]] = [places[steps[0][0]], places[last[0]]];
      return to - row === down && beside - column === right;
    });
    if (move && this.pointing.moves.length) this.make(move);
    else sound("refuse");
    return true;
  }

  // Goes on after a cell was pointed at: `made` is the move if that settled it, true if the cell was
  // taken, false if it was not.
  /** @param {Move | boolean} made @param {number} cell */
  take(made, cell) {
    if (made === false) {
      if (this.pointing.begun) this.back();
      this.view.refuse(cell);
      sound("refuse");
      this.explain(cell);
    } else if (made === true) {
      this.refresh();
    } else {
      const [to] = made.steps[made.steps.length - 1];
      this.arrived = to === cell ? null : { cell: to, ply: this.seen.ply + 1 };
      this.make(made);
    }
  }

  /** @param {Move} move */
  make(move) {
    const laid = move.steps.some((step) => step.length > 1);
    this.dropped = { move: move.move, carried: this.view.isCarrying, laid };
    this.on.made(move);
  }

  // A move that is determined before its end was pointed at is made at once. A click on that end
  // may mean the move just made or the next one: the piece is only picked up. A piece that covers
  // several cells has arrived on all of them.
  /** @param {number} cell */
  hasArrived(cell) {
    const { arrived, seen, view } = this;
    if (arrived?.ply !== seen.ply) return false;
    const covered = view.blocks.find((cells) => cells.includes(cell)) ?? [cell];
    return covered.includes(arrived.cell);
  }

  /** @param {number} cell */
  lift(cell) {
    if (this.editing || !this.mayMove) return false;
    return this.placing ? this.holding.lift(cell) : this.hand.lift(cell);
  }

  /** @param {number} cell */
  over(cell) {
    if (this.placing && !this.editing) this.holding.moveTo(cell);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!this.holding.held) return false;
    return event.shiftKey ? this.flip() : this.turn(event.deltaY < 0);
  }

  turn(back = false) {
    return this.holding.turn(back, false);
  }

  flip() {
    return this.holding.turn(false, true);
  }

  // Lays the piece in the hand on cells, as a step of a move.
  /** @param {number[]} step */
  lay(step) {
    const made = this.pointing.take(step);
    this.holding.drop();
    if (made) this.make(made);
    else {
      say(t("Now move another piece, or keep the others where they are."));
      sound("move");
      this.refresh();
    }
  }

  stay() {
    const { complete } = this.pointing;
    if (this.pointing.begun && complete.length === 1) this.make(complete[0]);
  }

  // Takes back a step of a half-made move, or puts back what is in the hand; false if there is none.
  back() {
    if (this.holding.held) {
      this.holding.putBack();
      return true;
    }
    if (this.chosen && !this.pointing.begun) {
      this.choose(null);
      return true;
    }
    if (!this.pointing.begun) return false;
    this.pointing.back();
    this.holding.drop();
    this.refresh();
    return true;
  }

  /** @param {{ steps: number[][] }} move */
  hint(move) {
    if (this.pointing.begun) this.pointing.reset();
    this.refresh();
    this.view.preview(move);
    setTimeout(() => this.view.preview(null), 2500);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.editing) return false;
    const key = event.key.toLowerCase();
    if (key === "r" && this.placing) return this.turn(event.shiftKey);
    if (key === "f" && this.placing) return this.flip();
    return false;
  }
}

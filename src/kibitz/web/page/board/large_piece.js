// Moving a piece that covers several cells. It is picked up by a click, by Enter or by dragging it,
// or it is drawn by dragging across the cells that it should cover. It is held only after that.

import { announce, say } from "../core/announce.js";
import { $ } from "../core/dom.js";
import { Placing } from "./piece_placement.js";
import { bestOf } from "./move_values.js";
import { t } from "../core/words.js";

/** @typedef {Pick<import("./playing_board.js").Table, "store" | "view" | "pointing" | "everywhere" | "refresh" | "lay">} Board */

export class Holding {
  /** @type {Placing | null} */
  placing = null; // while a piece is to be put down
  held = false;
  /** @type {number[] | null} */
  swept = null; // the cells that a drag has gone across

  /** @param {Board} table */
  constructor(table) {
    this.table = table;
  }

  get view() {
    return this.table.view;
  }

  drop() {
    this.placing = null;
    this.held = false;
    this.swept = null;
  }

  // Gets ready for a step that lays a piece down, or for none.
  /** @param {import("./pointing.js").Pointing} pointing @param {string} sign @param {string[]} cells */
  ready(pointing, sign, cells) {
    if (!pointing.placing) {
      this.drop();
    } else if (!this.placing) {
      const lies = cells.flatMap((one, cell) => (one === sign ? [cell] : []));
      this.placing = new Placing(this.view.layout, pointing.placements, sign, lies);
    }
  }

  /** @param {number} cell */
  isFree(cell) {
    const sign = this.view.cells[cell];
    return sign === "." || sign === this.placing?.sign;
  }

  // Picks it up by a cell of it, or brings it to another cell; false if something else is there.
  /** @param {number} cell @param {Placing} placing */
  pick(cell, placing) {
    if (!this.isFree(cell)) return false;
    if (placing.lies.includes(cell)) placing.lieOn(placing.lies, cell);
    else placing.at = cell;
    this.held = true;
    this.table.refresh();
    this.say();
    return true;
  }

  putBack() {
    const { placing } = this;
    placing?.lieOn(placing.lies.length ? placing.lies : placing.cells);
    this.held = false;
    this.table.refresh();
  }

  /** @param {number} cell */
  moveTo(cell) {
    if (!this.held || !this.placing || this.placing.at === cell) return;
    this.placing.at = cell;
    this.draw();
    this.say();
  }

  /** @param {boolean} back @param {boolean} flip */
  turn(back, flip) {
    if (!this.placing) return false;
    this.held = true;
    if (flip) this.placing.flip();
    else this.placing.turn(back);
    this.table.refresh();
    this.say();
    return true;
  }

  /** @param {number} cell @param {string} how */
  point(cell, how) {
    const { placing } = this;
    if (!placing) return;
    if (!this.held) {
      if (!this.pick(cell, placing)) this.view.refuse(cell);
      return;
    }
    const under = placing.cells.includes(cell);
    if (how === "touch" && !under) {
      this.moveTo(cell);
      return;
    }
    if (how === "mouse") this.moveTo(cell);
    if (placing.isHome) this.putBack();
    else this.put();
  }

  put() {
    const step = this.held && this.placing?.step;
    if (!step) say(t("It does not fit here."));
    else this.table.lay(step);
  }

  // Dragging

  /** @param {number} cell */
  lift(cell) {
    const { placing } = this;
    const cells = (this.held ? placing?.cells : placing?.lies) ?? [];
    if (cells.includes(cell)) {
      placing?.lieOn(cells, cell);
      this.held = true;
    } else if (this.isFree(cell)) {
      this.swept = [cell];
      this.held = true;
    } else return false;
    this.table.refresh();
    return true;
  }

  /** @param {number} cell */
  carry(cell) {
    if (cell < 0) return;
    if (!this.swept) {
      this.moveTo(cell);
      return;
    }
    const { swept, placing } = this;
    const most = placing?.shape.length ?? 0;
    if (swept.at(-2) === cell) swept.pop();
    else if (!swept.includes(cell) && this.isFree(cell) && swept.length < most) swept.push(cell);
    else return;
    this.draw();
  }

  letDown() {
    const { swept, placing } = this;
    this.swept = null;
    if (!placing) return;
    if (swept) {
      const step = placing.stepOn(swept);
      if (step) {
        placing.lieOn(step);
        this.table.lay(step);
      } else {
        this.putBack();
        if (swept.length > 1) say(t("It does not fit here."));
      }
    } else if (placing.step) this.table.lay(placing.step);
    else if (placing.isHome) this.putBack();
    else this.say();
  }

  // Appearance and announcements

  get cells() {
    return this.swept ?? this.placing?.cells ?? [];
  }

  draw() {
    const { cells, placing, swept, view, table } = this;
    if (!this.held || !placing) {
      view.ghost(null);
      return;
    }
    const step = placing.stepOn(cells);
    $("#put").disabled = !step;
    const value = step && bestOf(table.store.state, table.pointing.through(step));
    view.ghost(cells, placing.sign, step ? "fits" : swept ? "drawn" : "does-not-fit");
    /** @type {Map<number, import("./board_view.js").Token>} */
    const tokens = new Map();
    if (value) tokens.set(swept ? step[0] : placing.at, value);
    const fits = swept ? undefined : placing.room;
    view.state({ chosen: new Set(step), fits, could: placing.reach, tokens, grasp: table.everywhere, going: true });
  }

  say() {
    const squares = this.cells.map((cell) => this.view.board.names[cell]).join(" ");
    const words = this.placing?.stepOn(this.cells)
      ? t("{squares}: it fits here", { squares })
      : t("{squares}: it does not fit here", { squares });
    announce(words);
  }
}

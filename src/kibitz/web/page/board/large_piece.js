// Moving a piece that covers several cells. It is picked up by a click, by Enter or by dragging it,
// or it is drawn by dragging across the cells that it should cover. It is held only after that.

import { announce, say } from "../core/announce.js";
import { $ } from "../core/dom.js";
import { Placing } from "./piece_placement.js";
import { bestOf } from "./move_values.js";
import { t } from "../core/words.js";

export class Holding {
  /** @type {any} */
  placing; // a Placing, while a piece is to be put down; else null
  /** @type {number[] | null} */
  swept = null; // the cells that a drag has gone across

  constructor(table) {
    this.table = table;
    this.drop();
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
  ready(pointing, sign, cells) {
    if (!pointing.placing) {
      this.drop();
    } else if (!this.placing) {
      const lies = cells.flatMap((one, cell) => (one === sign ? [cell] : []));
      this.placing = new Placing(this.view.layout, pointing.placements, sign, lies);
    }
  }

  isFree(cell) {
    const sign = this.view.cells[cell];
    return sign === "." || sign === this.placing.sign;
  }

  // Picks it up by a cell of it, or brings it to another cell; false if something else is there.
  pick(cell) {
    if (!this.isFree(cell)) return false;
    if (this.placing.lies.includes(cell)) this.placing.lieOn(this.placing.lies, cell);
    else this.placing.at = cell;
    this.held = true;
    this.table.refresh();
    this.say();
    return true;
  }

  putBack() {
    this.placing.lieOn(this.placing.lies.length ? this.placing.lies : this.placing.cells);
    this.held = false;
    this.table.refresh();
  }

  moveTo(cell) {
    if (!this.held || this.placing.at === cell) return;
    this.placing.at = cell;
    this.draw();
    this.say();
  }

  turn(back, flip) {
    if (!this.placing) return false;
    if (!this.held) this.held = true;
    if (flip) this.placing.flip();
    else this.placing.turn(back);
    this.table.refresh();
    this.say();
    return true;
  }

  point(cell, how) {
    const { placing } = this;
    if (!this.held) {
      if (!this.pick(cell)) this.view.refuse(cell);
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
    const step = this.held && this.placing.step;
    if (!step) say(t("It does not fit here."));
    else this.table.lay(step);
  }

  // Dragging

  lift(cell) {
    const { placing } = this;
    const cells = this.held ? placing.cells : placing.lies;
    if (cells.includes(cell)) {
      placing.lieOn(cells, cell);
      this.held = true;
    } else if (this.isFree(cell)) {
      this.swept = [cell];
      this.held = true;
    } else return false;
    this.table.refresh();
    return true;
  }

  carry(cell) {
    if (cell < 0) return;
    if (!this.swept) {
      this.moveTo(cell);
      return;
    }
    const { swept, placing } = this;
    if (swept.at(-2) === cell) swept.pop();
    else if (!swept.includes(cell) && this.isFree(cell) && swept.length < placing.shape.length) swept.push(cell);
    else return;
    this.draw();
  }

  letDown() {
    const { swept, placing } = this;
    this.swept = null;
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
    return this.swept || this.placing.cells;
  }

  get fits() {
    return Boolean(this.placing.stepOn(this.cells));
  }

  draw() {
    const { placing, view, table } = this;
    if (!this.held) {
      view.ghost(null);
      return;
    }
    const step = placing.stepOn(this.cells);
    $("#put").disabled = !step;
    const value = step && bestOf(table.store.state, table.pointing.through(step));
    view.ghost(this.cells, placing.sign, step ? "fits" : this.swept ? "drawn" : "does-not-fit");
    const tokens = new Map(value ? [[this.swept ? step[0] : placing.at, value]] : []);
    const fits = this.swept ? new Set() : placing.room;
    const chosen = new Set(step || []);
    view.state({ chosen, fits, could: placing.reach, tokens, grasp: table.everywhere, going: true });
  }

  say() {
    const squares = this.cells.map((cell) => this.view.board.names[cell]).join(" ");
    const words = this.fits
      ? t("{squares}: it fits here", { squares })
      : t("{squares}: it does not fit here", { squares });
    announce(words);
  }
}

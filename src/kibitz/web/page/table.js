// The board in play: pointing at squares, putting pieces down, and what is shown of both.

import { $, el } from "./dom.js";
import { BoardView } from "./boardview.js";
import { Placing } from "./placing.js";
import { Pointing } from "./pointing.js";
import { t } from "./words.js";

export class Table {
  // `on` has what happens: made(move), say(words).
  constructor(on) {
    this.on = on;
    this.kibitzer = null;
    this.editing = null; // the editor, while a position is set up
    this.placing = null;
    this.turned = null; // how the piece was turned last, kept from step to step
    this.view = new BoardView($("#board"), {
      point: (cell, how) => this.point(cell, how),
      over: (cell, how) => this.over(cell, how),
      press: (cell, how) => this.press(cell, how),
      wheel: (event) => this.wheel(event),
      menu: () => this.flip(),
      key: (event) => this.key(event),
    });
    $("#turn").addEventListener("click", () => this.turn());
    $("#flip").addEventListener("click", () => this.flip());
    $("#put").addEventListener("click", () => this.put());
    $("#stay").addEventListener("click", () => this.stay());
    $("#back").addEventListener("click", () => this.back());
  }

  show(seen, steps) {
    this.seen = seen;
    $("#below").hidden = !seen.below.length;
    $("#below").textContent = seen.below.join(" ");
    this.pointing = new Pointing(this.mayMove ? seen.moves : []);
    this.placing = null;
    this.view.show(seen.board, seen.cells, seen.marks);
    if (steps && steps.length > 1) {
      const [from, to] = steps.slice(-2);
      if (from.length === 1) this.view.slide(from[0], to[0]);
    }
    this.refresh();
  }

  get mayMove() {
    return !this.seen.over && this.seen.to_move === "human";
  }

  busy() {
    this.pointing = new Pointing([]);
    this.placing = null;
    this.view.mark();
    this.view.preview(null);
    this.refresh();
  }

  refresh() {
    if (!this.seen || this.editing) return;
    const { pointing, seen, view } = this;
    if (pointing.placing && !this.placing) this.lift();
    if (!pointing.placing) this.placing = null;
    const lifted = this.placing ? this.sign : "";
    view.show(seen.board, this.cells(), pointing.begun ? [] : seen.marks, lifted);
    const tokens = this.kibitzer?.tokens(pointing) || new Map();
    const chosen = pointing.placing ? new Set() : pointing.chosen;
    view.state({ open: pointing.open, chosen, tokens, off: !this.mayMove });
    this.drawGhost();
    this.drawStrips();
  }

  // The signs on the board, with the steps of a half-made move shown as made.
  cells() {
    const cells = [...this.seen.cells];
    const sign = this.sign;
    for (const step of this.pointing.trail) {
      if (step.length < 2) continue;
      for (const cell in cells) if (cells[cell] === sign) cells[cell] = ".";
      for (const cell of step) cells[cell] = sign;
    }
    return cells;
  }

  get sign() {
    return this.seen.moves[0]?.piece || "";
  }

  lift() {
    const lies = this.seen.cells.flatMap((sign, cell) => (sign === this.sign ? [cell] : []));
    const { layout } = this.view;
    this.placing = new Placing(layout, this.pointing.placements, this.sign, lies);
    if (this.turned && this.turned.length === this.placing.shape.length) {
      this.placing.shape = this.turned;
    }
    if (document.activeElement?.closest?.(".board")) this.placing.moveTo(this.view.focus);
  }

  drawGhost() {
    if (!this.placing) {
      this.view.ghost(null);
      return;
    }
    const { step } = this.placing;
    const value = step && this.kibitzer?.best(this.pointing.through(step));
    this.view.ghost(this.placing.cells, this.sign, step ? "fits" : "does-not-fit");
    const tokens = new Map();
    if (value) tokens.set(this.placing.at, value);
    this.view.state({ chosen: new Set(step || []), tokens, off: !this.mayMove });
    $("#put").disabled = !step;
  }

  drawStrips() {
    const { pointing } = this;
    const { complete } = pointing; // those that nothing more can be pointed at for
    const stays = complete.length === 1 && pointing.trail.some((step) => step.length > 1);
    $("#placing").hidden = !this.placing;
    $("#choosing").hidden = !pointing.begun && !complete.length;
    $("#back").hidden = !pointing.begun;
    $("#stay").hidden = !stays;
    $("#ambiguous").replaceChildren(
      ...(stays ? [] : complete).map((move) =>
        el("button", { type: "button", onclick: () => this.on.made(move) }, move.move),
      ),
    );
  }

  point(cell, how) {
    if (this.editing) {
      this.editing.point(cell);
      return;
    }
    if (!this.mayMove) return;
    if (this.placing) {
      const under = this.placing.cells.includes(cell);
      if (how === "touch" && (!this.pressedOn || !under)) {
        this.placing.moveTo(cell);
        this.drawGhost();
        return;
      }
      if (how !== "touch") this.placing.moveTo(cell);
      this.put();
      return;
    }
    const made = this.pointing.point(cell, this.hasArrived(cell));
    if (made === false) {
      if (this.pointing.begun) this.back();
      this.view.nodes[cell].group.classList.add("refused");
      setTimeout(() => this.view.nodes[cell].group.classList.remove("refused"), 300);
    } else if (made === true) {
      this.refresh();
    } else {
      const [to] = made.steps.at(-1);
      this.arrived = to === cell ? null : { cell: to, ply: this.seen.ply + 1 };
      this.on.made(made);
    }
  }

  // A move that is clear before its end was pointed at is made at once. Whoever then points at that
  // end may mean the move just made or the next one: the piece is only picked up.
  hasArrived(cell) {
    return this.arrived?.cell === cell && this.arrived.ply === this.seen.ply;
  }

  press(cell, how) {
    if (how !== "touch" || !this.placing) return;
    this.pressedOn = this.placing.cells.includes(cell);
    this.touching = true;
  }

  over(cell, how) {
    if (!this.placing || this.editing || this.placing.at === cell) return;
    if (how === "touch") this.pressedOn = false;
    this.placing.moveTo(cell);
    this.drawGhost();
  }

  wheel(event) {
    if (!this.placing) return false;
    if (event.shiftKey) this.flip();
    else this.turn(event.deltaY < 0);
    return true;
  }

  turn(back = false) {
    if (!this.placing) return false;
    this.placing.turn(back);
    this.turned = this.placing.shape;
    this.drawGhost();
    return true;
  }

  flip() {
    if (!this.placing) return false;
    this.placing.flip();
    this.turned = this.placing.shape;
    this.drawGhost();
    return true;
  }

  put() {
    if (!this.placing) return false;
    const { step } = this.placing;
    if (!step) {
      this.on.say(t("It does not fit here."));
      return true;
    }
    const made = this.pointing.take(step);
    this.placing = null;
    if (made) this.on.made(made);
    else {
      this.on.say(t("Now move another piece, or keep the others where they are."));
      this.refresh();
    }
    return true;
  }

  stay() {
    const { complete } = this.pointing;
    if (this.pointing.begun && complete.length === 1) this.on.made(complete[0]);
  }

  // Takes back a step of a half-made move; false if there is none.
  back() {
    if (!this.pointing?.begun) return false;
    this.pointing.back();
    this.placing = null;
    this.refresh();
    return true;
  }

  hint(move) {
    const [first] = move.steps;
    if (this.pointing.begun) this.pointing.reset();
    this.refresh();
    if (first?.length > 1 && this.placing) {
      this.placing.lieOn(first);
      this.turned = this.placing.shape;
      this.drawGhost();
    }
    this.view.preview(move.steps.flat());
    setTimeout(() => this.view.preview([]), 2500);
    this.on.say(t("Hint: {move} ({value})", { move: move.move, value: move.value.words }));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.editing) return false;
    const key = event.key.toLowerCase();
    if (key === "r" && this.placing) return this.turn(event.shiftKey);
    if (key === "f" && this.placing) return this.flip();
    return false;
  }
}

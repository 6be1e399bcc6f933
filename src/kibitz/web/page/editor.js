// Setting up a position: pieces are put on cells, and what is wrong is said at once.

import { $, el } from "./dom.js";
import { ask } from "./talk.js";
import { t } from "./words.js";

export class Editor {
  constructor(game) {
    this.game = game;
    this.open = false;
    $("#edit").addEventListener("click", () => (this.open ? this.cancel() : this.start()));
    $("#edit-cancel").addEventListener("click", () => this.cancel());
    $("#edit-done").addEventListener("click", () => this.done());
    $("#edit-clear").addEventListener("click", () => {
      this.cells = this.cells.map(() => ".");
      this.check();
    });
  }

  start() {
    const { seen, ending } = this.game;
    if (this.open || ending.running) return;
    this.open = true;
    this.cells = [...seen.cells];
    this.sign = seen.board.signs[0];
    this.game.table.editing = this;
    for (const id of ["#placing", "#choosing", "#tools"]) $(id).hidden = true;
    $("#editor").hidden = false;
    this.drawPalette();
    this.check();
  }

  drawPalette() {
    const { signs } = this.game.seen.board;
    $("#palette").replaceChildren(
      ...signs.map((sign) =>
        el(
          "button",
          {
            type: "button",
            role: "radio",
            "aria-checked": String(sign === this.sign),
            "aria-label": sign === "." ? t("empty") : sign,
            "data-sign": sign,
            class: sign === this.sign ? "chosen" : null,
            onclick: () => {
              this.sign = sign;
              this.drawPalette();
            },
          },
          sign === "." ? "·" : sign,
        ),
      ),
    );
  }

  point(cell) {
    this.cells[cell] = this.cells[cell] === this.sign ? "." : this.sign;
    this.check();
  }

  async check() {
    const { game, cells } = this;
    const { view } = game.table;
    view.show(game.seen.board, cells);
    view.ghost(null);
    view.state({});
    const now = [...cells];
    $("#edit-done").disabled = true; // until it is known of this position that it can be played
    try {
      const checked = await ask("check", {
        game: game.seen.board.name,
        cells: [...now, ...game.seen.beside], // who is to move stays as it is
      });
      if (!this.open || now.join() !== this.cells.join()) return;
      this.match = checked.match;
      $("#edit-done").disabled = !checked.match;
      if (checked.error) {
        $("#status").textContent = checked.error;
        $("#status").classList.add("error");
        if (checked.cell !== null) view.state({ chosen: new Set([checked.cell]) });
      } else game.say(t("This position can be played."));
    } catch (fault) {
      $("#edit-done").disabled = true;
      game.fail(fault);
    }
  }

  close() {
    this.open = false;
    this.game.table.editing = null;
    $("#editor").hidden = true;
    $("#tools").hidden = false;
  }

  async done() {
    const { match } = this;
    this.close();
    const { players } = this.game.seen;
    await this.game.load(match, { players });
  }

  cancel() {
    this.close();
    this.game.show(this.game.seen);
  }
}

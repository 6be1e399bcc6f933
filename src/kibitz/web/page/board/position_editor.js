// Position editor: pieces are put on cells, and errors are shown at once.

import { $, el } from "../core/dom.js";
import { ask } from "../transport/talk.js";
import { t } from "../core/words.js";

export class Editor {
  asked = 0; // how often something was changed

  constructor(game) {
    this.game = game;
    this.open = false;
    $("#edit").addEventListener("click", () => (this.open ? this.cancel() : this.start()));
    $("#edit-cancel").addEventListener("click", () => this.cancel());
    $("#edit-done").addEventListener("click", () => this.done());
    $("#edit-mover").addEventListener("change", () => this.check());
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
    this.asked = 0;
    this.fillMovers(seen);
    this.game.table.editing = this;
    for (const id of ["#placing", "#choosing", "#tools"]) $(id).hidden = true;
    $("#editor").hidden = false;
    this.drawPalette();
    this.check();
  }

  // Who moves first: in a game for two, as the pieces say or as is chosen. Where they would say
  // another than is to move on the board, that one is chosen.
  async fillMovers({ board, cells, beside, mover }) {
    const names = board.players.map((name, seat) => el("option", { value: seat }, name));
    $("#edit-mover").replaceChildren(el("option", { value: "" }, t("as the pieces say")), ...names);
    $("#edit-mover-label").hidden = !names.length;
    if (!names.length) return;
    const said = await ask("check", { game: board.name, cells: [...cells, ...beside] }).catch(() => null);
    if (!said || said.mover === null || said.mover === mover || $("#edit-mover").value) return;
    $("#edit-mover").value = String(mover);
    if (this.open) this.check();
  }

  get mover() {
    const chosen = $("#edit-mover").value;
    return chosen === "" || !this.game.seen.board.players.length ? null : Number(chosen);
  }

  drawPalette() {
    const { signs } = this.game.seen.board;
    $("#palette").replaceChildren(...signs.map((sign) => this.brush(sign)));
  }

  // A piece to put on the board, by its picture.
  brush(sign) {
    const { board } = this.game.seen;
    const { layout } = this.game.table.view;
    const name = sign === "." ? t("remove") : board.called?.[sign] || sign;
    const choose = (focus) => {
      this.sign = sign;
      this.drawPalette();
      if (focus) $(`#palette [data-sign="${sign}"]`).focus();
    };
    return el(
      "button",
      {
        type: "button",
        role: "radio",
        "aria-checked": String(sign === this.sign),
        "aria-label": name,
        title: name,
        "data-sign": sign,
        tabindex: sign === this.sign ? 0 : -1,
        class: sign === this.sign ? "chosen" : null,
        onclick: () => choose(true),
        onkeydown: (event) => this.walk(event),
      },
      sign === "." ? el("span", { class: "eraser", "aria-hidden": "true" }, "×") : layout.icon(sign),
    );
  }

  // The arrow keys go through the pieces, as through any choice of one among several.
  walk(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const { signs } = this.game.seen.board;
    const next = signs[(signs.indexOf(this.sign) + step + signs.length) % signs.length];
    $(`#palette [data-sign="${next}"]`).click();
  }

  point(cell) {
    this.cells[cell] = this.cells[cell] === this.sign ? "." : this.sign;
    this.check();
  }

  async check() {
    const { game, cells } = this;
    const { board, beside } = game.seen;
    const { view } = game.table;
    view.show(board, cells);
    view.ghost(null);
    view.state({});
    const asked = (this.asked += 1);
    $("#edit-done").disabled = true; // until it is known of this position that it can be played
    try {
      const checked = await ask("check", {
        game: board.name,
        cells: [...cells, ...beside],
        mover: this.mover,
      });
      if (this.open && asked === this.asked) this.showResult(checked);
    } catch (fault) {
      if (this.open && asked === this.asked) game.fail(fault);
    }
  }

  showResult({ match, error, cell, variant }) {
    const { game } = this;
    this.match = match;
    $("#edit-done").disabled = !match;
    if (error) {
      game.fail(new Error(error));
      if (cell !== null) game.table.view.state({ chosen: new Set([cell]) });
    } else if (variant) game.say(t("This position can be played: {variant}.", { variant }));
    else game.say(t("This position can be played."));
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

// Position editor: pieces are put on cells, and errors are shown at once.

import { fail, say } from "../core/announce.js";
import { $, el } from "../core/dom.js";
import { ask } from "../transport/talk.js";
import { t } from "../core/words.js";

/** @typedef {import("../core/store.js").Seen} Seen */

export class Editor {
  /** @type {string[]} */
  cells = [];
  sign = ".";
  match = "";
  asked = 0; // how often something was changed

  /**
   * @param {import("../core/store.js").Store} store
   * @param {import("./board_view.js").BoardView} view
   * @param {{ load(match: string, how: { players: string[] }): void, show(seen: Seen, how: { event: "back" }): void }} on
   */
  constructor(store, view, on) {
    this.store = store;
    this.view = view;
    this.on = on;
    $("#edit").addEventListener("click", () => (this.open ? this.cancel() : this.start()));
    $("#edit-cancel").addEventListener("click", () => this.cancel());
    $("#edit-done").addEventListener("click", () => this.done());
    $("#edit-mover").addEventListener("change", () => this.check());
    $("#edit-clear").addEventListener("click", () => {
      this.cells = this.cells.map(() => ".");
      this.check();
    });
  }

  get open() {
    return this.store.state.mode === "editing";
  }

  get seen() {
    return this.store.state.seen;
  }

  start() {
    if (!this.store.apply("edit")) return;
    const { seen } = this;
    this.cells = [...seen.cells];
    this.sign = seen.board.signs[0];
    this.asked = 0;
    this.fillMovers(seen);
    this.drawPalette();
    this.check();
  }

  // Who moves first: in a game for two, as the pieces say or as is chosen. Where they would say
  // another than is to move on the board, that one is chosen.
  /** @param {Seen} seen */
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
    return chosen === "" || !this.seen.board.players.length ? null : Number(chosen);
  }

  drawPalette() {
    const { signs } = this.seen.board;
    $("#palette").replaceChildren(...signs.map((sign) => this.brush(sign)));
  }

  // A piece to put on the board, by its picture.
  /** @param {string} sign */
  brush(sign) {
    const { board } = this.seen;
    const { layout } = this.view;
    const name = sign === "." ? t("remove") : board.called[sign] || sign;
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
        onclick: () => this.choose(sign),
        onkeydown: (event) => this.walk(event),
      },
      sign === "." ? el("span", { class: "eraser", "aria-hidden": "true" }, "×") : layout.icon(sign),
    );
  }

  // The arrow keys go through the pieces, as through any choice of one among several.
  /** @param {KeyboardEvent} event */
  walk(event) {
    const step = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 })[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const { signs } = this.seen.board;
    const next = signs[(signs.indexOf(this.sign) + step + signs.length) % signs.length];
    this.choose(next);
  }

  /** @param {string} sign */
  choose(sign) {
    this.sign = sign;
    this.drawPalette();
    $("#palette .chosen")?.focus();
  }

  /** @param {number} cell */
  point(cell) {
    this.cells[cell] = this.cells[cell] === this.sign ? "." : this.sign;
    this.check();
  }

  async check() {
    const { cells, view } = this;
    const { board, beside } = this.seen;
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
      if (this.open && asked === this.asked) fail(fault);
    }
  }

  /** @param {Api.Checked} checked */
  showResult({ match, error, cell, variant }) {
    this.match = match;
    $("#edit-done").disabled = !match;
    if (error) {
      fail(new Error(error));
      if (cell !== null) this.view.state({ chosen: new Set([cell]) });
    } else if (variant) say(t("This position can be played: {variant}.", { variant }));
    else say(t("This position can be played."));
  }

  // The editor stays open until the match is on the board.
  done() {
    this.on.load(this.match, { players: this.seen.players });
  }

  cancel() {
    if (this.open) this.on.show(this.seen, { event: "back" });
  }
}

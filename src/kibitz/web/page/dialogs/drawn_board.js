// Editor of user-defined boards: drawn on a grid, where each place is nothing, a peg or an empty
// hole, or typed as in a file. Python reads the text and says where the holes are. On the triangular
// lattice every second row is shifted by half a place.

import { el } from "../core/dom.js";
import { ask } from "../transport/talk.js";
import { t } from "../core/words.js";

const SIDE = 9; // places in a row and in a column, unless a board has more
/** @type {Record<string, string>} */
const NEXT = { _: "o", o: ".", ".": "_" };
/** @type {Record<string, string>} */
const LOOKS = { _: "none", o: "peg", ".": "hole" };
const SQUARE = "_ooo_-ooooo-oo.oo-ooooo-_ooo_"; // what is shown before anything is drawn
/** @type {Record<string, string>} */
const FIRST = { square: SQUARE, triangular: "____o____-___o_o___-__o_o_o__-_o_o_o_o_-o_o_._o_o" };
/** @type {Record<string, [down: number, right: number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Drawing {
  /** @type {string[][]} */
  signs = []; // of each place, row by row
  /** @type {(HTMLButtonElement | null)[][]} */
  buttons = []; // the same; null where no hole can be
  parity = 0; // on the triangular lattice, of row and column of every hole
  asked = 0; // how often Python was asked for the holes

  /** @param {string} lattice @param {() => void} changed */
  constructor(lattice, changed) {
    this.lattice = lattice;
    this.changed = changed;
    this.grid = el("div", { class: "drawing", role: "group", "aria-label": t("Board") });
    this.written = el("textarea", { rows: 4, spellcheck: "false", maxlength: 400 });
    this.written.addEventListener("input", (event) => {
      event.stopPropagation();
      this.lay(this.text);
      this.changed();
    });
    const label = el("label", {}, t("The same as text (o, . and spaces):"), this.written);
    this.node = el("div", {}, this.grid, label);
  }

  get text() {
    return this.written.value;
  }

  get triangular() {
    return this.lattice === "triangular";
  }

  // Shows a board, as it is written in the name of a game; another one if it is none on the lattice.
  /** @param {string} text */
  async open(text, lattice = this.lattice) {
    this.lattice = lattice;
    const isLaid = text.trim() ? await this.lay(text) : false;
    if (isLaid && text === this.text) return; // it is written already
    if (isLaid || (isLaid === false && (await this.lay(FIRST[lattice] ?? SQUARE)))) this.write();
  }

  // Another lattice: what was drawn is kept if it can be a board there.
  /** @param {string} lattice */
  async take(lattice) {
    if (lattice !== this.lattice) await this.open(this.text, lattice);
  }

  // Draws the holes that a text means. Resolves to false if it means none, to null if another text
  // was to be drawn meanwhile.
  /** @param {string} text @returns {Promise<boolean | null>} */
  async lay(text) {
    const asked = (this.asked += 1);
    const parameters = { board: text, lattice: this.lattice };
    const found = await ask("new", { game: "peg", variant: "drawn", parameters }).catch(() => null);
    if (asked !== this.asked) return null;
    if (!found) return false;
    this.place(found.board.places, found.cells);
    this.draw();
    return true;
  }

  // Puts holes in the middle of the grid.
  /** @param {number[][]} places @param {string[]} cells */
  place(places, cells) {
    const [tall, wide] = [0, 1].map((axis) => 1 + Math.max(...places.map((place) => place[axis])));
    const height = Math.max(SIDE, tall);
    const width = Math.max(this.triangular ? 2 * SIDE - 1 : SIDE, wide);
    const [down, right] = [Math.floor((height - tall) / 2), Math.floor((width - wide) / 2)];
    this.signs = Array.from({ length: height }, () => Array.from({ length: width }, () => "_"));
    places.forEach(([row, column], cell) => {
      this.signs[down + row][right + column] = cells[cell];
      this.parity = (down + row + right + column) % 2;
    });
  }

  draw() {
    this.grid.classList.toggle("shifted", this.triangular);
    this.buttons = this.signs.map((row, r) =>
      row.map((_, c) => {
        if (this.triangular && (r + c) % 2 !== this.parity) return null;
        /** @param {KeyboardEvent} event */
        const onkeydown = (event) => this.key(event, r, c);
        return el("button", { type: "button", tabindex: -1, onclick: () => this.press(r, c), onkeydown });
      }),
    );
    this.grid.replaceChildren(
      ...this.buttons.map((row) => el("div", { class: this.triangular && !row[0] ? "row half" : "row" }, row)),
    );
    const first = this.buttons.flat().find(Boolean);
    if (first) first.tabIndex = 0;
    this.show();
  }

  /** @param {number} r @param {number} c */
  press(r, c) {
    this.asked += 1; // what is drawn now counts
    this.signs[r][c] = NEXT[this.signs[r][c]];
    this.rove(r, c);
    this.show();
    this.write();
    this.changed();
  }

  // One place at a time can be reached with Tab, the others with the arrow keys.
  /** @param {number} r @param {number} c */
  rove(r, c) {
    this.buttons.forEach((row, at) =>
      row.forEach((button, place) => button && (button.tabIndex = at === r && place === c ? 0 : -1)),
    );
  }

  /** @param {KeyboardEvent} event @param {number} r @param {number} c */
  key(event, r, c) {
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    const [down, right] = step;
    const wide = this.triangular && right ? 2 : 1;
    const there = [c + right * wide, c + 1, c - 1].find((at) => this.buttons[r + down]?.[at]);
    if (there === undefined || (right && there !== c + right * wide)) return;
    this.rove(r + down, there);
    this.buttons[r + down][there]?.focus();
  }

  show() {
    /** @type {Record<string, string>} */
    const words = { _: t("nothing"), o: t("peg"), ".": t("hole") };
    this.buttons.forEach((row, r) =>
      row.forEach((button, c) => {
        if (!button) return;
        const sign = this.signs[r][c];
        button.className = LOOKS[sign];
        button.setAttribute("aria-label", `${r + 1}, ${c + 1}: ${words[sign]}`);
      }),
    );
  }

  // Writes what is drawn as text, without the empty rows around it.
  write() {
    const lines = this.signs.map((row) => row.join("").replaceAll("_", " ").trimEnd());
    const { selectionStart, selectionEnd, value } = this.written;
    const isReplaced = document.activeElement === this.written && !selectionStart && selectionEnd === value.length;
    this.written.value = lines.join("\n").replace(/^\n+|\n+$/g, "");
    if (isReplaced) this.written.select(); // what is typed now replaces this, as it would have what was there
    this.written.rows = Math.max(3, this.text.split("\n").length);
  }
}

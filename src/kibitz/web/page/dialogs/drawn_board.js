// Editor of user-defined boards: drawn on a grid, where each place is nothing, a peg or an empty
// hole, or typed as in a file. On the triangular lattice every second row is shifted by half a place.

import { el } from "../core/dom.js";
import { t } from "../core/words.js";

const SIDE = 9; // places in a row and in a column, unless a written board has more
const MOST = 63; // no board has more holes, so none needs more rows or columns
const NEXT = { _: "o", o: ".", ".": "_" };
const LOOKS = { _: "none", o: "peg", ".": "hole" };
const FIRST = {
  square: "_ooo_-ooooo-oo.oo-ooooo-_ooo_",
  triangular: "____o____-___o_o___-__o_o_o__-_o_o_o_o_-o_o_._o_o",
};
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

// A drawing has a gap between all holes if it is one for the triangular lattice.
function hasGaps(signs) {
  const parities = signs.flatMap((row, r) =>
    row.flatMap((sign, c) => (sign === "_" ? [] : [(r + c) % 2])),
  );
  return new Set(parities).size === 1;
}

export class Drawing {
  /** @type {string[][]} */
  signs; // of each place, row by row
  /** @type {any[][]} */
  buttons; // the same

  constructor(text, lattice, changed) {
    this.changed = changed;
    this.grid = el("div", { class: "drawing", role: "group", "aria-label": t("Board") });
    this.written = el("textarea", { rows: 4, spellcheck: "false", maxlength: 400 });
    this.written.addEventListener("input", (event) => {
      event.stopPropagation();
      this.read(this.written.value);
      this.draw();
      this.changed();
    });
    const label = el("label", {}, t("The same as text (o, . and spaces):"), this.written);
    this.node = el("div", {}, this.grid, label);
    this.lattice = lattice;
    this.read(text || FIRST[this.triangular ? "triangular" : "square"]);
    this.draw();
    this.write();
  }

  get triangular() {
    return this.lattice === "triangular";
  }

  // Another lattice: what was drawn is kept if it can be a board there.
  take(lattice) {
    if (lattice === this.lattice) return;
    this.lattice = lattice;
    if (lattice in FIRST && hasGaps(this.signs) !== this.triangular) this.read(FIRST[lattice]);
    else this.read(this.text);
    this.draw();
    this.write();
  }

  read(text) {
    const lines = text.replace(/\t/g, " ").split(/\r?\n|-/);
    const rows = lines.map((line) => [...line.toLowerCase()].slice(0, MOST)).slice(0, MOST);
    const widest = Math.max(...rows.map((row) => row.length));
    const height = Math.max(SIDE, rows.length);
    const width = Math.max(this.triangular ? 2 * SIDE - 1 : SIDE, widest);
    const down = Math.floor((height - rows.length) / 2);
    const right = Math.floor((width - widest) / 2);
    this.signs = Array.from({ length: height }, () => Array(width).fill("_"));
    rows.forEach((row, r) =>
      row.forEach((sign, c) => {
        if (sign in NEXT) this.signs[down + r][right + c] = sign;
      }),
    );
    this.parity = 0;
    for (const [r, row] of this.signs.entries()) {
      const c = row.findIndex((sign) => sign !== "_");
      if (c >= 0) this.parity = (r + c) % 2;
    }
  }

  // Whether a hole can be here at all.
  isPlace(r, c) {
    return !this.triangular || (r + c) % 2 === this.parity;
  }

  draw() {
    this.grid.classList.toggle("shifted", this.triangular);
    this.buttons = this.signs.map((row, r) =>
      row.map((_, c) => {
        if (!this.isPlace(r, c)) return null;
        const [onclick, onkeydown] = [() => this.press(r, c), (event) => this.key(event, r, c)];
        return el("button", { type: "button", tabindex: -1, onclick, onkeydown });
      }),
    );
    this.grid.replaceChildren(
      ...this.buttons.map((row) => {
        const shifted = this.triangular && !row[0];
        return el("div", { class: shifted ? "row half" : "row" }, row.filter(Boolean));
      }),
    );
    this.buttons.flat().find(Boolean).tabIndex = 0;
    this.show();
  }

  press(r, c) {
    this.signs[r][c] = NEXT[this.signs[r][c]];
    this.rove(r, c);
    this.show();
    this.write();
    this.changed();
  }

  // One place at a time can be reached with Tab, the others with the arrow keys.
  rove(r, c) {
    for (const button of this.buttons.flat()) if (button) button.tabIndex = -1;
    this.buttons[r][c].tabIndex = 0;
  }

  key(event, r, c) {
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    const [down, right] = step;
    const wide = this.triangular && right ? 2 : 1;
    const there = [c + right * wide, c + 1, c - 1].find((at) => this.buttons[r + down]?.[at]);
    if (there === undefined || (right && there !== c + right * wide)) return;
    this.rove(r + down, there);
    this.buttons[r + down][there].focus();
  }

  show() {
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

  write() {
    const lines = this.text.split("-");
    this.written.value = lines.join("\n").replace(/_/g, " ");
    this.written.rows = Math.max(3, lines.length);
  }

  // The drawing on one line, without the empty rows and columns around it.
  get text() {
    const used = (line) => line.some((sign) => sign !== "_");
    const rows = this.signs.map((row, index) => (used(row) ? index : -1)).filter((at) => at >= 0);
    const all = [...this.signs[0].keys()];
    const columns = all.filter((c) => used(this.signs.map((row) => row[c])));
    if (!rows.length) return "_";
    return this.signs
      .slice(rows[0], Number(rows.at(-1)) + 1)
      .map((row) => row.slice(columns[0], Number(columns.at(-1)) + 1).join("").replace(/_+$/, ""))
      .join("-");
  }
}

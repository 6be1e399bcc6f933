// A board of one's own, drawn on a grid: each place is nothing, a peg or an empty hole.

import { el } from "./dom.js";
import { t } from "./words.js";

const SIDE = 9;
const NEXT = { _: "o", o: ".", ".": "_" };
const FIRST = "_ooo_-ooooo-oo.oo-ooooo-_ooo_";

export class Drawing {
  constructor(text, changed) {
    this.changed = changed;
    this.signs = Array.from({ length: SIDE }, () => Array(SIDE).fill("_"));
    const rows = (text || FIRST).split("-").slice(0, SIDE);
    const down = Math.floor((SIDE - rows.length) / 2);
    const width = Math.max(...rows.map((row) => row.length));
    const right = Math.max(0, Math.floor((SIDE - width) / 2));
    rows.forEach((row, r) => {
      [...row].slice(0, SIDE).forEach((sign, c) => {
        if (sign in NEXT) this.signs[down + r][right + c] = sign;
      });
    });
    this.node = el("div", { class: "drawing", role: "group" });
    this.buttons = this.signs.map((row, r) =>
      row.map((_, c) =>
        el("button", {
          type: "button",
          onclick: () => this.press(r, c),
          onkeydown: (event) => this.key(event, r, c),
        }),
      ),
    );
    for (const row of this.buttons) this.node.append(el("div", { class: "row" }, row));
    this.show();
  }

  press(r, c) {
    this.signs[r][c] = NEXT[this.signs[r][c]];
    this.show();
    this.changed();
  }

  key(event, r, c) {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    this.buttons[r + step[0]]?.[c + step[1]]?.focus();
  }

  show() {
    const words = { _: t("nothing"), o: t("peg"), ".": t("hole") };
    const looks = { _: "none", o: "peg", ".": "hole" };
    this.signs.forEach((row, r) =>
      row.forEach((sign, c) => {
        const button = this.buttons[r][c];
        button.className = looks[sign];
        button.setAttribute("aria-label", `${r + 1}, ${c + 1}: ${words[sign]}`);
      }),
    );
  }

  // The drawing on one line, without the empty rows and columns around it.
  get text() {
    const used = (line) => line.some((sign) => sign !== "_");
    const rows = this.signs.map((row, index) => (used(row) ? index : -1)).filter((at) => at >= 0);
    const columns = [...Array(SIDE).keys()].filter((c) => used(this.signs.map((row) => row[c])));
    if (!rows.length) return "_";
    return this.signs
      .slice(rows[0], rows.at(-1) + 1)
      .map((row) => row.slice(columns[0], columns.at(-1) + 1).join(""))
      .join("-");
  }
}

// Marks on the board: arrows and tints for the values of moves, the move selected in a list, and
// numbers or colours painted on the cells. One tone has one colour everywhere.

import { svg } from "../core/dom.js";

const TIP = 17; // the length of an arrow's head
const SPREAD = 9; // half its width

// A move as a mark: an arrow if one piece goes from a cell to another, else the cells it fills.
/** @param {{ steps: number[][] }} move @param {string} tone @param {string | null} kind */
export function markOf(move, tone, kind = null) {
  const { steps } = move;
  const wide = steps.find((step) => step.length > 1);
  if (wide) return { cells: wide, whole: true, tone, kind: kind || "tint" };
  const [from, to] = [steps[0]?.[0], steps.at(-1)?.[0]];
  if (steps.length > 1 && from !== to) return { from, to, tone, kind: kind || "arrow" };
  return { cells: steps.flat(), tone, kind: kind || "tint" };
}

export class Marks {
  // `layout` has the places of cells; tints are under the pieces, arrows and numbers above them.
  // `slim` is how much thinner arrows are, on an enlarged board.
  constructor(layout, below, above, slim = () => 1) {
    this.layout = layout;
    this.slim = slim;
    const layer = (place, name) => place.appendChild(svg("g", { class: name }));
    this.layers = {
      paint: layer(below, "paints"),
      tints: layer(below, "tints"),
      arrows: layer(above, "arrows"),
      looked: layer(above, "looked"),
      numbers: layer(above, "numbers"),
    };
  }

  // Shows these marks and no others: [{from, to} or {cells}, with tone and perhaps kind].
  mark(list = []) {
    this.layers.tints.replaceChildren();
    this.layers.arrows.replaceChildren();
    for (const one of list) this.add(one, this.layers.tints, this.layers.arrows);
  }

  /**
   * @param {{ from?: number, to?: number, cells?: number[], whole?: boolean, tone?: string, kind?: string | null }} mark
   */
  add({ from, to, cells, whole, tone = "hint", kind = null }, tints, arrows) {
    if (from !== undefined && to !== undefined && kind !== "tint") {
      arrows.append(this.arrow(from, to, tone));
      return;
    }
    const name = kind === "ring" ? "ring-mark" : "tint";
    if (whole && kind !== "ring") {
      tints.append(svg("path", { class: `${name} ${tone}`, d: this.layout.outline(cells) }));
      return;
    }
    for (const cell of cells || [from, to].filter((one) => one !== undefined)) {
      tints.append(this.layout.frame(cell, `${name} ${tone}`, 5));
    }
  }

  arrow(from, to, tone) {
    const [[x0, y0], [x1, y1]] = [this.layout.point(from), this.layout.point(to)];
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
    const at = (along, aside) =>
      `${(x0 + ux * along - uy * aside).toFixed(1)} ${(y0 + uy * along + ux * aside).toFixed(1)}`;
    const end = length - 6;
    const slim = this.slim();
    const [tail, wide] = [end - TIP * slim, SPREAD * slim];
    const shaft = `M${at(14, 0)}L${at(tail + 2, 0)}`;
    const tip = `M${at(end, 0)}L${at(tail, wide)}L${at(tail, -wide)}Z`;
    return svg(
      "g",
      { class: `arrow ${tone}` },
      svg("path", { class: "shaft halo", d: shaft }),
      svg("path", { class: "tip halo", d: tip }),
      svg("path", { class: "shaft", d: shaft }),
      svg("path", { class: "tip", d: tip }),
    );
  }

  // The move that is looked at in a list: a move, cells, or nothing.
  preview(what) {
    this.layers.looked.replaceChildren();
    if (!what || what.length === 0) return;
    const { looked } = this.layers;
    const mark = Array.isArray(what) ? { cells: what } : markOf(what, "look");
    const kind = mark.whole ? "tint" : mark.from === undefined ? "ring" : null;
    this.add({ ...mark, tone: "look", kind }, looked, looked);
  }

  // Paints cells: for each null, a number, or {words, group}. Groups have a colour and a pattern of
  // their own; numbers are coloured by their sign.
  paint(weights) {
    this.weights = weights;
    this.layers.paint.ownerSVGElement?.classList.toggle("painted", Boolean(weights?.length));
    this.layers.paint.replaceChildren();
    this.layers.numbers.replaceChildren();
    (weights || []).forEach((one, cell) => {
      if (one === null || one === undefined) return;
      const { words, group } = typeof one === "object" ? one : { words: String(one), group: signOf(one) };
      this.layers.paint.append(this.layout.frame(cell, `paint group-${group}`, 2));
      if (!words) return;
      const [x, y] = this.layout.point(cell);
      this.layers.numbers.append(svg("text", { class: "weight", x, y: y + 6 }, words));
    });
  }

  // What is painted on a cell, in words.
  wordsAt(cell) {
    const one = this.weights?.[cell] ?? null;
    return one === null ? "" : typeof one === "object" ? one.words : String(one);
  }
}

const signOf = (number) => (number > 0 ? 0 : number < 0 ? 1 : 3);

// Marks on the board: arrows and tints for the values of moves, the move selected in a list, and
// numbers or colours painted on the cells. One tone has one colour everywhere.

import { svg } from "../core/dom.js";

const TIP = 17; // the length of an arrow's head
const SPREAD = 9; // half its width

/**
 * @typedef {object} Mark an arrow, or tinted cells
 * @property {string} tone
 * @property {[from: number, to: number]} [arrow]
 * @property {number[]} cells
 * @property {boolean} [whole] whether the cells have one outline
 * @typedef {number | { words: string, group: number } | null} Paint of a cell: a number, or a group
 */

// A move as a mark: an arrow if one piece goes from a cell to another, else the cells it fills.
/** @param {{ steps: number[][] }} move @param {string} tone @returns {Mark} */
export function markOf({ steps }, tone) {
  const wide = steps.find((step) => step.length > 1);
  if (wide) return { tone, cells: wide, whole: true };
  const cells = steps.flat();
  const [from, to] = [cells[0], cells[cells.length - 1]];
  return steps.length > 1 && from !== to ? { tone, cells, arrow: [from, to] } : { tone, cells };
}

export class Marks {
  // `layout` has the places of cells; tints are under the pieces, arrows and numbers above them.
  // `slim` is how much thinner arrows are, on an enlarged board.
  /**
   * @param {import("./pieces.js").Layout} layout
   * @param {SVGElement} below
   * @param {SVGElement} above
   * @param {() => number} slim
   */
  constructor(layout, below, above, slim) {
    this.layout = layout;
    this.slim = slim;
    /** @type {Paint[] | null} */
    this.weights = null;
    /** @param {SVGElement} place @param {string} name */
    const layer = (place, name) => place.appendChild(svg("g", { class: name }));
    this.layers = {
      paint: layer(below, "paints"),
      tints: layer(below, "tints"),
      arrows: layer(above, "arrows"),
      looked: layer(above, "looked"),
      numbers: layer(above, "numbers"),
    };
  }

  // Shows these marks and no others.
  /** @param {Mark[]} list */
  mark(list) {
    const { tints, arrows } = this.layers;
    tints.replaceChildren();
    arrows.replaceChildren();
    for (const one of list) (one.arrow ? arrows : tints).append(...this.drawn(one, "tint"));
  }

  // The parts of a mark; `name` is how single cells are marked.
  /** @param {Mark} mark @param {string} name */
  drawn({ arrow, cells, whole, tone }, name) {
    if (arrow) return [this.arrow(...arrow, tone)];
    if (whole) return [svg("path", { class: `tint ${tone}`, d: this.layout.outline(cells) })];
    return cells.map((cell) => this.layout.frame(cell, `${name} ${tone}`));
  }

  /** @param {number} from @param {number} to @param {string} tone */
  arrow(from, to, tone) {
    const [[x0, y0], [x1, y1]] = [this.layout.point(from), this.layout.point(to)];
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
    /** @param {number} along @param {number} aside */
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

  // The move that is looked at in a list, or nothing.
  /** @param {{ steps: number[][] } | null} move */
  preview(move) {
    this.layers.looked.replaceChildren(...(move ? this.drawn(markOf(move, "look"), "ring-mark") : []));
  }

  // Paints cells. Groups have a colour and a pattern of their own; numbers are coloured by their
  // sign.
  /** @param {Paint[] | null} weights */
  paint(weights) {
    this.weights = weights;
    this.layers.paint.ownerSVGElement?.classList.toggle("painted", Boolean(weights?.length));
    this.layers.paint.replaceChildren();
    this.layers.numbers.replaceChildren();
    (weights || []).forEach((one, cell) => {
      if (one === null) return;
      const { words, group } = typeof one === "object" ? one : { words: String(one), group: signOf(one) };
      this.layers.paint.append(this.layout.frame(cell, `paint group-${group}`));
      if (!words) return;
      const [x, y] = this.layout.point(cell);
      this.layers.numbers.append(svg("text", { class: "weight", x, y: y + 6 }, words));
    });
  }

  // What is painted on a cell, in words.
  /** @param {number} cell */
  wordsAt(cell) {
    const one = this.weights?.[cell] ?? null;
    return one === null ? "" : typeof one === "object" ? one.words : String(one);
  }
}

/** @param {number} number */
const signOf = (number) => (number > 0 ? 0 : number < 0 ? 1 : 3);

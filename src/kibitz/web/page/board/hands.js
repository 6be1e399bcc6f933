// Pieces in hand: drawn above and below the board, chosen by a click or a key, or dragged onto it.

import { svg } from "../core/dom.js";

const A_LITTLE = 7; // pixels before a press is a drag

/** @typedef {import("./board_view.js").BoardView} BoardView */

export class Hands {
  drawn = ""; // what is shown
  /** @type {SVGGElement | null} */
  layer = null; // where that is

  /** @param {BoardView} view @param {{ choose(kind: string | null): void, drop(cell: number): void }} on */
  constructor(view, on) {
    this.view = view;
    this.on = on;
  }

  // Shows the hands; the pieces whose kinds are in `free` can be chosen, `chosen` is chosen.
  /** @param {Api.Hand[]} hands @param {Set<string>} free @param {string | null} chosen */
  show(hands, free, chosen) {
    const key = JSON.stringify([hands, [...free], chosen]);
    if (this.drawn === key && this.layer === this.view.hands) return;
    this.drawn = key;
    this.layer = this.view.hands;
    this.layer.replaceChildren(...hands.map((hand) => this.hand(hand, free, chosen)));
  }

  /** @param {Api.Hand} hand @param {Set<string>} free @param {string | null} chosen */
  hand({ label, words, at, held }, free, chosen) {
    const [x, y] = at;
    const text = svg("text", { class: "kz-edge kz-f-quiet", x, y, dy: ".35em" }, label);
    return svg("g", { role: "group", "aria-label": words }, text, held.map((one) => this.piece(one, free, chosen)));
  }

  /** @param {Api.InHand} held @param {Set<string>} free @param {string | null} chosen */
  piece({ sign, kind, x, y, scale }, free, chosen) {
    const { layout, board } = this.view;
    const drawn = svg("g", { class: "in-hand-piece" }, layout.piece(sign));
    const place = { transform: `translate(${x} ${y}) scale(${scale})`, "data-kind": kind };
    const ring = svg("circle", { class: "in-hand-ring", r: 29 });
    if (!free.has(kind)) return svg("g", { class: "in-hand", ...place }, ring, drawn);
    const isChosen = kind === chosen;
    const toggle = () => this.on.choose(isChosen ? null : kind);
    /** @param {KeyboardEvent} event */
    const onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      toggle();
      /** @type {SVGGElement | null | undefined} */
      const again = this.layer?.querySelector(`[data-kind="${kind}"]`);
      again?.focus();
    };
    const button = {
      class: `in-hand free${isChosen ? " chosen" : ""}`,
      role: "button",
      tabindex: 0,
      "aria-pressed": String(isChosen),
      "aria-label": kind.replace(sign, board.called[sign] || sign),
      onkeydown,
    };
    const node = svg("g", { ...place, ...button }, ring, drawn);
    node.addEventListener("pointerdown", (event) => this.press(event, node, { kind, drawn, scale, toggle }));
    return node;
  }

  // A press chooses a piece; moved, it carries the piece to a cell.
  /**
   * @param {PointerEvent} event
   * @param {SVGGElement} node
   * @param {{ kind: string, drawn: SVGGElement, scale: number, toggle: () => void }} piece
   */
  press(event, node, { kind, drawn, scale, toggle }) {
    if (!event.isPrimary || event.button !== 0) return;
    event.preventDefault();
    const from = this.view.inDrawing(event);
    const { clientX, clientY } = event;
    let dragged = false;
    /** @param {PointerEvent} at */
    const move = (at) => {
      if (!dragged && Math.hypot(at.clientX - clientX, at.clientY - clientY) < A_LITTLE) return;
      dragged = true;
      const [x, y] = this.view.inDrawing(at);
      drawn.style.transform = `translate(${(x - from[0]) / scale}px, ${(y - from[1]) / scale}px) scale(${1 / scale})`;
      drawn.style.pointerEvents = "none";
      drawn.classList.add("held");
      this.view.aim(this.view.cellUnder(at));
    };
    /** @param {PointerEvent} at */
    const end = (at) => {
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", end);
      node.removeEventListener("pointercancel", end);
      drawn.style.transform = "";
      drawn.classList.remove("held");
      this.view.aim(null);
      if (!dragged) {
        toggle();
        return;
      }
      const cell = at.type === "pointerup" ? this.view.cellUnder(at) : -1;
      this.drawn = "";
      this.on.choose(kind);
      if (cell >= 0) this.on.drop(cell);
      else this.on.choose(null);
    };
    node.setPointerCapture(event.pointerId);
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", end);
    node.addEventListener("pointercancel", end);
  }
}

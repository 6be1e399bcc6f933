// Pieces in hand: drawn above and below the board, chosen by a click or a key, or dragged onto it.

import { svg } from "../core/dom.js";

const A_LITTLE = 7; // pixels before a press is a drag

export class Hands {
  // `on` has what happens: choose(kind), drop(cell).
  constructor(view, on) {
    this.view = view;
    this.on = on;
  }

  // Shows the hands; the pieces whose kinds are in `free` can be chosen, `chosen` is chosen.
  show(hands, free, chosen) {
    const key = JSON.stringify([hands, [...free], chosen]);
    if (this.drawn === key && this.layer === this.view.hands) return;
    this.drawn = key;
    this.layer = this.view.hands;
    this.layer.replaceChildren(...hands.map((hand) => this.hand(hand, free, chosen)));
  }

  hand({ label, words, at, held }, free, chosen) {
    const [x, y] = at;
    const text = svg("text", { class: "kz-edge kz-f-quiet", x, y, dy: ".35em" });
    text.textContent = label;
    return svg("g", { role: "group", "aria-label": words }, text, held.map((one) => this.piece(one, free, chosen)));
  }

  piece({ sign, kind, x, y, scale }, free, chosen) {
    const { layout, board } = this.view;
    const drawn = svg("g", { class: "in-hand-piece" }, layout.piece(sign));
    const radius = 29;
    const state = free.has(kind) ? `free${kind === chosen ? " chosen" : ""}` : "";
    const group = svg("g", {
      class: `in-hand ${state}`,
      transform: `translate(${x} ${y}) scale(${scale})`,
      "data-kind": kind,
    }, svg("circle", { class: "in-hand-ring", r: radius }), drawn);
    if (!free.has(kind)) return group;
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", 0);
    group.setAttribute("aria-pressed", kind === chosen);
    group.setAttribute("aria-label", kind.replace(sign, board.called?.[sign] || sign));
    group.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      this.on.choose(kind === chosen ? null : kind);
      this.layer.querySelector(`[data-kind="${kind}"]`)?.focus();
    });
    group.addEventListener("pointerdown", (event) => this.press(event, { kind, drawn, scale, chosen }));
    return group;
  }

  // A press chooses a piece; moved, it carries the piece to a cell.
  press(event, { kind, drawn, scale, chosen }) {
    if (!event.isPrimary || event.button !== 0) return;
    event.preventDefault();
    const node = event.currentTarget;
    const from = this.view.inDrawing(event);
    const { clientX, clientY } = event;
    let dragged = false;
    const move = (at) => {
      if (!dragged && Math.hypot(at.clientX - clientX, at.clientY - clientY) < A_LITTLE) return;
      dragged = true;
      const [x, y] = this.view.inDrawing(at);
      drawn.style.transform = `translate(${(x - from[0]) / scale}px, ${(y - from[1]) / scale}px) scale(${1 / scale})`;
      drawn.style.pointerEvents = "none";
      drawn.classList.add("held");
      this.view.aim(this.view.cellUnder(at));
    };
    const end = (at) => {
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", end);
      node.removeEventListener("pointercancel", end);
      drawn.style.transform = "";
      drawn.classList.remove("held");
      this.view.aim(null);
      if (!dragged) {
        this.on.choose(kind === chosen ? null : kind);
        return;
      }
      const cell = at.type === "pointerup" ? this.view.cellUnder(at) : -1;
      this.drawn = null;
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

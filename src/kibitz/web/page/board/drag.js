// Dragging by mouse, pen or finger. A press becomes a drag once it has moved a little; what is then
// in the hand, and where it can go, is up to `on`.

/**
 * @typedef {import("./pieces.js").XY} XY
 * @typedef {object} Dragging
 * @property {(cell: number) => boolean} lift begins a drag at a cell; false if nothing there can be dragged
 * @property {(cell: number, point: XY) => void} carry the pointer has moved: the cell under it (-1 if none), and its point
 * @property {(point: XY, out: boolean) => void} drop it was let go there; `out` if off the board
 * @property {() => void} cancel the drag was cancelled
 */

const A_LITTLE = 7; // pixels
const CLICK_AFTER = 100; // milliseconds in which a click still belongs to a drag

export class Drag {
  /** @type {{ cell: number, x: number, y: number } | null} */
  start = null; // where the press began
  active = false;
  ended = -Infinity; // when the last one did

  /** @param {import("./board_view.js").BoardView} view @param {Dragging} on */
  constructor(view, on) {
    this.view = view;
    this.on = on;
    const { root } = view;
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.release(event));
    root.addEventListener("pointercancel", () => this.cancel());
    // A finger on what can be dragged does not scroll the page, whatever the browser makes of
    // touch-action.
    /** @param {TouchEvent} event */
    const hold = (event) => {
      const isGrasped = event.target instanceof Element && event.target.closest(".grasp");
      if (event.cancelable && isGrasped) event.preventDefault();
    };
    root.addEventListener("touchmove", hold, { passive: false });
    root.addEventListener("lostpointercapture", () => this.cancel());
  }

  /** @param {PointerEvent} event */
  press(event) {
    const { target } = event;
    if (!event.isPrimary || event.button !== 0 || !(target instanceof Element)) return;
    const cell = this.view.cellOf(target);
    this.start = cell < 0 ? null : { cell, x: event.clientX, y: event.clientY };
    // A finger is caught by what it presses; the board should see what it passes over.
    if (event.pointerType === "touch") target.releasePointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { start, view } = this;
    if (!start || !event.isPrimary) return;
    if (!this.active) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < A_LITTLE) return;
      if (event.buttons === 0 || !this.on.lift(start.cell)) {
        this.start = null;
        return;
      }
      this.active = true;
      view.root.setPointerCapture(event.pointerId);
      view.root.classList.add("dragging");
    }
    event.preventDefault();
    this.on.carry(view.cellUnder(event), view.inDrawing(event));
  }

  /** @param {PointerEvent} event */
  release(event) {
    if (!event.isPrimary) return;
    const { active, view } = this;
    this.end(event.timeStamp);
    if (!active) return;
    const box = view.root.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    const out = x < box.left || x > box.right || y < box.top || y > box.bottom;
    this.on.drop(view.inDrawing(event), out);
  }

  cancel() {
    if (!this.active) {
      this.start = null;
      return;
    }
    this.end(performance.now());
    this.on.cancel();
  }

  /** @param {number} when */
  end(when) {
    this.start = null;
    if (this.active) this.ended = when;
    this.active = false;
    this.view.root.classList.remove("dragging");
  }

  // Whether a click is only the end of a drag.
  /** @param {MouseEvent} event */
  swallows(event) {
    return event.detail > 0 && event.timeStamp - this.ended < CLICK_AFTER;
  }
}

// Dragging by mouse, pen or finger. A press becomes a drag once it has moved a little; what is then
// in the hand, and where it can go, is up to `on`:
//
//   lift(cell, how)          begins a drag at a cell; false if nothing there can be dragged
//   carry(cell, point)       the pointer has moved: the cell under it (-1 if none), and its point
//   drop(cell, point, out)   it was let go there; `out` if off the board
//   cancel()                 the drag was cancelled

const A_LITTLE = 7; // pixels
const CLICK_AFTER = 100; // milliseconds in which a click still belongs to a drag

export class Drag {
  constructor(view) {
    this.view = view;
    this.start = null;
    this.active = false;
    this.ended = -Infinity;
    const { root } = view;
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.release(event));
    root.addEventListener("pointercancel", () => this.cancel());
    // A finger on what can be dragged does not scroll the page, whatever the browser makes of
    // touch-action.
    const hold = (event) => {
      if (event.cancelable && event.target.closest?.(".grasp")) event.preventDefault();
    };
    root.addEventListener("touchmove", hold, { passive: false });
    root.addEventListener("lostpointercapture", () => this.cancel());
  }

  press(event) {
    if (!event.isPrimary || event.button !== 0 || !this.view.on.lift) return;
    const cell = this.view.cellOf(event.target);
    this.start = cell < 0 ? null : { cell, x: event.clientX, y: event.clientY, how: event.pointerType };
    // A finger is caught by what it presses; the board should see what it passes over.
    if (event.pointerType === "touch") event.target.releasePointerCapture?.(event.pointerId);
  }

  move(event) {
    const { start, view } = this;
    if (!start || !event.isPrimary) return;
    if (!this.active) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < A_LITTLE) return;
      if (event.buttons === 0 || !view.on.lift(start.cell, start.how)) {
        this.start = null;
        return;
      }
      this.active = true;
      view.root.setPointerCapture(event.pointerId);
      view.root.classList.add("dragging");
    }
    event.preventDefault();
    view.on.carry(view.cellUnder(event), view.inDrawing(event));
  }

  release(event) {
    if (!event.isPrimary) return;
    const { active, view } = this;
    this.end(event.timeStamp);
    if (!active) return;
    const box = view.root.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    const out = x < box.left || x > box.right || y < box.top || y > box.bottom;
    view.on.drop(view.cellUnder(event), view.inDrawing(event), out);
  }

  cancel() {
    if (!this.active) {
      this.start = null;
      return;
    }
    this.end(performance.now());
    this.view.on.cancel();
  }

  end(when) {
    this.start = null;
    if (this.active) this.ended = when;
    this.active = false;
    this.view.root.classList.remove("dragging");
  }

  // Whether a click is only the end of a drag.
  swallows(event) {
    return event.detail > 0 && event.timeStamp - this.ended < CLICK_AFTER;
  }
}

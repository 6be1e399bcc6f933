// Navigation in the game: every key press counts, although positions are requested one after the
// other. The next request is for the current target.

import { fail } from "../core/announce.js";
import { askInParts } from "../transport/talk.js";

const SETTLED = 150; // milliseconds without a key before the kibitzer looks again

/** @typedef {import("../core/store.js").Seen} Seen */

export class HistorySteps {
  /** @type {{ ply: number, line?: number } | null} */
  target = null; // where the reader wants to be
  /** @type {number[]} */
  queue = []; // steps that were asked for while a move is on its way
  going = false;
  timer = 0;

  /**
   * @param {import("../core/store.js").Store} store
   * @param {{ show(seen: Seen): void, settle(): void }} on what shows a position on the way, and the last one
   */
  constructor(store, on) {
    this.store = store;
    this.on = on;
    store.subscribe(() => {
      this.target = null;
      this.queue = [];
    }, "request");
  }

  // One turn back (-1) or on (1).
  /** @param {number} step */
  by(step) {
    const { pending, seen } = this.store.state;
    const { ply, line } = this.target || seen;
    if (pending) this.queue.push(step);
    else this.to(turnFrom(seen, ply, step), line);
  }

  // Makes the steps that waited for a move.
  resume() {
    for (const step of this.queue.splice(0)) this.by(step);
  }

  /** @param {number} ply @param {number} [line] */
  to(ply, line = this.store.state.seen.line) {
    this.target = { ply, line };
    if (!this.going) this.go();
  }

  // Follows the target until it is reached, then lets the rest of the page catch up.
  async go() {
    const { store } = this;
    const { request } = store.state;
    const isLast = () => store.state.request === request;
    this.going = true;
    try {
      while (isLast() && this.target && !isAt(store.state.seen, this.target)) {
        const { ply, line } = this.target;
        const parts = askInParts("match", { match: store.state.seen.match, jump: ply, line });
        const { view } = (await parts.next()).value;
        if (isLast()) this.on.show(view);
      }
    } catch (fault) {
      if (isLast()) fail(fault);
    } finally {
      this.going = false;
      this.target = null;
    }
    clearTimeout(this.timer);
    const { seen } = store.state;
    this.timer = setTimeout(() => {
      if (isLast() && store.state.seen === seen && !this.going) this.on.settle();
    }, SETTLED);
  }
}

// The ply a turn before or after another: against an opponent, where it is your turn.
/** @param {Pick<Seen, "players" | "movers" | "history">} seen @param {number} from @param {number} step */
export function turnFrom({ players, movers, history }, from, step) {
  const people = players.filter((player) => player === "human").length;
  const alone = people === 0 || people === players.length;
  for (let at = from + step; at >= 0 && at <= history.length; at += step) {
    if (alone || players[movers[at]] === "human" || (step > 0 && at === history.length)) return at;
  }
  return from;
}

/** @param {Seen} seen @param {{ ply: number, line?: number }} target */
const isAt = (seen, { ply, line }) => seen.ply === ply && (seen.line === line || line === undefined);

// Navigation in the game: every key press counts, although positions are requested one after the
// other. The next request is for the current target.

import { askInParts } from "../transport/talk.js";

const SETTLED = 150; // milliseconds without a key before the kibitzer looks again

export class Walk {
  constructor(game) {
    this.game = game;
    this.target = null; // { ply, line } that the reader wants to be at
    this.playing = 0; // the id of the move that is being made
    this.queue = []; // steps that were asked for meanwhile
  }

  // Whether a move is being made.
  get waits() {
    return this.playing > 0 && this.playing === this.game.requestId;
  }

  // A move is being made: steps wait until it is on the board.
  begin() {
    this.target = null;
    this.queue = [];
    this.playing = this.game.requestId += 1;
    return this.playing;
  }

  end(requestId) {
    if (this.playing !== requestId) return;
    this.playing = 0;
    for (const by of this.queue.splice(0)) this.by(by);
  }

  // One turn back (-1) or on (1).
  by(step) {
    if (this.waits) {
      this.queue.push(step);
      return;
    }
    const { ply, line } = this.target || this.game.seen;
    this.to(this.turn(ply, step), line);
  }

  // The ply a turn before or after another: against an opponent, where it is your turn.
  turn(from, step) {
    const { players, movers, history } = this.game.seen;
    const who = (at) => players[movers[at]];
    const people = players.filter((player) => player === "human").length;
    const alone = people === 0 || people === players.length;
    for (let at = from + step; at >= 0 && at <= history.length; at += step) {
      if (alone || who(at) === "human" || (step > 0 && at === history.length)) return at;
    }
    return from;
  }

  to(ply, line = this.game.seen.line) {
    this.target = { ply, line };
    if (!this.going) this.go();
  }

  // Follows the target until it is reached, then lets the rest of the page catch up.
  async go() {
    const { game } = this;
    const { requestId } = game;
    this.going = true;
    try {
      while (game.requestId === requestId && this.target && !isAt(game.seen, this.target)) {
        const before = game.seen;
        const { ply, line } = this.target;
        const parts = askInParts("match", { match: before.match, jump: ply, line });
        const { view } = (await parts.next()).value;
        if (game.requestId === requestId) game.show(view, { before, passing: true });
      }
    } catch (fault) {
      if (game.requestId === requestId) game.fail(fault);
    } finally {
      this.going = false;
      this.target = null;
    }
    clearTimeout(this.timer);
    const { seen } = game;
    this.timer = setTimeout(() => {
      if (game.requestId === requestId && game.seen === seen && !this.going) game.settle();
    }, SETTLED);
  }
}

const isAt = (seen, { ply, line }) => seen.ply === ply && (seen.line === line || line === undefined);

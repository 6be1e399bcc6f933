// "Show me the end": a best line is played on the board. The game itself stays as it was.

import { $, calm } from "../core/dom.js";
import { ask } from "../transport/talk.js";
import { t } from "../core/words.js";

const PACE = 1000; // milliseconds from move to move

// Whether a puzzle is lost and has no best end either: there is nothing to play then.
/** @param {Api.Board} board @param {Api.Opinion} opinion */
const isLost = (board, { value }) =>
  !board.players.length && value.tone === "bad" && typeof value.outcome !== "number";

export class Ending {
  /** @type {string[]} */
  line = [];
  at = 0; // moves of it that are on the board
  ends = true; // whether the line ends the match
  paused = false;

  constructor(game) {
    this.game = game;
    this.running = false;
    $("#demo-pause").addEventListener("click", () => this.pause(!this.paused));
    $("#demo-step").addEventListener("click", () => this.step());
    $("#demo-stop").addEventListener("click", () => this.stop());
  }

  async start() {
    const { game } = this;
    if (this.running || game.seen.over) return;
    try {
      const { board, match, position } = game.seen;
      const opinion = game.kibitzer.opinion || (await ask("opinion", { match }));
      if (isLost(board, opinion)) {
        game.kibitzer.opinion ??= opinion;
        game.say(opinion.hint.words);
        game.kibitzer.offerBack();
        return;
      }
      const solution = await ask("solution", { name: board.name, position });
      this.line = solution.line;
      this.ends = solution.ends;
    } catch (fault) {
      game.fail(fault);
      return;
    }
    if (this.line.length) await this.begin();
  }

  // Plays a line that is known already.
  async run(line) {
    if (this.running) return;
    [this.line, this.ends] = [line, true];
    await this.begin();
  }

  async begin() {
    this.original = this.game.seen;
    this.at = 0;
    this.running = true;
    $("#demo-step").disabled = true; // until the line has begun
    $("#demo").hidden = false;
    $("#tools").hidden = true;
    const alone = this.original.players.map(() => "human");
    try {
      await this.show({ match: this.original.match, players: alone });
    } catch (fault) {
      this.leave();
      this.game.fail(fault);
    }
    if (this.running) this.pause(calm()); // with reduced motion, the reader steps by hand
  }

  async show(what) {
    const before = this.game.seen;
    await this.game.follow(what, { before, quiet: true, wanted: () => this.running });
    if (!this.running) return;
    this.game.table.busy();
    $("#demo-at").textContent = t("Move {at} of {all}", { at: this.at, all: this.line.length });
    $("#demo-step").disabled = this.at === this.line.length;
    if (this.at === this.line.length && !this.ends) {
      this.game.say(t("From here it goes round in circles: a draw."));
    }
  }

  pause(paused) {
    this.paused = paused;
    $("#demo-pause").textContent = paused ? t("Continue") : t("Pause");
    clearTimeout(this.timer);
    if (!paused) this.timer = setTimeout(() => this.tick(), PACE);
  }

  async tick() {
    if (!this.running || this.paused) return;
    await this.step();
    if (this.running && this.at < this.line.length) this.pause(false);
    else if (this.running) this.pause(true);
  }

  async step() {
    if (this.stepping || this.at >= this.line.length) return;
    this.stepping = true;
    const move = this.line[this.at];
    this.at += 1;
    try {
      await this.show({ match: this.game.seen.match, play: move });
    } catch (fault) {
      this.game.fail(fault);
    } finally {
      this.stepping = false;
    }
  }

  stop() {
    if (!this.running) return;
    this.leave();
    this.game.show(this.original);
  }

  // Ends it without going back: another match is on the board.
  leave() {
    clearTimeout(this.timer);
    this.running = false;
    $("#demo").hidden = true;
    $("#tools").hidden = false;
  }
}

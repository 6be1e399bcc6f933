// "Show me the end": a best line is played on the board. The game itself stays as it was.

import { $, calm } from "../core/dom.js";
import { can } from "../core/modes.js";
import { fail, say } from "../core/announce.js";
import { ask } from "../transport/talk.js";
import { t } from "../core/words.js";

const PACE = 1000; // milliseconds from move to move

/**
 * @typedef {import("../core/store.js").Seen} Seen
 * @typedef {import("../core/modes.js").Event} Event
 */

// Whether a puzzle is lost and has no best end either: there is nothing to play then.
/** @param {Api.Board} board @param {Api.Opinion} opinion */
const isLost = (board, { value }) =>
  !board.players.length && value.tone === "bad" && typeof value.outcome !== "number";

export class Demo {
  /** @type {string[]} */
  line = [];
  at = 0; // moves of it that are on the board
  ends = true; // whether the line ends the match
  paused = false;
  stepping = false;
  timer = 0;

  /**
   * @param {import("../core/store.js").Store} store
   * @param {{
   *   follow(what: Api.Questions["match"], how: { quiet: boolean, wanted: () => boolean, event?: Event }): Promise<void>,
   *   show(seen: Seen, how: { event: Event }): void,
   *   tellLost(opinion: Api.Opinion): void,
   * }} on
   */
  constructor(store, on) {
    this.store = store;
    this.on = on;
    $("#end").addEventListener("click", () => this.start());
    $("#demo-pause").addEventListener("click", () => this.pause(!this.paused));
    $("#demo-step").addEventListener("click", () => this.step());
    $("#demo-stop").addEventListener("click", () => this.stop());
    store.subscribe(() => clearTimeout(this.timer), "mode");
  }

  get running() {
    return this.store.state.mode === "demo";
  }

  async start() {
    const { state } = this.store;
    if (!can(state, "demo") || state.seen.over) return;
    const { board, match, position } = state.seen;
    try {
      const opinion = state.opinion ?? (await ask("opinion", { match }));
      if (isLost(board, opinion)) this.on.tellLost(opinion);
      else {
        const { line, ends } = await ask("solution", { name: board.name, position });
        if (line.length) await this.run(line, ends, state.seen);
      }
    } catch (fault) {
      fail(fault);
    }
  }

  // Plays a line from the position on the board, unless that is another by now.
  /** @param {string[]} line */
  async run(line, ends = true, from = this.store.state.seen) {
    const { store } = this;
    const wanted = () => store.state.seen === from && can(store.state, "demo");
    if (!wanted()) return;
    [this.line, this.ends, this.at] = [line, ends, 0];
    try {
      await this.show({ match: from.match, players: from.players.map(() => "human") }, { wanted, event: "demo" });
    } catch (fault) {
      fail(fault);
    }
    if (this.running) this.pause(calm()); // with reduced motion, the reader steps by hand
  }

  /** @param {Api.Questions["match"]} what @param {{ wanted?: () => boolean, event?: Event }} how */
  async show(what, { wanted = () => this.running, event } = {}) {
    await this.on.follow(what, { quiet: true, wanted, event });
    if (!this.running) return;
    $("#demo-at").textContent = t("Move {at} of {all}", { at: this.at, all: this.line.length });
    $("#demo-step").disabled = this.at === this.line.length;
    if (this.at === this.line.length && !this.ends) say(t("From here it goes round in circles: a draw."));
  }

  /** @param {boolean} paused */
  pause(paused) {
    this.paused = paused;
    $("#demo-pause").textContent = paused ? t("Continue") : t("Pause");
    clearTimeout(this.timer);
    if (!paused) this.timer = setTimeout(() => this.tick(), PACE);
  }

  async tick() {
    if (!this.running || this.paused) return;
    await this.step();
    if (this.running) this.pause(this.at === this.line.length);
  }

  async step() {
    if (this.stepping || this.at >= this.line.length) return;
    this.stepping = true;
    const move = this.line[this.at];
    this.at += 1;
    try {
      await this.show({ match: this.store.state.seen.match, play: move });
    } catch (fault) {
      fail(fault);
    } finally {
      this.stepping = false;
    }
  }

  stop() {
    const { behind } = this.store.state;
    if (this.running && behind) this.on.show(behind.seen, { event: "back" });
  }
}

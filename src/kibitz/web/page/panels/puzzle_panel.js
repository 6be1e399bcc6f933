// Puzzle that asks for one move: the tries, their refutations, the answer.
//
// While it is open, the page hides the outcomes of moves, and no opponent replies.

import { $, el } from "../core/dom.js";
import { ask } from "../transport/talk.js";
import { capital, t } from "../core/words.js";

const MOST_MOVES = 6; // moves of a refutation in words; the board shows all of them

export class Posed {
  /** @type {Api.Judged} */
  verdict; // on the last try

  constructor(game) {
    this.game = game;
    this.state = ""; // open, wrong (a try is refuted), solved, told (the answer is shown); "" without a puzzle
    this.base = null; // the match that begins with it
    this.words = "";
  }

  // Whether the answer is still to be found.
  get open() {
    return this.state === "open" || this.state === "wrong";
  }

  // Another match is on the board; it may begin with a puzzle, which may be solved already.
  begin(seen, puzzle) {
    const isOne = puzzle?.kind === "move" && !seen.history.length;
    this.base = isOne ? seen : null;
    if (!isOne && puzzle?.kind === "move") this.game.kibitzer.hold("all");
    this.enter(isOne ? "open" : "", puzzle?.question || "");
  }

  enter(state, words) {
    [this.state, this.words] = [state, words];
    document.documentElement.dataset.puzzle = this.open ? "open" : "";
    if (!this.open && this.base) this.game.kibitzer.hold("all"); // nothing is to be found any more
    this.draw();
  }

  // The status under the board, instead of whose turn it is; "" if there is none.
  statusText(seen) {
    const { puzzle } = this.game;
    if (!puzzle || this.game.ending.running) return this.open ? this.words : "";
    if (puzzle.kind === "solve") return seen.history.length ? "" : puzzle.question;
    return this.state && (this.open || seen.ply === 1) ? this.words : "";
  }

  // Whether that is good or bad news.
  get tone() {
    return { solved: "good", wrong: "bad" }[this.state] || "";
  }

  // A move is tried as the answer.
  async try(move) {
    if (this.state !== "open") return;
    await this.judge(move.move, ({ right, words, line }) => {
      if (right) this.enter("solved", words);
      else this.enter("wrong", line.length ? `${words} ${t("It goes on: {line}", { line: begun(line) })}` : words);
    });
  }

  async showAnswer() {
    await this.judge(null, ({ move, comment }) => {
      this.enter("told", `${t("The answer is {move}.", { move })} ${capital(comment)}.`);
    });
  }

  // Asks about a move, or for the answer, and shows it on the board.
  async judge(move, enter) {
    const { game, base } = this;
    const requestId = game.walk.begin();
    const wanted = () => game.requestId === requestId;
    game.table.busy();
    try {
      this.verdict = await ask("judge", { match: base.match, move });
      if (!wanted()) return;
      enter(this.verdict);
      const made = { match: base.match, play: this.verdict.move };
      await game.follow(made, { before: base, quiet: this.open, wanted });
    } catch (fault) {
      if (!wanted()) return;
      game.show(game.seen, { quiet: true });
      game.fail(fault);
    } finally {
      game.walk.end(requestId);
    }
  }

  // Back to the position that was asked about; false if no try is on the board.
  retry() {
    if (this.state !== "wrong") return false;
    this.enter("open", this.game.puzzle.question);
    this.game.show(this.base, { quiet: true });
    return true;
  }

  draw() {
    const place = $("#posed");
    const button = (words, act, main = false) =>
      el("button", { type: "button", class: main ? "primary" : null, onclick: act }, words);
    const { game, verdict } = this;
    const offers = [];
    if (this.state === "wrong") {
      offers.push(button(t("Try again"), () => this.retry(), true));
      if (verdict.line.length) {
        offers.push(button(t("Show the refutation"), () => game.ending.run(verdict.line)));
      }
    }
    if (this.open) offers.push(button(t("Show the answer"), () => this.showAnswer()));
    else if (this.state) offers.push(button(t("Next puzzle"), () => game.puzzles.next(), true));
    place.hidden = !offers.length;
    place.replaceChildren(...offers);
  }
}

const begun = (line) => line.slice(0, MOST_MOVES).join(" ") + (line.length > MOST_MOVES ? " …" : "");

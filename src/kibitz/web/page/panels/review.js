// Review of a finished game: a button that leads from mistake to mistake.

import { $ } from "../core/dom.js";
import { t } from "../core/words.js";

export class Review {
  constructor(game) {
    this.game = game;
    /** @type {Api.Review | null} */
    this.found = null; // the review of the line on the board
    this.of = ""; // the moves of that line
    $("#review").addEventListener("click", () => this.go());
  }

  // Takes the review from an opinion on a match, or keeps that of the same moves.
  take(seen, opinion) {
    const moves = `${seen.board.name} ${seen.line} ${seen.history.join(" ")}`;
    if (opinion) [this.found, this.of] = [opinion.review, moves];
    else if (this.of !== moves) this.found = null;
    this.draw(seen);
  }

  draw(seen) {
    const next = this.next(seen);
    $("#review").hidden = !next || this.game.ending.running || this.game.posed.open;
    if (next) $("#review").textContent = next.words;
  }

  // What the button leads to, with its words; null if there is nothing to review.
  next(seen) {
    const mistakes = this.found?.mistakes ?? [];
    if (!this.found || !seen.finished || !mistakes.length) return null;
    const at = mistakes.findIndex(({ ply }) => ply === seen.ply);
    if (at < 0 || seen.over) return { ply: mistakes[0].ply, words: this.found.words };
    if (at + 1 === mistakes.length) return { ply: seen.history.length, words: t("Back to the end") };
    const { ply } = mistakes[at + 1];
    return { ply, words: t("Next mistake: move {number}", { number: ply }) };
  }

  go() {
    const next = this.next(this.game.seen);
    if (!next) return;
    this.game.kibitzer.hold("all"); // a review is asked for
    this.game.jump(next.ply);
  }
}

// Review of a finished game: a button that leads from mistake to mistake.

import { $ } from "../core/dom.js";
import { can } from "../core/modes.js";
import { t } from "../core/words.js";

/** @typedef {import("../core/store.js").Seen} Seen */

export class Review {
  /** @type {Api.Review | null} */
  found = null; // the review of the line on the board
  of = ""; // the moves of that line

  /** @param {import("../core/store.js").Store} store @param {(ply: number) => void} jump */
  constructor(store, jump) {
    store.subscribe((state) => {
      this.take(state);
      const next = this.next(state.seen);
      $("#review").hidden = !next || !can(state, "review");
      if (next) $("#review").textContent = next.words;
    }, "seen", "opinion", "mode");
    $("#review").addEventListener("click", () => {
      const next = this.next(store.state.seen);
      if (next && store.apply("review")) jump(next.ply);
    });
  }

  // Takes the review from an opinion on a match, or keeps that of the same moves.
  /** @param {import("../core/store.js").State} state */
  take({ seen, opinion }) {
    const moves = `${seen.board.name} ${seen.line} ${seen.history.join(" ")}`;
    if (opinion) [this.found, this.of] = [opinion.review, moves];
    else if (this.of !== moves) this.found = null;
  }

  // What the button leads to, with its words; null if there is nothing to review.
  /** @param {Seen} seen */
  next(seen) {
    const mistakes = this.found?.mistakes ?? [];
    if (!this.found || !seen.finished || !mistakes.length) return null;
    const at = mistakes.findIndex(({ ply }) => ply === seen.ply);
    if (at < 0 || seen.over) return { ply: mistakes[0].ply, words: this.found.words };
    if (at + 1 === mistakes.length) return { ply: seen.history.length, words: t("Back to the end") };
    const { ply } = mistakes[at + 1];
    return { ply, words: t("Next mistake: move {number}", { number: ply }) };
  }
}

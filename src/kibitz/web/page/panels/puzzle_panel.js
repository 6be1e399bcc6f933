// Puzzle that asks for one move: the tries, their refutations, the answer.
//
// While it is open, the page hides the outcomes of moves, and no opponent replies.

import { $, button } from "../core/dom.js";
import { isOpen } from "../core/modes.js";
import { fail } from "../core/announce.js";
import { ask } from "../transport/talk.js";
import { capital, t } from "../core/words.js";

const MOST_MOVES = 6; // moves of a refutation in words; the board shows all of them

/**
 * @typedef {import("../core/store.js").Seen} Seen
 * @typedef {import("../core/store.js").State} State
 * @typedef {import("../core/modes.js").Event} Event
 * @typedef {{ quiet?: boolean, wanted?: () => boolean, event: Event, answer: State["answer"] }} How
 */

export class Posed {
  /** @type {Seen} */
  base; // the match that begins with the puzzle

  /**
   * @param {import("../core/store.js").Store} store
   * @param {{
   *   follow(what: Api.Questions["match"], how: How): Promise<void>,
   *   show(seen: Seen, how: How): void,
   *   demo(line: string[]): void,
   *   next(): void,
   * }} on
   */
  constructor(store, on) {
    this.store = store;
    this.on = on;
    store.subscribe(({ mode, seen }) => {
      if (mode === "trying") this.base = seen;
      this.draw();
    }, "mode", "id");
  }

  // A move is tried as the answer; with none, the answer is asked for. It is shown on the board.
  /** @param {import("../core/store.js").Sent | null} move */
  async try(move = null) {
    const { base, store } = this;
    const wanted = store.begin({ pending: move ?? { move: "", steps: [] } });
    try {
      const judged = await ask("judge", { match: base.match, move: move && move.move });
      if (!wanted()) return;
      const made = { match: base.match, play: judged.move };
      const isRight = !move || judged.right;
      const event = isRight ? "solve" : "refute";
      await this.on.follow(made, { quiet: !isRight, wanted, event, answer: answerOf(judged, !move) });
    } catch (fault) {
      if (!wanted()) return;
      store.change({ pending: null });
      fail(fault);
    }
  }

  // Back to the position that was asked about.
  retry() {
    this.on.show(this.base, { quiet: true, event: "retry", answer: null });
  }

  draw() {
    const { state } = this.store;
    const offers = [];
    if (state.mode === "refuted") {
      const { line } = state.answer ?? { line: [] };
      offers.push(button(t("Try again"), () => this.retry(), true));
      if (line.length) offers.push(button(t("Show the refutation"), () => this.on.demo(line)));
    }
    if (isOpen(state)) offers.push(button(t("Show the answer"), () => this.try()));
    else if (state.mode === "solved") offers.push(button(t("Next puzzle"), () => this.on.next(), true));
    $("#posed").hidden = !offers.length;
    $("#posed").replaceChildren(...offers);
  }
}

// The comment on a move that was tried, or on the answer that was shown.
/** @param {Api.Judged} judged @param {boolean} isShown */
function answerOf({ right, words, line, move, comment }, isShown) {
  if (isShown) return { words: `${t("The answer is {move}.", { move })} ${capital(comment)}.`, tone: "", line };
  if (right) return { words, tone: "good", line };
  const begun = line.slice(0, MOST_MOVES).join(" ") + (line.length > MOST_MOVES ? " …" : "");
  return { words: line.length ? `${words} ${t("It goes on: {line}", { line: begun })}` : words, tone: "bad", line };
}

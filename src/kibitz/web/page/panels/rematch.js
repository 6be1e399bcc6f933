// At the end of a game: the same once more, with the sides swapped, or another puzzle.

import { $, button } from "../core/dom.js";
import { chooseLevel, isMastered, opponentOf, withLevel } from "../core/levels.js";
import { isOpen } from "../core/modes.js";
import { t } from "../core/words.js";

/** @type {Record<string, () => string>} */
const LEVELS = {
  easy: () => t("Next level: easy"),
  hard: () => t("Next level: hard"),
  perfect: () => t("Next level: perfect"),
};

export class Rematch {
  /**
   * @param {import("../core/store.js").Store} store
   * @param {{ load(match: string, how: { puzzle: Api.Puzzle | null, players: string[], again: boolean }): void, next(): void }} on
   */
  constructor(store, on) {
    this.store = store;
    this.on = on;
    store.subscribe((state) => {
      $("#again").hidden = !state.seen.over || state.mode === "demo" || isOpen(state);
      if (!$("#again").hidden) $("#again").replaceChildren(...this.offers(state.seen));
    }, "seen", "mode");
  }

  /** @param {import("../transport/talk.js").Seen} seen */
  offers(seen) {
    const { players, harder, board } = seen;
    /** @param {string} words @param {string[]} seats */
    const again = (words, seats) => button(words, () => this.begin(seen, seats), seats === players);
    if (seen.board.players.length) {
      const offers = [again(t("Rematch"), players)];
      if (players[0] !== players[1]) offers.push(again(t("Swap sides"), [...players].reverse()));
      if (seen.person !== null && harder && isMastered(board.family, opponentOf(players))) {
        const rise = () => {
          chooseLevel(board.family, harder);
          this.begin(seen, withLevel(players, harder));
        };
        offers.unshift(button(LEVELS[harder](), rise, true));
        offers[1].classList.remove("primary");
      }
      return offers;
    }
    const offers = [again(t("Play it again"), players)];
    if (seen.board.solved_whole) {
      offers.push(button(t("Next puzzle"), () => this.on.next()));
    }
    return offers;
  }

  // Begins again where this match began.
  /** @param {import("../core/store.js").Seen} seen @param {string[]} players */
  begin(seen, players) {
    this.on.load(seen.match, { puzzle: this.store.state.puzzle, players, again: true });
  }
}

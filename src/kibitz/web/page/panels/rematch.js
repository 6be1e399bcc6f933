// At the end of a game: the same once more, with the sides swapped, or another puzzle.

import { $, el } from "../core/dom.js";
import { chooseLevel, isMastered, withLevel } from "../core/levels.js";
import { t } from "../core/words.js";

const LEVELS = {
  easy: () => t("Next level: easy"),
  hard: () => t("Next level: hard"),
  perfect: () => t("Next level: perfect"),
};

export class Rematch {
  constructor(game) {
    this.game = game;
  }

  show(seen) {
    const place = $("#again");
    place.hidden = !seen.over || this.game.ending.running || this.game.posed.open;
    if (place.hidden) return;
    place.replaceChildren(...this.offers(seen));
  }

  /** @param {import("../transport/talk.js").Seen} seen */
  offers(seen) {
    const { players, harder, board } = seen;
    const button = (words, begin, main = false) =>
      el("button", { type: "button", class: main ? "primary" : null, onclick: begin }, words);
    const again = (words, seats) => button(words, () => this.begin(seen, seats), seats === players);
    if (seen.board.players.length) {
      const level = players.find((one) => one !== "human");
      const offers = [again(t("Rematch"), players)];
      if (players[0] !== players[1]) offers.push(again(t("Swap sides"), [...players].reverse()));
      if (seen.person !== null && harder && isMastered(board.name, level)) {
        const rise = () => {
          chooseLevel(board.name, harder);
          this.begin(seen, withLevel(players, harder));
        };
        offers.unshift(button(LEVELS[harder](), rise, true));
        offers[1].classList.remove("primary");
      }
      return offers;
    }
    const offers = [again(t("Play it again"), players)];
    if (seen.board.solved_whole) {
      offers.push(button(t("Next puzzle"), () => this.game.puzzles.next()));
    }
    return offers;
  }

  // Begins again where this match began.
  async begin(seen, players) {
    await this.game.load(seen.match, { puzzle: this.game.puzzle, players, again: true });
  }
}

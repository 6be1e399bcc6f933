// Whose turn it is, in words.

import { t } from "../core/words.js";

/** @typedef {import("../transport/talk.js").Seen} Seen */

/** @param {Seen} seen */
export function turnWords(seen) {
  if (seen.over) return seen.ending;
  if (!seen.board.players.length) return t("Moves made: {count}", { count: seen.ply });
  if (seen.person === seen.mover) return t("Your move");
  if (seen.person !== null) return isOpponents(seen) ? t("Computer is thinking…") : t("The computer’s move");
  const player = seen.names[seen.mover];
  if (!isOpponents(seen)) return t("{player} to move", { player });
  return t("{player} ({name}) is thinking…", { player, name: seen.called[seen.mover] });
}

// Whether an opponent is about to move, and not only looked at in the middle of the game.
/** @param {Seen} seen */
export const isOpponents = ({ over, to_move, ply, history: made }) =>
  !over && to_move !== "human" && ply === made.length;

// What the kibitzer shows of the moves on the board, and in their list.

import { saysIn } from "../core/modes.js";

/** @typedef {import("../core/store.js").State} State */

// The value of the best of some moves; null where it is not to be shown.
/** @param {State} state @param {{ move: string }[]} moves */
export function bestOf(state, moves) {
  if (saysIn(state) !== "all" || !state.opinion) return null;
  const texts = new Set(moves.map((move) => move.move));
  const judged = state.opinion.moves.find((move) => texts.has(move.move));
  return judged ? { ...judged.value, best: judged.best } : null;
}

// The values to show on cells that can be pointed at: each is that of the best move through it.
/** @param {State} state @param {import("./pointing.js").Pointing} pointing */
export function tokensOf(state, pointing) {
  const found = new Map();
  for (const cell of pointing.open) {
    const value = bestOf(state, pointing.through([cell]));
    if (value) found.set(cell, value);
  }
  return found;
}

// An opinion without rings around its moves if all are alike: then a ring says nothing.
/** @param {Api.Opinion} opinion @returns {Api.Opinion} */
export function withFewRings(opinion) {
  if (!opinion.moves.every((move) => move.best)) return opinion;
  return { ...opinion, moves: opinion.moves.map((move) => ({ ...move, best: false })) };
}

// What is known of the moves made, also while a new opinion is on its way.
/** @param {State} state @returns {Api.Point[]} */
export function graphOf(state) {
  const { judged, seen } = state;
  if (saysIn(state) !== "all" || judged?.board.name !== seen.board.name) return [];
  const other = seen.history.findIndex((move, at) => move !== judged.history[at]);
  return other < 0 ? judged.graph : judged.graph.slice(0, other + 1);
}

// Moves grouped by their effect on the value. A piece that covers several cells is shown once for
// each target, followed by the moves that put it there.

import { el, svg } from "../core/dom.js";
import { token } from "../board/pieces.js";
import { capital, t, tn } from "../core/words.js";

const MOST_MARKS = 4; // arrows on the board; more hide it

/**
 * @typedef {{ play(move: Api.JudgedMove): void, preview(move: { steps: number[][] } | null): void }} On what a click
 *   on a move does, and what looking at one does
 */

// Draws the groups of moves.
/** @param {HTMLElement} place @param {Api.Board} board @param {Api.Opinion} opinion @param {On} on */
export function drawMoves(place, board, opinion, on) {
  let at = 0;
  place.replaceChildren(
    ...opinion.groups.map(({ words, tone, count }) => {
      const moves = opinion.moves.slice(at, at + count);
      at += count;
      const head = el("p", { class: "group-words" }, token(tone, false), el("span", {}, capital(words)));
      return el("li", { class: `group ${tone}` }, head, el("ul", { class: "chips" }, chips(board, moves, on)));
    }),
  );
}

/** @param {Api.Board} board @param {Api.JudgedMove[]} moves @param {On} on */
function chips(board, moves, on) {
  const places = Map.groupBy(moves, (move) => (move.steps[0]?.length > 1 ? move.steps[0].join() : ""));
  return [...places].flatMap(([wide, some]) => {
    if (!wide) return some.map((move) => el("li", {}, chip(move, move.move, on)));
    return [el("li", {}, placement(board, some, on))];
  });
}

// A move as a button, with words or a picture on it.
/** @param {Api.JudgedMove} move @param {string | SVGElement} face @param {On} on */
function chip(move, face, on) {
  const pictured = typeof face === "string" ? "" : " pictured";
  return el(
    "button",
    {
      type: "button",
      class: `move${move.best ? " best" : ""}${pictured}`,
      "data-move": move.move,
      "aria-label": t("{name}: {meaning}", { name: move.move, meaning: move.value.words }),
      onclick: () => on.play(move),
      ...looks(move, on),
    },
    pictured ? face : el("span", { class: "notation" }, face),
    worth(move.value) !== null && el("span", { class: "worth" }, worth(move.value)),
  );
}

// What is written on a move: how many moves it takes, or by how many points it wins or loses.
/** @param {Api.Value} value */
function worth({ distance, margin }) {
  if (margin === null) return distance === null ? null : String(distance);
  return margin > 0 ? `+${margin}` : String(margin).replace("-", "\u2212");
}

/** @param {{ steps: number[][] }} move @param {On} on */
const looks = (move, on) => ({
  onpointerenter: () => on.preview(move),
  onpointerleave: () => on.preview(null),
  onfocus: () => on.preview(move),
  onblur: () => on.preview(null),
});

// One place of a wide piece, and behind it what else can be moved then.
/** @param {Api.Board} board @param {Api.JudgedMove[]} moves @param {On} on */
function placement(board, moves, on) {
  const [first] = moves;
  const [cells] = first.steps;
  const names = cells.map((cell) => board.names[cell]).join(" ");
  if (moves.length === 1) return chip(first, miniature(board, cells), on);
  /** @param {Api.JudgedMove} move */
  const rest = (move) => move.move.split(",").slice(1).join(",") || "·";
  const list = el("ul", { class: "chips", hidden: true }, moves.map((move) => el("li", {}, chip(move, rest(move), on))));
  const button = el(
    "button",
    {
      type: "button",
      class: `move pictured${moves.some((move) => move.best) ? " best" : ""}`,
      "aria-expanded": "false",
      "aria-label": t("{name}: {meaning}", {
        name: names,
        meaning: tn("{count} move", "{count} moves", moves.length),
      }),
      onclick: () => {
        list.hidden = !list.hidden;
        button.setAttribute("aria-expanded", String(!list.hidden));
      },
      ...looks({ steps: [cells] }, on),
    },
    miniature(board, cells),
    el("span", { class: "worth" }, `×${moves.length}`),
  );
  return [button, list];
}

// The board, very small, with some of its cells filled.
/** @param {Api.Board} board @param {number[]} cells */
function miniature(board, cells) {
  const rows = Math.max(...board.places.map(([row]) => row)) + 1;
  const columns = Math.max(...board.places.map(([, column]) => column)) + 1;
  const squares = board.places.map(([row, column], cell) =>
    svg("rect", { class: cells.includes(cell) ? "full" : "", x: column, y: row, width: 0.9, height: 0.9, rx: 0.15 }),
  );
  const box = { class: "miniature", viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true" };
  return svg("svg", box, squares);
}

// The best moves, for the board, where they are few and not all there are.
/** @param {Api.Opinion} opinion */
export function bestFew({ moves }) {
  const best = moves.filter((move) => move.best);
  return best.length > MOST_MARKS ? [] : best;
}

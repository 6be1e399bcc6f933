// Verdict on the position, and beside it the effect of the last move, with the reason.

import { $, el } from "../core/dom.js";
import { capital, t } from "../core/words.js";

/**
 * @typedef {import("../transport/talk.js").Seen} Seen
 * @typedef {(ply: number) => void} Jump
 * @typedef {(reason: Api.Reason | null) => void} Show paints a reason on the board, or nothing
 */

const TONES = ["good", "even", "bad", "unknown"];

/** @type {string | null} */
let explainedAt = null; // the match, as text, beside which plies were explained

// Shows what the position is worth: in words, and as the colour of the meter beside the board, which
// says for whom green is good.
/** @param {Seen} seen @param {Api.Verdict} verdict */
export function drawVerdict({ person }, { head, detail, tone, viewpoint }) {
  const more = detail ? [el("span", {}, detail)] : [];
  $("#value").replaceChildren(el("strong", {}, capital(head)), ...more);
  const isYou = viewpoint && person !== null;
  tint(tone, isYou ? t("Green is good for you.") : viewpoint && t("Green is good for {player}.", { player: viewpoint }));
}

/** @param {string} tone */
function tint(tone, title = "") {
  for (const place of [$("#verdict"), $("#meter")]) {
    place.classList.remove(...TONES);
    place.classList.add(tone);
    place.title = title;
  }
  $("#meter-words").textContent = title;
}

// Says something where no opinion is known.
/** @param {string} words */
export function sayInstead(words) {
  $("#value").replaceChildren(el("span", { class: "quiet" }, words));
  $("#notes").replaceChildren();
  tint("unknown");
}

// The comment: what the last moves did, why a puzzle is lost, and the way back.
/** @param {Seen} seen @param {Api.Opinion} opinion @param {{ jump: Jump, show: Show }} on */
export function drawComment(seen, opinion, on) {
  const said = seen.over ? lookBack(seen, opinion) : aboutMoves(seen, opinion.graph);
  const better = opinion.review?.mistakes.find(({ ply }) => ply === seen.ply)?.better;
  if (better && !seen.over) said.push(el("p", {}, t("Better: {move}", { move: better })));
  if (!said.length && opinion.moves.length) {
    said.push(el("p", { class: "quiet" }, t("Below are all moves, best first. Press one to play it.")));
  }
  if (explainsPlies(seen, opinion)) {
    said.push(el("p", { class: "quiet" }, t("The moves of both players are counted (plies).")));
  }
  const ways = opinion.last_good === null ? [] : [wayBack(opinion.last_good, opinion.doubtful, on.jump)];
  const reasons = opinion.reason ? why(opinion.reason, on.show) : [];
  if (seen.repeated > 1) said.push(el("p", {}, t("This position has occurred before.")));
  $("#notes").classList.remove("explaining");
  $("#notes").replaceChildren(...said, ...ways, ...reasons);
  $("#comment").hidden = seen.over && !$("#notes").childElementCount;
}

// Whether to explain what is counted: at the first position of this visit with a number of moves.
/** @param {Seen} seen @param {Api.Opinion} opinion */
function explainsPlies({ board, match }, { moves }) {
  if (!board.players.length || !moves.some(({ value }) => (value.distance ?? 0) > 1)) return false;
  explainedAt ??= match;
  return explainedAt === match;
}

// What the last move did, and before a reply what the person's own did.
/** @param {Seen} seen @param {Api.Point[]} graph */
function aboutMoves(seen, graph) {
  const { ply, players, movers } = seen;
  const own = movers.slice(0, ply).findLastIndex((side) => players[side] === "human");
  if (own < 0 || own === ply - 1) return moveLine(seen, graph[ply], "");
  return [...moveLine(seen, graph[own + 1], ""), ...moveLine(seen, graph[ply], "reply")];
}

// At the end: the move that decided it, if any did.
/** @param {Seen} seen @param {Api.Opinion} opinion */
function lookBack(seen, { graph, review }) {
  const wrong = graph.slice(0, seen.ply + 1).findLast(isMistake);
  if (wrong) return moveLine(seen, wrong, "");
  return review?.words && !review.mistakes.length ? [el("p", {}, review.words)] : [];
}

/** @param {Api.Point} point */
const isMistake = (point) => point.mark === "?" || point.mark === "??";

/** @param {Seen} seen @param {Api.Point | undefined} point @param {string} name */
function moveLine(seen, point, name) {
  if (!point?.comment) return [];
  const { board, history, movers } = seen;
  const side = movers[point.ply - 1];
  const who = board.players.length ? `${board.players[side]} ` : "";
  const wrong = isMistake(point) ? "worse" : "";
  const move = el("strong", { class: "notation" }, `${who}${history[point.ply - 1]}${point.mark}`);
  const words = `${capital(point.comment)}.`;
  return [el("p", { class: `said-of ${wrong} ${name}` }, move, el("span", {}, words))];
}

/** @param {number} ply @param {boolean} doubtful @param {Jump} jump */
function wayBack(ply, doubtful, jump) {
  const words = doubtful
    ? t("Back to the last position known to be solvable (move {ply})", { ply })
    : t("Back to the last solvable position (move {ply})", { ply });
  return el("button", { type: "button", id: "last-good", onclick: () => jump(ply) }, words);
}

// A reason that the board can show is displayed on request.
/** @param {Api.Reason} reason @param {Show} show */
function why(reason, show) {
  if (!reason.kind) return [el("p", { id: "reason" }, `${capital(reason.words)}.`)];
  const words = el("p", { id: "reason", hidden: true }, reason.words);
  const button = el(
    "button",
    { type: "button", id: "why", "aria-pressed": "false", "aria-controls": "reason" },
    t("Show why"),
  );
  button.addEventListener("click", () => {
    words.hidden = !words.hidden;
    button.setAttribute("aria-pressed", String(!words.hidden));
    $("#notes").classList.toggle("explaining", !words.hidden);
    show(words.hidden ? null : reason);
  });
  return [words, button];
}

// What the board paints to show a reason: weights as numbers, or three colours.
/** @param {Api.Reason | null} reason */
export function paintOf(reason) {
  if (!reason) return null;
  if (reason.kind === "weights") return reason.cells;
  return reason.cells.map((group) => ({ words: "", group }));
}

// Status above the board: whose turn it is, or how a puzzle stands.

import { announce, fail, say } from "../core/announce.js";
import { $ } from "../core/dom.js";
import { isOpen } from "../core/modes.js";
import { turnWords } from "../board/turn_words.js";
import { NoAnswer } from "../transport/talk.js";
import { capital, t } from "../core/words.js";

/** @typedef {import("../core/store.js").State} State */

/** @param {import("../core/store.js").Store} store */
export function showStatus(store) {
  store.subscribe((state, before) => {
    if (isForward(state, before)) announce(t("Move: {move}", { move: state.seen.history[state.seen.ply - 1] }), true);
    if (state.seen) sayTurn(state, before);
  }, "seen", "mode", "answer");
  store.subscribe((state, before) => (state.away ? fail(new NoAnswer()) : state.seen && sayTurn(state, before)), "away");
}

// Whether a move of the same match came onto the board.
/** @param {Pick<State, "id" | "seen">} state @param {Pick<State, "id" | "seen">} before */
export const isForward = ({ id, seen }, before) =>
  id === before.id && seen.ply === before.seen?.ply + 1 && seen.history.length >= seen.ply;

/** @param {State} state @param {State} before */
function sayTurn(state, before) {
  const { seen, puzzle } = state;
  const asked = taskWords(state);
  const words = asked || turnWords(seen);
  const isNews = state.seen !== before.seen || words !== $("#status").textContent;
  if (isNews) say(words, { aboutTurn: true, tone: asked ? (state.answer?.tone ?? "") : seen.ending_tone });
  const { heading, title, variant } = seen.board;
  $("#title").textContent = title;
  $("#variant").textContent = variant;
  const now = puzzle?.day ? t("Puzzle of the day, {day}.", { day: puzzle.day }) : words;
  document.title = `${capital(heading)} · ${now} · Kibitz`;
  $('meta[name="description"]')?.setAttribute("content", `${capital(heading)}. ${words}`);
}

// What a puzzle asks for, or what was said of the answer; "" if whose turn it is matters more.
/** @param {State} state */
function taskWords(state) {
  const { puzzle, seen, mode, answer } = state;
  if (!puzzle) return "";
  if (puzzle.kind === "solve") return seen.history.length || mode === "demo" ? "" : puzzle.question;
  if (isOpen(state)) return answer?.words ?? puzzle.question;
  return mode === "solved" && seen.ply === 1 && answer ? answer.words : "";
}

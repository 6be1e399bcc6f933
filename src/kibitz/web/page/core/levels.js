// Levels of the computer, kept in the browser for each game: the one chosen last, and how many games
// in a row were won at it.

import { keep, kept } from "./dom.js";

const ENOUGH = 2; // wins in a row after which the next level is offered

/** @typedef {{ level: string, wins: number, last: string }} Level the level, wins in a row, and the last match counted */

/** @returns {Record<string, Partial<Level> | undefined>} by the family of the game */
function all() {
  try {
    const found = JSON.parse(kept("levels", "{}"));
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/** @param {string} family @param {Level} entry */
function put(family, entry) {
  keep("levels", JSON.stringify({ ...all(), [family]: entry }));
}

// The level chosen last for a game; nothing if none was.
/** @param {string} family */
const levelOf = (family) => all()[family]?.level;

/** @param {string} family @param {string} level */
export function chooseLevel(family, level) {
  if (levelOf(family) !== level) put(family, { level, wins: 0, last: "" });
}

// Who plays a new match of a game: `seats` are the usual players, at the level chosen last.
/** @param {string} family @param {string[]} seats */
export const atLevel = (family, seats) => withLevel(seats, levelOf(family) || opponentOf(seats));

// The same players, with another level.
/** @param {string[]} seats @param {string} level */
export const withLevel = (seats, level) => seats.map((one) => (one === "human" ? one : level));

// The level of the computer among some players; "" if people play every side.
/** @param {string[]} players */
export const opponentOf = (players) => players.find((one) => one !== "human") ?? "";

// Counts the result of a match that has just ended, once.
/** @param {string} id @param {import("../transport/talk.js").Seen} seen */
export function count(id, { board, players, human_won: won }) {
  const level = opponentOf(players);
  const before = all()[board.family];
  if (before?.last === id) return;
  const wins = won ? (before?.level === level ? before.wins || 0 : 0) + 1 : 0;
  put(board.family, { level, wins, last: id });
}

// Whether so many games in a row were won at a level that the next one is offered.
/** @param {string} family @param {string} level */
export function isMastered(family, level) {
  const { level: last, wins = 0 } = all()[family] || {};
  return last === level && wins >= ENOUGH;
}

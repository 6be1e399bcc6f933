// Levels of the computer, kept in the browser for each game: the one chosen last, and how many games
// in a row were won at it.

import { keep, kept } from "./dom.js";

const ENOUGH = 2; // wins in a row after which the next level is offered

/** @typedef {{ level: string, wins: number, last: string }} Level the level, wins in a row, and the last match counted */

/** @param {string} name */
const familyOf = (name) => name.split(":")[0];

/** @returns {Record<string, Partial<Level> | undefined>} by the family of the game */
function all() {
  try {
    const found = JSON.parse(kept("levels", "{}"));
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/** @param {string} name @param {Level} entry */
function put(name, entry) {
  keep("levels", JSON.stringify({ ...all(), [familyOf(name)]: entry }));
}

// The level chosen last for a game; nothing if none was.
/** @param {string} name */
const levelOf = (name) => all()[familyOf(name)]?.level;

/** @param {string} name @param {string} level */
export function chooseLevel(name, level) {
  if (levelOf(name) !== level) put(name, { level, wins: 0, last: "" });
}

// Who plays a new match of a game: `seats` are the usual players, at the level chosen last.
/** @param {string} name @param {string[]} seats */
export const atLevel = (name, seats) =>
  seats.map((one) => (one === "human" ? one : levelOf(name) || one));

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
  const before = all()[familyOf(board.name)];
  if (before?.last === id) return;
  const wins = won ? (before?.level === level ? before.wins || 0 : 0) + 1 : 0;
  put(board.name, { level, wins, last: id });
}

// Whether so many games in a row were won at a level that the next one is offered.
/** @param {string} name @param {string} level */
export function isMastered(name, level) {
  const { level: last, wins = 0 } = all()[familyOf(name)] || {};
  return last === level && wins >= ENOUGH;
}

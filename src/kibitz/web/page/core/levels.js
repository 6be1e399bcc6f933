// Levels of the computer, kept in the browser for each game: the one chosen last, and how many games
// in a row were won at it.

import { keep, kept } from "./dom.js";

const ENOUGH = 2; // wins in a row after which the next level is offered

const familyOf = (name) => name.split(":")[0];

function all() {
  try {
    const found = JSON.parse(kept("levels", "{}"));
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

function put(name, entry) {
  keep("levels", JSON.stringify({ ...all(), [familyOf(name)]: entry }));
}

// The level chosen last for a game; nothing if none was.
const levelOf = (name) => all()[familyOf(name)]?.level;

export function chooseLevel(name, level) {
  if (levelOf(name) !== level) put(name, { level, wins: 0, last: "" });
}

// Who plays a new match of a game: `seats` are the usual players, at the level chosen last.
export const atLevel = (name, seats) =>
  seats.map((one) => (one === "human" ? one : levelOf(name) || one));

// The same players, with another level.
export const withLevel = (seats, level) => seats.map((one) => (one === "human" ? one : level));

// Counts the result of a match that has just ended, once.
export function count(id, { board, players, human_won: won }) {
  const level = players.find((one) => one !== "human");
  const before = all()[familyOf(board.name)];
  if (before?.last === id) return;
  const wins = won ? (before?.level === level ? before.wins || 0 : 0) + 1 : 0;
  put(board.name, { level, wins, last: id });
}

// Whether so many games in a row were won at a level that the next one is offered.
export function isMastered(name, level) {
  const { level: last, wins } = all()[familyOf(name)] || {};
  return last === level && wins >= ENOUGH;
}

// Games that there are, and the text of a new match.

import { ask } from "../transport/talk.js";

/** @type {Promise<Api.Games> | null} */
let games = null;

export async function allGames() {
  games ||= ask("games", {});
  return games;
}

/** @param {string} name */
export async function familyOf(name) {
  return (await allGames()).games.find((family) => family.name === name);
}

// A new match of a game, as text on one line; no players where people play every side.
/** @param {string} name @param {string[]} players */
export function matchWith(name, players) {
  const escaped = name.replace(/[%;+]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `kibitz+${escaped}${seated(players)}`;
}

/** @param {string[]} players */
const seated = (players) =>
  players.some((one) => one !== "human") ? `;players+${players.join("+")}` : "";

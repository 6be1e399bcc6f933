// Games that there are, by the names of their families.

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

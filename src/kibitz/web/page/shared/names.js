// Names of games: family:variant,parameter=value,… and what each family offers.

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

/** @param {string} name @returns {Record<string, string>} */
export function parametersOf(name) {
  const [, choice = ""] = name.split(/:(.*)/s);
  return Object.fromEntries(
    choice
      .split(",")
      .filter((word) => word.includes("="))
      .map((word) => word.split(/=(.*)/s).slice(0, 2)),
  );
}

export function variantOf(name) {
  const [, choice = ""] = name.split(/:(.*)/s);
  return choice.split(",").find((word) => word && !word.includes("=")) || "";
}

export function nameOf(family, variant, parameters) {
  const words = variant ? [variant] : [];
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== "") words.push(`${name}=${value}`);
  }
  return family + (words.length ? `:${words.join(",")}` : "");
}

// A new match of a game, as text on one line; no players where people play every side.
export function matchWith(name, players) {
  const escaped = name.replace(/[%;+]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `kibitz+${escaped}${seated(players)}`;
}

const seated = (players) =>
  players.some((one) => one !== "human") ? `;players+${players.join("+")}` : "";

// The match that begins where another began, with these players.
export function begunAgain(match, players) {
  const [game, ...lines] = match.split(";");
  const kept = lines.filter((line) => !/^(players|moves|line|at)\+/.test(line));
  return [game + seated(players), ...kept].join(";");
}

// The same game with some parameters changed; null leaves one out.
export function changed(name, changes) {
  const family = name.split(":")[0];
  return nameOf(family, variantOf(name), { ...parametersOf(name), ...changes });
}

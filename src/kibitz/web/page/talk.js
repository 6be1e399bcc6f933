// Talking to the server: JSON out, JSON in, and one sentence where something is wrong.

import { language, t } from "./words.js";

export class Fault extends Error {
  constructor(sentence, status, command) {
    super(sentence);
    this.status = status;
    this.command = command;
  }
}

async function talk(address, options = {}) {
  let answer;
  try {
    answer = await fetch(address, {
      ...options,
      headers: { "Accept-Language": language(), ...options.headers },
    });
  } catch {
    throw new Fault(t("The server does not answer. Is kibitz web still running?"), 0);
  }
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    throw new Fault(said.error || t("Something went wrong."), answer.status, said.command);
  }
  return said;
}

export const ask = (address) => talk(address);

export const tell = (address, what) =>
  talk(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(what),
  });

const enc = encodeURIComponent;

export const addressOf = (game) => `/api/games/${enc(game)}`;

export const positionOf = (game, position) => `${addressOf(game)}/positions/${enc(position)}`;

export const solutionOf = (game, position) => `${addressOf(game)}/solutions/${enc(position)}`;

// Builds the table of a game in the background and tells `watch` how far it is, until it is ready.
export async function build(game, watch) {
  let state = await tell(`${addressOf(game)}/table`, {});
  while (state.state === "building") {
    watch(state);
    await new Promise((done) => setTimeout(done, 400));
    state = await ask(`${addressOf(game)}/table`);
  }
  watch(state);
  if (state.state === "failed") throw new Fault(state.error, 500, `kibitz table ${game}`);
}

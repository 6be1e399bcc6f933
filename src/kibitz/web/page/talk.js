// Talking to the server: JSON out, JSON in (at once or line by line), and one sentence where
// something is wrong.

import { language, t } from "./words.js";

export class Fault extends Error {
  constructor(sentence, status, command) {
    super(sentence);
    this.status = status;
    this.command = command;
  }
}

const silence = () => new Fault(t("The server does not answer. Is kibitz web still running?"), 0);

const fault = (said, status) =>
  new Fault(said.error || t("Something went wrong."), status, said.command);

async function answerTo(address, options = {}) {
  const headers = { "Accept-Language": language(), ...options.headers };
  const answer = await fetch(address, { ...options, headers }).catch(() => {
    throw silence();
  });
  if (!answer.ok) throw fault(await answer.json().catch(() => ({})), answer.status);
  return answer;
}

const posted = (what) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(what),
});

const jsonOf = (answer) => answer.json().catch(() => ({}));

export const ask = async (address) => jsonOf(await answerTo(address));

export const tell = async (address, what) => jsonOf(await answerTo(address, posted(what)));

// Yields the parts of an answer that comes as lines of JSON, each when it arrives. A line that
// names an error, and an answer that breaks off, are thrown like a refusal.
export async function* tellInParts(address, what) {
  const answer = await answerTo(address, posted(what));
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const next = () =>
    reader.read().catch(() => {
      throw silence();
    });
  let begun = "";
  for (let { done, value } = await next(); !done; { done, value } = await next()) {
    const lines = (begun + value).split("\n");
    begun = lines.pop();
    for (const part of lines.map((line) => JSON.parse(line))) {
      if (part.error) throw fault(part, answer.status);
      yield part;
    }
  }
  if (begun) throw silence();
}

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

// Client of the API: sends questions, named as in web/views/handlers.py, and turns errors into one
// sentence.
//
// The transport { answer(question, code, details, signal) } yields the parts of an answer as
// { status, kind, text }, as kibitz.web.workers.answer_bytes does, and throws a NoAnswer if there is
// none. A question whose signal is aborted is cancelled. transport.js chooses the transport: the
// server, or Python in the browser.

import { transport } from "./transport.js";
import { language, t } from "../shared/words.js";

const FIRST_PAUSE = 400; // milliseconds before a question is asked again
const LONGEST_PAUSE = 5000;
export const IN_PARTS = new Set(["match", "search"]); // questions whose answers are lines of JSON

// A refusal, in one sentence.
export class Fault extends Error {
  constructor(sentence, status, { command, table } = {}) {
    super(sentence);
    this.status = status;
    this.command = command;
    this.table = table; // whether its table helps
  }
}

// There is no answer, or it is incomplete.
export class NoAnswer extends Fault {
  constructor() {
    super(t("The server does not answer. Is kibitz web still running? This page goes on when it is back."), 0);
  }
}

// Retries

const watchers = new Set();
let away = false;

// Calls `watch(true)` when the transport stops answering, and `watch(false)` when it answers again.
export function whenAway(watch) {
  watchers.add(watch);
}

function note(now) {
  if (away === now) return;
  away = now;
  document.documentElement.toggleAttribute("data-away", away);
  for (const watch of watchers) watch(away);
}

// Waits, but no longer once the network or the reader comes back.
export function pause(milliseconds = FIRST_PAUSE) {
  return new Promise((done) => {
    const timer = setTimeout(end, milliseconds);
    function end() {
      clearTimeout(timer);
      removeEventListener("online", end);
      document.removeEventListener("visibilitychange", end);
      done();
    }
    addEventListener("online", end);
    document.addEventListener("visibilitychange", end);
  });
}

// Yields the parts of an answer. A question without an answer is repeated until there is one: none
// changes the state of the server. An answer that breaks off after its first part throws. A
// cancelled one ends.
async function* received(question, details, signal) {
  for (let wait = FIRST_PAUSE; ; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
    let begun = false;
    try {
      for await (const part of transport.answer(question, language(), details, signal)) {
        begun = true;
        note(false);
        yield read(part, question);
      }
      return;
    } catch (fault) {
      if (signal?.aborted) return;
      if (!(fault instanceof NoAnswer)) throw fault;
      note(true);
      if (begun) throw fault;
    }
    await pause(wait);
  }
}

function read({ status, kind, text }, question) {
  if (status < 400 && kind.startsWith("image/")) return text;
  let said = {};
  try {
    said = JSON.parse(text);
  } catch {
    if (status < 400) throw new NoAnswer();
  }
  if (status >= 400 || (IN_PARTS.has(question) && said.error)) {
    throw new Fault(said.error || t("Something went wrong."), status, said);
  }
  return said;
}

// Returns the answer to a question that has one part. A cancelled one throws.
export async function ask(question, details = {}, signal = undefined) {
  for await (const said of received(question, details, signal)) return said;
  throw new NoAnswer();
}

// Yields the parts of an answer, each when it is known.
export const askInParts = (question, details = {}, signal = undefined) =>
  received(question, details, signal);

// Builds the table of a game in the background and calls `watch` with its progress. Resolves to
// whether it is ready: it may have been cancelled.
export async function build(name, watch) {
  let state = await ask("build", { name });
  while (state.state === "building") {
    watch(state);
    await new Promise((done) => setTimeout(done, 400));
    state = await ask("table", { name });
  }
  watch(state);
  if (state.state === "failed") throw new Fault(state.error, 500);
  return state.state === "ready";
}

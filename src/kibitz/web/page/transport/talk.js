// Client of the API: sends questions, declared in questions/handlers.py, and turns errors into one
// sentence.
//
// The transport { answer(question, code, details, signal) } yields the parts of an answer as
// { status, kind, text }, as kibitz.questions.answering does, and throws a NoAnswer if there is
// none. A question whose signal is aborted is cancelled. transport.js chooses the transport: the
// server, or Python in the browser.

/**
 * @typedef {Api.MatchView & { board: Api.Board }} Seen a match with its board
 * @typedef {Omit<Api.Answers, "new" | "match"> & { new: Seen, match: MatchPart }} Answers
 * @typedef {{ view: Seen, opinion?: undefined } | { view?: undefined, opinion: Api.Opinion }} MatchPart
 * @typedef {{ status: number, kind: string, text: string }} Part
 * @typedef {keyof Api.Questions} Question
 * @typedef {Partial<Record<"name" | "game" | "match" | "position" | "code", string>>
 *   & { day?: string | null, reply?: boolean, opinion?: boolean, [name: string]: unknown }} Details of any question
 * @typedef {(question: Question, code: string, details: Details, signal?: AbortSignal) => AsyncGenerator<Part>} Answer
 * @typedef {{ answer: Answer }} Transport
 */

import { IN_PARTS } from "./questions.js";
import { SERVED, transport } from "./transport.js";
import { language, t } from "../core/words.js";

const FIRST_PAUSE = 400; // milliseconds before a question is asked again
const LONGEST_PAUSE = 5000;
const SHOW_BOARDS = new Set(["match", "new"]); // questions about a match on a board

// A refusal, in one sentence.
export class Fault extends Error {
  /** @param {string} sentence @param {Partial<Api.Fault>} more */
  constructor(sentence, { table, game, family } = {}) {
    super(sentence);
    this.table = table; // whether that of the game helps
    this.game = game; // that of a match that cannot be read
    this.family = family;
  }
}

// There is no answer, or it is incomplete.
export class NoAnswer extends Fault {
  constructor() {
    super(SERVED ? t("The server is not responding. Is kibitz web still running? This page will carry on when it is back.") : t("There is no answer."));
  }
}

// Retries

/** @type {Set<(away: boolean) => void>} */
const watchers = new Set();
let away = false;

// Calls `watch(true)` when the transport stops answering, and `watch(false)` when it answers again.
/** @param {(away: boolean) => void} watch */
export function whenAway(watch) {
  watchers.add(watch);
}

/** @param {boolean} now */
function note(now) {
  if (away === now) return;
  away = now;
  document.documentElement.toggleAttribute("data-away", away);
  for (const watch of watchers) watch(away);
}

// Waits, but no longer once the network or the reader comes back.
/** @returns {Promise<void>} */
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

// The board of the last match that was received. A question names it, and the answer leaves it out.
/** @type {Api.Board | undefined} */
let lastBoard;

// Yields the parts of an answer. A question without an answer is repeated until there is one: none
// changes the state of the server. An answer that breaks off after its first part throws. A
// cancelled one ends.
/**
 * @template {Question} Name
 * @param {Name} question
 * @param {Api.Questions[Name]} asked
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<Answers[Name]>}
 */
async function* received(question, asked, signal) {
  const known = SHOW_BOARDS.has(question) ? lastBoard : undefined;
  /** @type {Details} */
  const details = known ? { ...asked, known_board: known.key } : asked;
  for (let wait = FIRST_PAUSE; ; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
    let begun = false;
    try {
      for await (const part of transport.answer(question, language(), details, signal)) {
        begun = true;
        note(false);
        const said = read(part, question);
        if (SHOW_BOARDS.has(question)) keepBoard(/** @type {Shown} */ (said), known);
        yield /** @type {Answers[Name]} */ (said);
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

/** @param {Part} part @param {Question} question @returns {unknown} */
function read({ status, kind, text }, question) {
  if (status < 400 && kind.startsWith("image/")) return text;
  /** @type {Partial<Api.Fault>} */
  let said = {};
  try {
    said = JSON.parse(text);
  } catch {
    if (status < 400) throw new NoAnswer();
  }
  if (status >= 400 || (IN_PARTS.has(question) && said.error)) {
    throw new Fault(said.error || t("Something went wrong."), said);
  }
  return said;
}

// Adds the board to an answer that leaves it out.
/** @typedef {Api.MatchView | { view?: Api.MatchView }} Shown @param {Shown} said @param {Api.Board} [known] */
function keepBoard(said, known) {
  const view = "ply" in said ? said : said.view;
  if (view) lastBoard = view.board ??= known;
}

// Returns the answer to a question that has one part. A cancelled one throws.
/**
 * @template {Question} Name
 * @param {Name} question
 * @param {Api.Questions[Name]} details
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answers[Name]>}
 */
export async function ask(question, details, signal) {
  for await (const said of received(question, details, signal)) return said;
  throw new NoAnswer();
}

// Yields the parts of an answer, each when it is known.
/**
 * @template {"match" | "search"} Name
 * @param {Name} question
 * @param {Api.Questions[Name]} details
 * @param {AbortSignal} [signal]
 */
export const askInParts = (question, details, signal) => received(question, details, signal);

// Builds the table of a game in the background and calls `watch` with its progress. Resolves to
// whether it is ready: it may have been cancelled.
/** @param {string} name @param {(state: Api.Build) => void} watch */
export async function build(name, watch) {
  let state = await ask("build", { name });
  while (state.state === "building") {
    watch(state);
    await new Promise((done) => setTimeout(done, 400));
    state = await ask("table", { name });
  }
  watch(state);
  if (state.state === "failed") throw new Fault(state.error);
  return state.state === "ready";
}

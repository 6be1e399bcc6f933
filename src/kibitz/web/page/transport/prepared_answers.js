// Answers that were computed when a static site was made, for use before Python is ready.
// web/site/prepared_answers.py describes their format.

import { unpacked } from "./packed.js";

/**
 * @typedef {import("./talk.js").Details} Details
 * @typedef {import("./talk.js").Part} Part
 * @typedef {string | string[]} Piece a text, or one for each language
 * @typedef {{ status: number, kind: string, pieces: Piece[] }} Stored a part of an answer
 * @typedef {object} Packed a file of answers
 * @property {Record<string, string>} games the files of games, by name
 * @property {string[]} languages
 * @property {Piece[]} pieces
 * @property {[key: string, parts: [status: number, kind: string, numbers: number[]][]][]} answers
 * @typedef {Pick<Packed, "games" | "languages"> & { answers: Map<string, Stored[]> }} Read the same, as it is used
 */

/** @param {string} path */
const near = (path) => new URL(path, import.meta.url);
// They ask for what follows the first part of an answer, or leave out what is written once.
const NOT_IN_KEY = new Set(["reply", "opinion", "known_board"]);
const MATCH = /^kibitz\+([^;]+)/;
/** @type {Read} */
const NONE = { games: {}, languages: [], answers: new Map() };
/** @type {Map<string, Promise<Read>>} */
const files = new Map(); // by their names: the answers in them

// Returns the name of the game that a question is about, undefined if there is none.
/** @param {Details} details */
export const gameIn = ({ name, game, match }) => name ?? game ?? MATCH.exec(match || "")?.[1];

// Returns the parts of the answer that are written, and whether those are all that is asked for.
/** @param {string} question @param {string} code @param {Details} asked */
export async function written(question, code, asked) {
  const first = await file("first.packed");
  const details = question === "daily" ? { ...asked, day: asked.day ?? today() } : asked;
  const game = gameIn(details);
  const wanted = game === undefined ? first : await file(first.games[game]);
  const found = wanted.answers.get(keyOf(question, details));
  if (!found) return { parts: [], whole: false };
  const parts = found.map((part) => textOf(wanted, part, code));
  return question === "match" ? asFarAsAsked(parts, details) : { parts, whole: true };
}

// The day that the puzzle of the day goes by: the same everywhere on Earth.
const today = () => new Date().toISOString().slice(0, 10);

// An answer about a match is written with the reply and the opinion, or only its first part is.
/** @param {Part[]} parts @param {Details} details */
function asFarAsAsked([view, ...rest], { reply, opinion }) {
  const judged = rest.at(-1);
  const replies = rest.slice(0, -1);
  const all = [view];
  if (reply && judged) all.push(...replies);
  if (opinion && judged && (reply || !replies.length)) return { parts: [...all, judged], whole: true };
  return { parts: all, whole: !opinion && (!reply || Boolean(judged)) };
}

// What web/site/prepared_answers.py calls a question and its details.
/** @param {string} question @param {Details} details */
function keyOf(question, details) {
  const given = Object.entries(details).filter(
    ([name, value]) => !NOT_IN_KEY.has(name) && value !== null && value !== undefined,
  );
  return JSON.stringify([question, Object.fromEntries(given.sort())]);
}

// A file that cannot be read has no answers: Python has them all.
/** @param {string} [name] */
async function file(name) {
  if (!name) return NONE;
  const found = files.get(name) ?? read(name).catch(() => NONE);
  files.set(name, found);
  return found;
}

/** @param {string} name @returns {Promise<Read>} */
async function read(name) {
  const whole = await unpacked(near(`../../answers/${encodeURIComponent(name)}`));
  /** @type {Packed} */
  const { games = {}, languages, pieces, answers } = await whole.json();
  let used = 0;
  /** @param {number} back */
  const pieceAt = (back) => pieces[back ? used - back : used++];
  /** @param {Packed["answers"][number]} answer @returns {[string, Stored[]]} */
  const put = ([key, parts]) => [
    key,
    parts.map(([status, kind, numbers]) => ({ status, kind, pieces: numbers.map(pieceAt) })),
  ];
  return { games, languages, answers: new Map(answers.map(put)) };
}

/** @param {Read} read @param {Stored} part @param {string} code */
function textOf({ languages }, { status, kind, pieces }, code) {
  const at = languages.indexOf(code);
  const said = pieces.map((piece) => (typeof piece === "string" ? piece : piece[at]));
  return { status, kind, text: said.join("") };
}

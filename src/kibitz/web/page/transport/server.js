// Transport (see talk.js) to the server. Only this module has its addresses.

import { IN_PARTS, NoAnswer } from "./talk.js";

const AWAY = new Set([502, 503, 504]); // the server is starting or ending

/** @typedef {import("./talk.js").Details} Details */
/** @typedef {import("./talk.js").Question} Question */

/** @param {unknown} value */
const enc = (value) => encodeURIComponent(String(value));
/** @param {Details} details */
const named = ({ name }, rest = "") => `games/${enc(name)}${rest}`;
/** @param {Details} details @param {string} kind */
const placed = (details, kind) => named(details, `/${kind}/${enc(details.position)}`);
/** @param {Details} details @param {string[]} names */
const query = (details, ...names) => {
  const said = names.filter((name) => details[name] !== undefined && details[name] !== null);
  return said.map((name, at) => `${at ? "&" : "?"}${name}=${enc(details[name])}`).join("");
};

/** @type {Partial<Record<Question, (details: Details) => string>>} */
const ADDRESSES = {
  games: () => "games",
  game: (details) => named(details),
  about: (details) => named(details, "/about"),
  changes: (details) => named(details, `/changes${query(details, "seen")}`),
  position: (details) => placed(details, "positions"),
  solution: (details) => placed(details, "solutions"),
  picture: (details) => `${placed(details, "positions")}/picture.svg${query(details, "mover")}`,
  difficulty: (details) => named(details, "/puzzles"),
  puzzle: (details) => named(details, `/puzzle${query(details, "difficulty", "distance", "seed")}`),
  daily: (details) => named(details, `/daily${query(details, "day")}`),
  table: (details) => named(details, "/table"),
  build: (details) => named(details, "/table"),
  cancel: (details) => named(details, "/table"),
  words: ({ code }) => `words/${enc(code)}`,
};
/** @type {Partial<Record<Question, string>>} */
const METHODS = { build: "POST", cancel: "DELETE" };

const BASE = new URL("../../api/", import.meta.url);
const fail = () => {
  throw new NoAnswer();
};

// What has an address of its own is asked for there; everything else is sent as JSON.
/** @param {Question} question @param {Details} details @returns {[string, RequestInit]} */
function request(question, details) {
  const address = ADDRESSES[question];
  if (address) return [address(details), { method: METHODS[question] || "GET" }];
  const headers = { "Content-Type": "application/json" };
  return [question, { method: "POST", headers, body: JSON.stringify(details) }];
}

/** @type {import("./talk.js").Transport} */
export const server = {
  async *answer(question, code, details, signal) {
    const [address, options] = request(question, details);
    options.signal = signal;
    options.headers = { "Accept-Language": code, ...options.headers };
    const answer = await fetch(String(new URL(address, BASE)), options).catch(fail);
    const { status } = answer;
    if (AWAY.has(status)) throw new NoAnswer();
    const kind = answer.headers.get("content-type") || "";
    if (IN_PARTS.has(question) && answer.ok) {
      for await (const text of linesOf(answer)) yield { status, kind, text };
      return;
    }
    const text = await answer.text().catch(fail);
    yield { status, kind, text };
  },
};

// Yields the lines of an answer, each when it arrives.
/** @param {Response} answer */
async function* linesOf(answer) {
  if (!answer.body) throw new NoAnswer();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const next = () => reader.read().catch(fail);
  let begun = "";
  for (let { done, value } = await next(); !done; { done, value } = await next()) {
    const lines = (begun + value).split("\n");
    begun = lines.pop() ?? "";
    yield* lines;
  }
  if (begun) throw new NoAnswer();
}

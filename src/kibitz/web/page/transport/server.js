// Transport (see talk.js) to the server. web/page_files.py makes the module of the addresses from the
// declarations of the questions.

import { NoAnswer } from "./talk.js";
import { ADDRESSES, IN_PARTS } from "./questions.js";

const AWAY = new Set([502, 503, 504]); // the server is starting or ending
const BASE = new URL("../../api/", import.meta.url);
const fail = () => {
  throw new NoAnswer();
};

// What stands in the address is taken from the details; the rest is sent as JSON, or as a query.
/**
 * @param {import("./talk.js").Question} question
 * @param {import("./talk.js").Details} details
 * @returns {[string, RequestInit]}
 */
function request(question, details) {
  const [method, pattern] = ADDRESSES[question].split(" ");
  const rest = { ...details };
  const path = pattern.replace(/\{(\w+)\}/g, (_, name) => {
    delete rest[name];
    return encodeURIComponent(String(details[name]));
  });
  const left = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null);
  if (method === "POST" && left.length) {
    const headers = { "Content-Type": "application/json" };
    return [path, { method, headers, body: JSON.stringify(rest) }];
  }
  const query = new URLSearchParams(left.map(([name, value]) => [name, String(value)]));
  return [left.length ? `${path}?${query}` : path, { method }];
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

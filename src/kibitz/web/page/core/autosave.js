// Autosave: every game that was begun is stored in the browser, the last of them for "Continue".

import { keep, kept as stored } from "./dom.js";
import { hashOf } from "./address.js";

const MOST = 12; // games that are not pinned
const MOST_SAVED = 30;

export const newId = () => Math.random().toString(36).slice(2);

/**
 * @typedef {object} Entry a game that is kept
 * @property {string} id
 * @property {string} match
 * @property {string} link its address, from # on
 * @property {string} title
 * @property {string} when it was kept last
 * @property {number} ply
 * @property {boolean} over
 * @property {boolean} posed whether it begins with a puzzle
 * @property {string | null} day whose puzzle that is, if it is one
 * @property {boolean} pinned whether it was saved on request
 */

// Returns what is kept, newest first.
export function kept() {
  const entries = [...read("games"), ...read("saved").map(older)];
  return entries.filter((one) => one && typeof one.match === "string" && one.id).sort(newest);
}

// Saved by an earlier version: without a link, and only on request.
/** @param {Entry | null} entry @returns {Entry} */
const older = (entry) =>
  ({ .../** @type {Entry} */ (entry), id: `saved ${entry?.when}`, link: hashOf(String(entry?.match)), pinned: true });

/** @param {Entry} one @param {Entry} other */
const newest = (one, other) => (String(one.when) < String(other.when) ? 1 : -1);

/** @param {string} name @returns {Entry[]} */
function read(name) {
  try {
    const found = JSON.parse(stored(name, "[]"));
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

// Returns the name under which a game is kept from now on: that of the same game, if it is kept.
/** @param {string} link */
export function idOf(link) {
  return kept().find((one) => one.link === link)?.id || newId();
}

// The match behind a link; the link may hold only its main line.
/** @param {string} link */
export const matchOf = (link) => kept().find((one) => one.link === link)?.match || "";

// Stores the state of a game, unless no move was made.
/**
 * @param {string} id
 * @param {import("../transport/talk.js").Seen} seen
 * @param {Api.Puzzle | null} puzzle
 * @param {boolean | null} pinned
 */
export function save(id, seen, puzzle, pinned = null) {
  const before = kept();
  const was = before.find((one) => one.id === id);
  if (!seen.history.length && !was && !pinned) return;
  const { match, board, ply } = seen;
  const link = hashOf(seen.link ?? match, puzzle);
  const when = new Date().toISOString();
  const over = seen.over || puzzle?.kind === "move"; // that is kept when its move is found
  const [posed, day] = [Boolean(puzzle), puzzle?.day ?? null];
  pinned ??= was?.pinned ?? false;
  const entry = { id, match, link, title: board.heading, when, ply, over, posed, day, pinned };
  write([entry, ...before.filter((one) => one.id !== id)]);
}

/** @param {string} id */
export function forget(id) {
  write(kept().filter((one) => one.id !== id));
}

/** @param {Entry[]} entries newest first */
function write(entries) {
  const left = { pinned: MOST_SAVED, others: MOST };
  keep("games", JSON.stringify(entries.filter((one) => left[one.pinned ? "pinned" : "others"]-- > 0)));
  keep("saved", "[]");
}

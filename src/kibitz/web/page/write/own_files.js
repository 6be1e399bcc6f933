// Files of games that the visitor has written. They stay in this browser.

import { storeOf } from "../transport/browser_store.js";
import { forgetTable } from "../transport/kept_tables.js";

/** @typedef {{ name: string, text: string, when: number }} OwnFile */

const SUFFIX = ".py";
const NAMED = /[\w-]+\.py/; // the first one in a text
/** @type {import("../transport/browser_store.js").BrowserStore<OwnFile>} */
const files = storeOf("own files");

// All files, the newest first.
export async function ownFiles() {
  const found = await files.all();
  return found.sort((one, other) => other.when - one.when);
}

/** @param {string} name */
export const ownFile = (name) => files.get(name);

// Keeps a file; returns whether there is space for it.
/** @param {string} name @param {string} text */
export const keepFile = (name, text) => files.put(name, { name, text, when: Date.now() });

/** @param {string} name */
export async function forgetFile(name) {
  await Promise.all([files.delete(name), forgetTable(name)]);
}

// Returns a name as files have it: letters, digits, _ and -, with .py at its end.
/** @param {string} name */
export function fileName(name) {
  const plain = name.trim().replace(/\.py$/i, "").normalize("NFD").replace(/\p{M}/gu, "");
  return (plain.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, 40) || "mygame") + SUFFIX;
}

// Returns the file that a question is about, null if it is about no such file. A question names a game,
// a match of it, or a file.
/** @param {import("../transport/talk.js").Details} details */
export async function ownFileIn({ file, name, game, match }) {
  const [named] = NAMED.exec(String(file ?? name ?? game ?? match ?? "")) ?? [];
  return named ? ownFile(named) : null;
}

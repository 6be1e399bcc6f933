// Files of games that the visitor has written. They stay in this browser.

import { storeOf } from "../transport/browser_store.js";

/** @typedef {{ name: string, text: string, when: number }} OwnFile */

const SUFFIX = ".py";
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
export const forgetFile = (name) => files.delete(name);

// Returns a name as files have it: letters, digits, _ and -, with .py at its end.
/** @param {string} name */
export function fileName(name) {
  const plain = name.trim().replace(/\.py$/i, "").normalize("NFD").replace(/\p{M}/gu, "");
  return (plain.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, 40) || "mygame") + SUFFIX;
}

// Whether a question is about such a file: no other game has a name like that.
/** @param {object} asked */
export const isOwn = (asked) => JSON.stringify(asked).includes(SUFFIX);

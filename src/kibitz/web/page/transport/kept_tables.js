// Tables that were built in this browser.

import { storeOf } from "./browser_store.js";

/** @typedef {Uint8Array<ArrayBuffer>} Content of a file */
/** @typedef {Pick<import("./browser_store.js").BrowserStore<Content>, "get" | "put">} Tables */

/** @type {Tables} */
const ofSite = storeOf("tables"); // by the names of their files
/** @type {import("./browser_store.js").BrowserStore<{ name: string, content: Content }>} */
const ofVisitor = storeOf("own tables"); // by the visitor's file: the last table that was built

// The tables of a file of the visitor, or of the games of the site. Rules of the visitor choose the
// name and the content of their table, so each file has one, apart from all others.
/** @param {string | null} file @returns {Tables} */
export function tablesOf(file) {
  if (!file) return ofSite;
  return {
    async get(name) {
      const kept = await ofVisitor.get(file);
      return kept?.name === name ? kept.content : null;
    },
    put: (name, content) => ofVisitor.put(file, { name, content }),
  };
}

/** @param {string} file */
export const forgetTable = (file) => ofVisitor.delete(file);

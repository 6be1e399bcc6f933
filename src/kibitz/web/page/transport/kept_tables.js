// Tables that were built in this browser.

import { storeOf } from "./browser_store.js";

const ofSite = storeOf("tables"); // by the names of their files
const ofVisitor = storeOf("own tables"); // by the visitor's file: the last table that was built

/** @typedef {{ get(name: string): Promise<Uint8Array | null>, put(name: string, content: Uint8Array): Promise<boolean> }} Tables */

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

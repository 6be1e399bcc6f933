// Tables that were built in this browser, by the names of their files.

import { storeOf } from "./browser_store.js";

/** @typedef {Uint8Array<ArrayBuffer>} Content of a file */
/** @type {import("./browser_store.js").BrowserStore<Content>} */
const tables = storeOf("tables");

// Returns the content of a file, null if it is not kept.
/** @param {string} name */
export const keptTable = (name) => tables.get(name);

// Keeps a file; returns whether there is space for it.
/** @param {string} name @param {Content} content */
export const keepTable = (name, content) => tables.put(name, content);

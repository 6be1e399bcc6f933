// Tables that were built in this browser, by the names of their files.

import { storeOf } from "./browser_store.js";

const tables = storeOf("tables");

// Returns the content of a file, null if it is not kept.
export const keptTable = (name) => tables.get(name);

// Keeps a file; returns whether there is space for it.
export const keepTable = (name, content) => tables.put(name, content);

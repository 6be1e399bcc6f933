// Snapshot of Python's memory, with everything imported, in the browser's cache: the next Python
// starts from there.

import { PYTHON } from "./transport.js";

/** @param {string} path */
const near = (path) => new URL(path, import.meta.url).href;
const SNAPSHOT = near("../../python/memory");
const CACHE = `kibitz python ${near("../..")}`;
const MOST_BYTES = 64 << 20;
const VERSION = "x-of"; // the header with the version of the site

// Returns the snapshot of an earlier visit, null if there is none of the current version of the site.
/** @returns {Promise<Uint8Array<ArrayBuffer> | null>} */
export async function cachedSnapshot() {
  try {
    const found = await (await caches.open(CACHE)).match(SNAPSHOT);
    if (found?.headers.get(VERSION) !== PYTHON) return null;
    return new Uint8Array(await found.arrayBuffer());
  } catch {
    return null; // private windows of some browsers have no cache
  }
}

// Caches a snapshot; returns whether that was possible.
/** @param {Uint8Array<ArrayBuffer>} memory */
export async function cacheSnapshot(memory) {
  if (memory.length > MOST_BYTES) return false;
  try {
    const response = new Response(memory, { headers: { [VERSION]: PYTHON } });
    await (await caches.open(CACHE)).put(SNAPSHOT, response);
    return true;
  } catch {
    return false;
  }
}

// Things kept in this browser by name, in IndexedDB; pages and workers share them.

const FOLDER = new URL("../..", import.meta.url).href;

/**
 * @template Thing
 * @typedef {object} BrowserStore
 * @property {(name: string) => Promise<Thing | null>} get the thing with a name, null if there is none
 * @property {() => Promise<Thing[]>} all
 * @property {(name: string, thing: Thing) => Promise<boolean>} put returns whether there is space for it
 * @property {(name: string) => Promise<boolean>} delete
 */

// Returns a store of a kind. A private window may keep nothing: then everything is missing there.
/** @template Thing @param {string} kind @returns {BrowserStore<Thing>} */
export function storeOf(kind) {
  const name = kind === "tables" ? `kibitz ${FOLDER}` : `kibitz ${kind} ${FOLDER}`;
  /** @returns {Promise<IDBDatabase>} */
  const opened = () =>
    new Promise((done, fail) => {
      const asked = indexedDB.open(name, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(kind);
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => fail(asked.error);
    });

  /** @template Found @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<Found>} work @returns {Promise<Found>} */
  async function within(mode, work) {
    const database = await opened();
    try {
      return await new Promise((done, fail) => {
        const asked = work(database.transaction(kind, mode).objectStore(kind));
        asked.onsuccess = () => done(asked.result);
        asked.onerror = () => fail(asked.error);
      });
    } finally {
      database.close();
    }
  }

  return {
    get: (name) => within("readonly", (store) => store.get(name)).then((found) => found ?? null, () => null),
    all: () => within("readonly", (store) => store.getAll()).catch(() => []),
    put: (name, thing) => within("readwrite", (store) => store.put(thing, name)).then(() => true, () => false),
    delete: (name) => within("readwrite", (store) => store.delete(name)).then(() => true, () => false),
  };
}

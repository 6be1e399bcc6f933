// Things kept in this browser by name, in IndexedDB; pages and workers share them.

const FOLDER = new URL("../..", import.meta.url).href;

// Returns a store of a kind. A private window may keep nothing: then everything is missing there.
/** @param {string} kind */
export function storeOf(kind) {
  const name = kind === "tables" ? `kibitz ${FOLDER}` : `kibitz ${kind} ${FOLDER}`;
  const opened = () =>
    new Promise((done, fail) => {
      const asked = indexedDB.open(name, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(kind);
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => fail(asked.error);
    });

  /** @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest} work */
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
    // The thing with a name, null if there is none.
    get: (name) => within("readonly", (store) => store.get(name)).then((found) => found ?? null, () => null),
    all: () => within("readonly", (store) => store.getAll()).catch(() => []),
    // Whether there is space for it.
    put: (name, thing) => within("readwrite", (store) => store.put(thing, name)).then(() => true, () => false),
    delete: (name) => within("readwrite", (store) => store.delete(name)).then(() => true, () => false),
  };
}

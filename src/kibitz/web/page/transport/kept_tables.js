// Tables that were built in this browser: kept in IndexedDB, by the names of their files.

const STORE = "tables";
const NAME = `kibitz ${new URL("../..", import.meta.url).href}`;

function opened() {
  return new Promise((done, fail) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
}

async function within(mode, work) {
  const database = await opened();
  try {
    return await new Promise((done, fail) => {
      const asked = work(database.transaction(STORE, mode).objectStore(STORE));
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => fail(asked.error);
    });
  } finally {
    database.close();
  }
}

// Returns the content of a file, null if it is not kept. A private window may keep none.
export async function keptTable(name) {
  try {
    return (await within("readonly", (store) => store.get(name))) ?? null;
  } catch {
    return null;
  }
}

// Keeps a file; returns whether there is space for it.
export async function keepTable(name, content) {
  try {
    await within("readwrite", (store) => store.put(content, name));
    return true;
  } catch {
    return false;
  }
}

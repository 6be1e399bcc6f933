// Web worker that runs Python (Pyodide) with the handlers of the server.
//
// Its first message is { begin: { snapshot, files, keeps } }: a snapshot of Python's memory or null,
// files of the site by their paths, and whether it may offer a snapshot. What is not among the files
// is fetched; a worker in a sandbox (python_workers.js) cannot fetch. This file runs
// there as a classic script without imports, because Chromium starts no module without an origin.
//
// It receives { id, sign, question, code, details, own }. It sends { begun: id } before it computes a part
// of the answer and { id, part } with it, at the end without a part; before all that { ready } or
// { failed }. `own` is the file of the visitor that the question is about, if there is one. `sign` is the
// address of a blob that is revoked as soon as a newer question is sent: then the work on this one ends,
// and { id, interrupted } is sent. As soon as it has answered a question and is idle, it sends
// { snapshot }, unless it has begun from one (`fromSnapshot` of { ready }).
//
// It may receive { ahead, sign } instead: a question whose answer was written. It works on it without
// an answer, so that it knows more when the next one comes, and sends { ahead: true } at the end.
//
// It sends { wants: file } to get a table that was built in this browser, and receives
// { table: { file, content } }, whose content is null if there is none; a table that was built later
// comes unasked. A worker that receives { build: { name, code }, own } builds one: it sends { state } on
// the way, and { built: { file, content } }.

/**
 * @typedef {Pyodide.Content} Content
 * @typedef {{ name: string, text: string, when: number }} OwnFile of the visitor
 * @typedef {{ question?: string, code?: string, details: object }} Asked
 * @typedef {{ snapshot: Content | null, keeps: boolean, files: Record<string, ArrayBuffer> }} Beginning
 * @typedef {{ file: string, content: Content | null }} TableFile
 */

const ROOT = "/kibitz";
const IDLE = 1000; // milliseconds without a question before a snapshot is taken
const USUAL = { question: "match", code: "en", details: { match: "kibitz+noughts", opinion: true } };
const isSandboxed = location.protocol === "blob:";
const BASE = isSandboxed ? "https://sandbox.invalid/" : new URL("../../", location.href).href;
const LIBRARY = `${BASE}python/python_stdlib.zip`;

// Files

/** @type {Record<string, ArrayBuffer>} */
let files = {}; // those that were given
const originalFetch = self.fetch;

/** @param {string} path @returns {Promise<Response>} */
const found = async (path) => (files[path] ? new Response(files[path], { headers: { "content-type": kindOf(path) } }) : originalFetch(BASE + path));

/** @param {string} path */
const kindOf = (path) => (path.endsWith(".wasm") ? "application/wasm" : "text/javascript");

// The content of a file of web/site/site_packing.py.
/** @param {string} path */
async function unpacked(path) {
  const { ok, status, body } = await found(path);
  if (!ok || !body) throw new Error(`${path}: ${status}`);
  return new Response(body.pipeThrough(new DecompressionStream("gzip")));
}

// A module, by its file.
/** @param {string} path @returns {Promise<Pyodide.Module>} */
async function imported(path) {
  if (!files[path]) return import(BASE + path);
  return import(URL.createObjectURL(await (await found(path)).blob()));
}

// Pyodide requests its library by the original name; the site has a compressed file.
self.fetch = async (address, ...more) => {
  const asked = String(address);
  if (asked === LIBRARY) return unpacked("python/python_stdlib.packed");
  return isSandboxed && asked.startsWith(BASE) ? found(asked.slice(BASE.length)) : originalFetch(address, ...more);
};

// Start

// Pyodide takes a worker that has this for one that cannot import modules.
self.importScripts = () => {
  throw new Error("not used");
};
const MODULES = ["python/pyodide.mjs", "python/pyodide.asm.mjs"];
if (!isSandboxed) MODULES.forEach(imported); // before the first message arrives

/** @param {Beginning} beginning */
async function begin({ snapshot, keeps, files: given }) {
  files = given;
  const archive = unpacked("kibitz.packed").then((answer) => answer.arrayBuffer());
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(MODULES.map(imported));
  /** @param {object | null} memory */
  const load = (memory) => loadPyodide({ indexURL: `${BASE}python/`, createPyodideModule, ...(memory || { _makeSnapshot: keeps }) });
  let fromSnapshot = Boolean(snapshot);
  const python = await load(snapshot && { _loadSnapshot: snapshot, _snapshotDeserializer: () => ({}) }).catch((/** @type {unknown} */ fault) => {
    if (!snapshot) throw fault;
    fromSnapshot = false;
    return load(null);
  });
  python.unpackArchive(await archive, "zip", { extractDir: ROOT });
  if (!python.globals.has("backend")) {
    python.runPython(`
      import sys
      sys.path.insert(0, "${ROOT}")
      from kibitz.web.site.pyodide_backend import PyodideBackend
      backend = PyodideBackend("${ROOT}")
    `);
  }
  python.runPython("backend.after_snapshot()");
  return { python, backend: python.globals.get("backend"), fromSnapshot, keeps };
}

/** @type {(begun: ReturnType<typeof begin>) => void} */
let start;
/** @type {ReturnType<typeof begin>} */
const begun = new Promise((done) => (start = done));
let open = 0; // unanswered questions
let newest = 0; // id of the question that arrived last
let isKept = true; // whether there is a snapshot, or none is wanted
begun.then(
  async ({ backend, fromSnapshot, keeps }) => {
    isKept = fromSnapshot || !keeps;
    postMessage({ ready: true, fromSnapshot });
    await becomeIdle();
    if (open || newest || isKept) return;
    for (const part of backend.answer(JSON.stringify(USUAL))) void part; // imports the modules
    await yieldToEventLoop();
    await offerSnapshot();
  },
  fail,
);

/** @param {unknown} fault */
function fail(fault) {
  postMessage({ failed: (fault instanceof Error && fault.message) || String(fault) });
}

// Waits before work that cannot be interrupted.
const becomeIdle = () => new Promise((done) => setTimeout(done, IDLE));

async function offerSnapshot() {
  if (open || isKept || given.size) return; // no snapshot holds rules of the visitor
  isKept = true;
  try {
    const { python, backend } = await begun;
    backend.before_snapshot();
    const snapshot = python.makeMemorySnapshot({ serializer: () => null });
    postMessage({ snapshot }, [snapshot.buffer]);
  } catch {
    // the next start is slow again
  }
}

/** @type {Map<string, number>} */
const given = new Map(); // files of the visitor, by name: when the file was written

/** @type {Promise<void>} */
let loading = Promise.resolve(); // of the question before: what it has loaded is not loaded twice

// Loads what a question needs, after what those before it need.
/** @param {Pyodide.Backend} backend @param {Asked} asked @param {OwnFile | null} own */
function loadFiles(backend, asked, own = null) {
  const mine = loading.then(() => loadNow(backend, asked, own));
  loading = mine.catch(() => {}); // the question reports it
  return mine;
}

// Loads the file of the visitor, the table of the game, if one was built in this browser, and compiled
// code. Without code, Python interprets the rules.
/** @param {Pyodide.Backend} backend @param {Asked} asked @param {OwnFile | null} own */
async function loadNow(backend, asked, own) {
  if (own && given.get(own.name) !== own.when) {
    given.set(own.name, own.when);
    backend.put(own.name, own.text);
  }
  /** @type {{ code: string[], table: string | null }} */
  const { code, table } = JSON.parse(backend.wanted(JSON.stringify(asked)));
  const contents = code.map((file) =>
    unpacked(`code/${encodeURIComponent(file)}`).then(
      (answer) => answer.arrayBuffer(),
      () => null, // not kept, and there is no network
    ),
  );
  const kept = table && (await keptTable(table));
  if (table && kept) backend.keep(table, kept);
  for (const [at, content] of (await Promise.all(contents)).entries()) {
    if (!content) return;
    backend.load(code[at], new Uint8Array(content));
  }
}

/** @type {Map<string, (content: Content | null) => void>} */
const wanted = new Map(); // by file: the callback of the table that was asked for

/** @param {string} file @returns {Promise<Content | null>} */
const keptTable = (file) =>
  new Promise((done) => {
    wanted.set(file, done);
    postMessage({ wants: file });
  });

/** @param {TableFile} table */
async function receiveTable({ file, content }) {
  const take = wanted.get(file);
  wanted.delete(file);
  if (take) take(content);
  else if (content) (await begun).backend.keep(file, content);
}

// Returns a function that returns whether a question is the last one sent. A worker without shared
// memory receives no message while Python computes, but it can look whether an address is revoked.
/** @param {string} sign */
const lastWhile = (sign) => (canSeeSigns() ? () => isReadable(sign) : () => true);

/** @param {string} address */
function isReadable(address) {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", address, false);
    request.send();
    return request.status === 200;
  } catch {
    return false;
  }
}

/** @type {boolean | null} */
let seesSigns = null; // whether this browser lets a worker look: tried once

function canSeeSigns() {
  if (seesSigns === null) {
    const sign = URL.createObjectURL(new Blob());
    const before = isReadable(sign);
    URL.revokeObjectURL(sign);
    seesSigns = before && !isReadable(sign);
  }
  return seesSigns;
}

// Lets messages arrive between two parts of an answer.
/** @returns {Promise<void>} */
const yieldToEventLoop = () =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });

// Works on a question whose answer is known to the page, until a newer one is sent.
/** @param {Asked} asked @param {string} sign */
async function workAhead(asked, sign) {
  const { backend } = await begun;
  if (!canSeeSigns() || !isReadable(sign)) return; // nothing that cannot be interrupted
  const isLast = lastWhile(sign);
  await loadFiles(backend, asked);
  const parts = backend.answer(JSON.stringify(asked), isLast);
  for (const part of parts) {
    void part;
    await yieldToEventLoop();
    if (!isLast()) break;
  }
  parts.destroy();
  if (isLast()) postMessage({ ahead: true });
}

/** @param {{ name: string, code: string }} table @param {OwnFile | null} own */
async function build({ name, code }, own) {
  try {
    const { python, backend } = await begun;
    await loadFiles(backend, { details: { name } }, own);
    const file = backend.build(JSON.stringify({ name, code }), (state) =>
      postMessage({ state: JSON.parse(state) }),
    );
    if (!file) return; // it said why
    const content = python.FS.readFile(`${ROOT}/tables/${file}`);
    postMessage({ built: { file, content } }, [content.buffer]);
  } catch (fault) {
    fail(fault);
  }
}

addEventListener("message", async ({ data: { id, sign, table, own, ahead, begin: beginning, build: building, ...asked } }) => {
  if (beginning) return start(begin(beginning));
  if (table) return receiveTable(table);
  open += 1;
  if (building) return build(building, own); // this worker has no other work, and offers no snapshot
  if (ahead) {
    await workAhead(ahead, sign).catch(() => {}); // the next answer says what is wrong
    open -= 1;
    if (!newest && !isKept) await becomeIdle();
    if (!newest) await offerSnapshot();
    return;
  }
  newest = id;
  const isLast = lastWhile(sign);
  try {
    const { backend } = await begun;
    postMessage({ begun: id });
    await loadFiles(backend, asked, own);
    const parts = backend.answer(JSON.stringify(asked), isLast);
    let interrupted = false;
    for (const part of parts) {
      const found = JSON.parse(part);
      if (found) {
        const [status, kind, text] = found;
        postMessage({ id, part: { status, kind, text } });
        await yieldToEventLoop();
      }
      interrupted = !found || newest !== id;
      if (interrupted) break;
      postMessage({ begun: id });
    }
    parts.destroy();
    postMessage({ id, interrupted });
  } catch (fault) {
    fail(fault);
  }
  open -= 1;
  if (!isKept) await becomeIdle();
  if (newest === id) await offerSnapshot();
  await yieldToEventLoop();
  if (newest === id) (await begun).backend.ponder(isLast);
});

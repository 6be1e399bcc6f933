// Web worker that runs Python (Pyodide) with the handlers of the server.
//
// It receives { id, sign, question, code, details }. It sends { begun: id } before it computes a part
// of the answer and { id, part } with it, at the end without a part; before all that { ready } or
// { failed }. `sign` is the address of a blob that is revoked as soon as a newer question is sent:
// then the work on this one ends, and { id, interrupted } is sent. { kept } means that the next worker
// starts quickly: as soon as it has answered a question and is idle, the browser caches a snapshot of
// Python's memory, with everything imported. The name of the worker is the version of that snapshot.
//
// It may receive { ahead, sign } instead: a question whose answer was written. It works on it without
// an answer, so that it knows more when the next one comes, and sends { ahead: true } at the end.
//
// Or it may receive { table: { file, content } }: a table that was built. A worker that receives
// { build: { name, code } } builds one: it sends { state } on the way, and { built: { file, content } }.

import { loadPyodide } from "../../python/pyodide.mjs";
import { keptTable } from "./kept_tables.js";
import { unpacked } from "./packed.js";
import { isOwn, ownFiles } from "../write/own_files.js";

const near = (path) => new URL(path, import.meta.url).href;
const ROOT = "/kibitz";
const LIBRARY = near("../../python/python_stdlib.zip");
const SNAPSHOT = near("../../python/memory");
const CACHE = `kibitz python ${near("../..")}`; // browser cache of the snapshot
const MOST_BYTES = 64 << 20;
const IDLE = 1000; // milliseconds without a question before a snapshot is taken
const USUAL = { question: "match", code: "en", details: { match: "kibitz+noughts", opinion: true } };

async function begin() {
  const archive = unpacked(near("../../kibitz.packed")).then((answer) => answer.arrayBuffer());
  const snapshot = await cachedSnapshot();
  const python = await load(snapshot && { _loadSnapshot: snapshot, _snapshotDeserializer: () => ({}) }).catch((fault) => {
    if (!snapshot) throw fault;
    caches.delete(CACHE);
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
  return { python, backend: python.globals.get("backend"), fromSnapshot: Boolean(snapshot) };
}

// Pyodide requests its library by the original name; the site has a compressed file.
const originalFetch = self.fetch;
self.fetch = (address, ...more) =>
  String(address) === LIBRARY
    ? unpacked(LIBRARY.replace(/zip$/, "packed"))
    : originalFetch(address, ...more);

const load = (memory) =>
  loadPyodide({ indexURL: near("../../python/"), ...(memory || { _makeSnapshot: "caches" in self }) });

// Returns the snapshot of an earlier visit, if it is of the current version of the site.
async function cachedSnapshot() {
  try {
    const found = await (await caches.open(CACHE)).match(SNAPSHOT);
    if (found?.headers.get("x-of") !== name) return null;
    return new Uint8Array(await found.arrayBuffer());
  } catch {
    return null; // private windows of some browsers have no cache
  }
}

const begun = begin();
let open = 0; // unanswered questions
let newest = 0; // id of the question that arrived last
let isKept = false;
begun.then(
  async ({ backend, fromSnapshot }) => {
    isKept = fromSnapshot;
    postMessage({ ready: true, kept: isKept });
    await becomeIdle();
    if (newest || isKept) return;
    for (const part of backend.answer(JSON.stringify(USUAL))) void part; // imports the modules
    await yieldToEventLoop();
    await saveSnapshot();
  },
  (fault) => postMessage({ failed: String(fault.message || fault) }),
);

// Waits before work that cannot be interrupted.
const becomeIdle = () => new Promise((done) => setTimeout(done, IDLE));

async function saveSnapshot() {
  if (open || isKept || given.size) return; // no snapshot holds rules of the visitor
  isKept = true;
  try {
    const memory = (await begun).python.makeMemorySnapshot({ serializer: () => null });
    if (memory.length > MOST_BYTES) return;
    const response = new Response(memory, { headers: { "x-of": name } });
    await (await caches.open(CACHE)).put(SNAPSHOT, response);
    postMessage({ kept: true });
  } catch {
    // the next start is slow again
  }
}

// Gives Python the files that the visitor has written and that a question names.
const given = new Map(); // by name: when the file was written
async function giveOwnFiles(backend, asked) {
  if (!isOwn(asked)) return;
  const question = JSON.stringify(asked);
  for (const { name, text, when } of await ownFiles()) {
    if (given.get(name) === when || !question.includes(name)) continue;
    given.set(name, when);
    backend.put(name, text);
  }
}

// Loads what a question needs: the table of its game, if one was built in this browser, and compiled
// code. Without code, Python interprets the rules.
async function loadFiles(backend, asked) {
  await giveOwnFiles(backend, asked);
  const { code, table } = JSON.parse(backend.wanted(JSON.stringify(asked)));
  const kept = table && (await keptTable(table));
  if (kept) backend.keep(table, kept);
  for (const file of code) {
    try {
      const answer = await unpacked(near(`../../code/${encodeURIComponent(file)}`));
      backend.load(file, new Uint8Array(await answer.arrayBuffer()));
    } catch {
      return; // not kept, and there is no network
    }
  }
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
/** @param {object} asked @param {string} sign */
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

async function build({ name, code }) {
  try {
    const { python, backend } = await begun;
    await loadFiles(backend, { details: { name } });
    const file = backend.build(JSON.stringify({ name, code }), (state) =>
      postMessage({ state: JSON.parse(state) }),
    );
    if (!file) return; // it said why
    const content = python.FS.readFile(`${ROOT}/tables/${file}`);
    postMessage({ built: { file, content } }, [content.buffer]);
  } catch (fault) {
    postMessage({ failed: String(fault.message || fault) });
  }
}

addEventListener("message", async ({ data: { id, sign, table, ahead, build: building, ...asked } }) => {
  open += 1;
  if (building) {
    await build(building); // this worker has no other work, and caches no snapshot
    return;
  }
  if (table) {
    (await begun).backend.keep(table.file, table.content);
    open -= 1;
    return;
  }
  if (ahead) {
    await workAhead(ahead, sign).catch(() => {}); // the next answer says what is wrong
    open -= 1;
    if (!newest && !isKept) await becomeIdle();
    if (!newest) await saveSnapshot();
    return;
  }
  newest = id;
  const isLast = lastWhile(sign);
  try {
    const { backend } = await begun;
    postMessage({ begun: id });
    await loadFiles(backend, asked);
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
    postMessage({ failed: String(fault.message || fault) });
  }
  open -= 1;
  if (!isKept) await becomeIdle();
  if (newest === id) await saveSnapshot();
  await yieldToEventLoop();
  if (newest === id) (await begun).backend.ponder(isLast);
});

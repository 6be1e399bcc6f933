// Python in a worker of the page: the handlers that answer for the server answer here.
//
// It is sent { id, question, code, details }. It sends { begun: id } before it thinks about a part of
// the answer and { id, part } with it, at last without a part; before all that { ready } or
// { failed }. { kept } says that the next one starts quickly: as soon as it has answered something
// and nothing else is asked, the browser keeps a copy of Python's memory, with everything imported.
// The worker is called by the name of what is in that memory.

import { loadPyodide } from "../../python/pyodide.mjs";
import { unpacked } from "./packed.js";

const near = (path) => new URL(path, import.meta.url).href;
const ROOT = "/kibitz";
const LIBRARY = near("../../python/python_stdlib.zip");
const COPY = near("../../python/memory");
const SHELF = `kibitz python ${near("../..")}`; // of the browser, for that copy
const MOST_BYTES = 64 << 20;
const USUAL = { question: "match", code: "en", details: { match: "kibitz+noughts", opinion: true } };

async function begin() {
  const archive = unpacked(near("../../kibitz.packed")).then((answer) => answer.arrayBuffer());
  const copy = await copied();
  const python = await load(copy && { _loadSnapshot: copy }).catch((fault) => {
    if (!copy) throw fault;
    caches.delete(SHELF);
    return load(null);
  });
  python.unpackArchive(await archive, "zip", { extractDir: ROOT });
  if (!python.globals.has("inside")) {
    python.runPython(`
      import sys
      sys.path.insert(0, "${ROOT}")
      from kibitz.web.site.pyodide_backend import Inside
      inside = Inside("${ROOT}")
    `);
  }
  python.runPython("inside.wake()");
  return { python, inside: python.globals.get("inside"), isCopied: Boolean(copy) };
}

// Pyodide asks for its library as it is before it is packed for a site.
const really = self.fetch;
self.fetch = (address, ...more) =>
  String(address) === LIBRARY ? unpacked(LIBRARY.replace(/zip$/, "packed")) : really(address, ...more);

const load = (memory) =>
  loadPyodide({ indexURL: near("../../python/"), ...(memory || { _makeSnapshot: "caches" in self }) });

// A copy of Python's memory from an earlier visit, if there is one of this site as it is now.
async function copied() {
  try {
    const found = await (await caches.open(SHELF)).match(COPY);
    if (found?.headers.get("x-of") !== name) return null;
    return new Uint8Array(await found.arrayBuffer());
  } catch {
    return null; // some browsers keep nothing in some windows
  }
}

const begun = begin();
let open = 0; // questions
let isKept = false;
begun.then(
  async ({ inside, isCopied }) => {
    isKept = isCopied;
    postMessage({ ready: true, kept: isKept });
    await breathe();
    if (open || isKept) return;
    for (const part of inside.answer(JSON.stringify(USUAL))) void part; // imports what that needs
    await breathe();
    await keepCopy();
  },
  (fault) => postMessage({ failed: String(fault.message || fault) }),
);

async function keepCopy() {
  if (open || isKept) return;
  isKept = true;
  try {
    const memory = (await begun).python.makeMemorySnapshot();
    if (memory.length > MOST_BYTES) return;
    await (await caches.open(SHELF)).put(COPY, new Response(memory, { headers: { "x-of": name } }));
    postMessage({ kept: true });
  } catch {
    // it takes its time again, then
  }
}

// Lets other questions be asked between two parts of an answer.
const breathe = () =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });

addEventListener("message", async ({ data: { id, ...asked } }) => {
  open += 1;
  try {
    const { inside } = await begun;
    postMessage({ begun: id });
    const parts = inside.answer(JSON.stringify(asked));
    for (const part of parts) {
      const [status, kind, text] = JSON.parse(part);
      postMessage({ id, part: { status, kind, text } });
      await breathe();
      postMessage({ begun: id });
    }
    parts.destroy();
    postMessage({ id });
  } catch (fault) {
    postMessage({ failed: String(fault.message || fault) });
  }
  open -= 1;
  await keepCopy();
});

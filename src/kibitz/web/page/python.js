// Python in a worker of the page: the handlers that answer for the server answer here.
//
// It is sent { id, question, code, details } and sends { id, part } for each part of the answer,
// at last without a part; before that { ready } or { failed }.

import { loadPyodide } from "../python/pyodide.mjs";

const near = (path) => new URL(path, import.meta.url).href;
const ROOT = "/kibitz";

async function begin() {
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: near("../python/") }),
    fetch(near("../kibitz.zip")).then((answer) => answer.arrayBuffer()),
  ]);
  python.unpackArchive(archive, "zip", { extractDir: ROOT });
  python.runPython(`import sys; sys.path.insert(0, "${ROOT}")`);
  return python.pyimport("kibitz.web.inside").Inside(ROOT);
}

const begun = begin();
begun.then(
  () => postMessage({ ready: true }),
  (fault) => postMessage({ failed: String(fault.message || fault) }),
);

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
  try {
    const parts = (await begun).answer(JSON.stringify(asked));
    for (const part of parts) {
      const [status, kind, text] = JSON.parse(part);
      postMessage({ id, part: { status, kind, text } });
      await breathe();
    }
    parts.destroy();
    postMessage({ id });
  } catch (fault) {
    postMessage({ failed: String(fault.message || fault) });
  }
});

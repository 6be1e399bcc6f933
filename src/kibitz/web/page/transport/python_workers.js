// Workers that run Python (python.js): those of the site, and those in a sandbox, for rules that a
// visitor has written or got by a link.
//
// A sandbox is a frame without an origin, and a worker in it. Such a worker has no storage and no
// cookies, and the policy of the frame forbids every request. So it gets all files by messages, and
// nothing else goes out but its messages, which the page does not trust.

import { el } from "../core/dom.js";
import { t } from "../core/words.js";
import { cachedSnapshot } from "./memory_snapshot.js";

/** @typedef {Record<string, any>} Message */
/** @typedef {{ receive: (message: Message) => void, fail: (reason: string) => void }} Listener */
/** @typedef {{ post(message: Message): void, interrupt(): void, terminate(): void }} PythonWorker */

/** @param {string} path */
const near = (path) => new URL(path, import.meta.url);
/** @param {string} path */
const inSite = (path) => near(`../../${path}`);
const FILES = [
  ...["python/pyodide.mjs", "python/pyodide.asm.mjs", "python/pyodide.asm.wasm", "python/pyodide-lock.json"],
  ...["python/python_stdlib.packed", "kibitz.packed", "code/shared.packed"],
];
const POLICY = "default-src 'none'; script-src blob: 'wasm-unsafe-eval'; worker-src blob:; connect-src blob:";

/** @implements {PythonWorker} */
export class SiteWorker {
  /** @param {Listener} listener */
  constructor({ receive, fail }) {
    this.sign = ""; // address that the worker can read until a newer question is sent
    this.worker = new Worker(near("python.js"));
    this.worker.onmessage = ({ data }) => receive(data);
    this.worker.onerror = (event) => fail(event.message || "");
    cachedSnapshot().then((snapshot) => {
      const begin = { snapshot, files: {}, keeps: "caches" in self };
      this.worker.postMessage({ begin }, snapshot ? [snapshot.buffer] : []);
    });
  }

  /** @param {Message} message */
  post(message) {
    if ("id" in message || "ahead" in message) {
      this.interrupt();
      this.sign = URL.createObjectURL(new Blob());
    }
    this.worker.postMessage({ ...message, sign: this.sign });
  }

  // Ends the work on what was sent, as soon as Python looks.
  interrupt() {
    URL.revokeObjectURL(this.sign);
  }

  terminate() {
    this.worker.terminate();
  }
}

/** @implements {PythonWorker} */
export class SandboxedWorker {
  /** @param {Listener} listener */
  constructor({ receive, fail }) {
    this.frame = /** @type {HTMLIFrameElement} */ (el("iframe", { hidden: true, title: t("Rules") }));
    this.frame.sandbox.add("allow-scripts"); // and not allow-same-origin: this is the sandbox
    /** @param {MessageEvent} event */
    this.listen = ({ source, data }) => {
      if (!source || source !== this.frame.contentWindow || !data) return;
      if (data.failed !== undefined) fail(String(data.failed));
      else receive(data);
    };
    addEventListener("message", this.listen);
    this.opened = this.open();
    this.opened.catch((fault) => fail(fault.message));
  }

  async open() {
    /** @param {string} path */
    const text = async (path) => (await fetch(near(path))).text();
    const scripts = Promise.all([text("sandbox_frame.js"), text("python.js")]);
    /** @param {string} path @returns {Promise<[string, ArrayBuffer][]>} */
    const content = async (path) => {
      const answer = await fetch(inSite(path)).catch(() => null);
      return answer?.ok ? [[path, await answer.arrayBuffer()]] : []; // a site may have no compiled code
    };
    const files = Object.fromEntries((await Promise.all(FILES.map(content))).flat());
    const [[first, script], snapshot] = await Promise.all([scripts, cachedSnapshot()]);
    // The policy counts for what comes after it: the worker. The page's policy has a hash of the script.
    this.frame.srcdoc = `<!doctype html><script>${first}</script><meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
    await new Promise((done) => {
      this.frame.onload = done;
      document.body.append(this.frame);
    });
    const begin = { snapshot, files, keeps: "caches" in self };
    const moved = [...Object.values(files), ...(snapshot ? [snapshot.buffer] : [])];
    this.frame.contentWindow?.postMessage({ script, begin, moved }, "*", moved);
  }

  /** @param {Message} message */
  post(message) {
    this.opened.then(() => this.frame.contentWindow?.postMessage(message, "*"), () => {});
  }

  interrupt() {
    this.post({ interrupt: true });
  }

  terminate() {
    removeEventListener("message", this.listen);
    this.opened.finally(() => this.frame.remove()).catch(() => {});
    this.frame.remove();
  }
}

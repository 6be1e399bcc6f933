// Clients of Python: start it, send questions, and stop it if it takes too long.
//
// One Python answers about the games of the site. Rules of the visitor run in a sandbox, one for
// each file, so that they reach neither other files nor what the page knows and keeps.
//
// Python answers one question after the other. A newer one interrupts the work on those before it,
// which keeps what was proved; some wait (`waitsFor`). If that does not end, Python is restarted for
// the newer one. From a snapshot of its memory that takes a second.

import { $, el } from "../core/dom.js";
import { t } from "../core/words.js";
import { ownFileIn } from "../write/own_files.js";
import { tablesOf } from "./kept_tables.js";
import { cacheSnapshot } from "./memory_snapshot.js";
import { SandboxedWorker, SiteWorker } from "./python_workers.js";

const TICK = 500; // milliseconds
const PATIENCE = 2; // least ticks without a message before a restart for a newer question
const COLD = 3; // ratio of a start without a snapshot to one with it
const LONG = 6; // ticks without a message before the user may stop it
const LIMIT = 40; // ticks without a message before rules of the visitor are stopped
const NOT_SUBJECT = new Set(["opinion", "known_board"]);
const CHANGES = ["play", "jump", "line", "reply", "again", "players"]; // what changes a match
const PARTS_WITH_REPLY = 2; // of an answer: the match after the move, and after the reply
/** @param {string} path */
const near = (path) => new URL(path, import.meta.url);

/**
 * @typedef {import("../write/own_files.js").OwnFile} OwnFile
 * @typedef {import("./talk.js").Part} Part
 * @typedef {import("./talk.js").Details} Details
 * @typedef {import("./kept_tables.js").Content} Content
 * @typedef {{ question: string, code: string, details: Details }} Asked
 * @typedef {(part: Part | null) => void} Take what gets each part of an answer; null at its end
 * @typedef {{ asked: Asked, own: OwnFile | null, delivered: number, skip: number, take: Take }} Waiting
 */

// Yields the parts of Python's answer, each when it is known. A cancelled one ends.
/** @param {Asked} asked @param {AbortSignal} [signal] */
export async function* python(asked, signal) {
  const own = await ownFileIn(asked.details);
  yield* interpreterOf(own).answer(asked, own, signal);
}

// Starts the Python that answers about a game, or a file.
/** @param {Details} details */
export async function begin(details) {
  interpreterOf(await ownFileIn(details)).begin();
}

// Has Python work on a question whose answer was written, while it has nothing else to do: what comes
// next on this board is then known sooner. Any question interrupts it.
/** @param {Asked} asked */
export function workAhead(asked) {
  interpreterOf(null).workAhead(asked);
}

// Gives Python the file of a table that was built.
/** @param {OwnFile | null} own @param {string} file @param {Content} content */
export function giveTable(own, file, content) {
  interpreterOf(own).giveTable(file, content);
}

/** @type {Interpreter | null} */
let ofSite = null;
/** @type {Interpreter | null} */
let ofVisitor = null; // of the file that was asked about last

/** @param {OwnFile | null} own */
function interpreterOf(own) {
  if (!own) return (ofSite ??= new Interpreter(null));
  if (ofVisitor?.file !== own.name) {
    ofVisitor?.end();
    ofVisitor = new Interpreter(own.name);
  }
  return ofVisitor;
}

class Interpreter {
  /** @param {string | null} file the visitor's file whose rules it runs; null for the games of the site */
  constructor(file) {
    this.file = file;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map(); // by id: question, parts delivered, parts to skip, and the callback
    this.number = 0;
    /** @type {import("./python_workers.js").PythonWorker | null} */
    this.worker = null;
    this.ready = false;
    this.isClean = true; // whether this worker has got no rules of the visitor
    this.current = 0; // id of the question that Python works on
    this.quick = false; // whether it can start from a snapshot
    this.silence = 0; // ticks since the last message
    this.patience = PATIENCE;
    this.started = 0; // time of the last start
    /** @type {Set<number>} */
    this.sent = new Set(); // ids of the questions that the worker has; others wait for their end
    /** @type {Take[]} */
    this.abandoned = []; // callbacks of questions to end as soon as a newer one has a part
    /** @type {ReturnType<typeof setInterval> | null} */
    this.ticking = null;
  }

  /** @param {Asked} asked @param {OwnFile | null} own @param {AbortSignal} [signal] */
  async *answer(asked, own, signal) {
    /** @type {(Part | null)[]} */
    const parts = [];
    let notify = () => {};
    /** @type {Take} */
    const take = (part) => {
      parts.push(part);
      notify();
    };
    this.begin();
    this.number += 1;
    const id = this.number;
    this.waiting.set(id, { asked, own, delivered: 0, skip: 0, take });
    signal?.addEventListener("abort", () => this.cancel(id));
    if (![...this.sent].some((other) => waitsFor(asked, this.waiting.get(other)))) this.send(id);
    for (;;) {
      while (!parts.length) await /** @type {Promise<void>} */ (new Promise((done) => (notify = done)));
      const part = parts.shift();
      if (!part) return;
      yield part;
    }
  }

  begin() {
    this.worker ||= this.start();
  }

  // Ends it, and all questions.
  end() {
    this.worker?.terminate();
    clearInterval(this.ticking ?? 0);
    for (const { take } of this.waiting.values()) take(null);
    this.waiting.clear();
    this.releaseCallers();
  }

  /** @param {Asked} asked */
  workAhead(asked) {
    this.begin();
    if (this.waiting.size) return;
    delete document.documentElement.dataset.ahead;
    this.worker?.post({ ahead: asked });
  }

  /** @param {string} file @param {Content} content */
  giveTable(file, content) {
    this.worker?.interrupt();
    this.worker?.post({ table: { file, content } });
  }

  /** @param {number} id */
  cancel(id) {
    this.waiting.get(id)?.take(null);
    this.waiting.delete(id);
    if (this.sent.has(id) && this.sent.size === 1) this.worker?.interrupt();
  }

  start() {
    this.started = performance.now();
    this.isClean = true;
    /** @type {import("./python_workers.js").Listener} */
    const listener = { receive: (message) => this.receive(message), fail: (reason) => this.fail(reason) };
    return this.file ? new SandboxedWorker(listener) : new SiteWorker(listener);
  }

  /** @param {number} id */
  send(id) {
    const { asked, own } = /** @type {Waiting} */ (this.waiting.get(id));
    this.sent.add(id);
    if (own) this.isClean = false;
    this.worker?.post({ id, own, ...asked });
    if (!this.ready) showStatus(t("Python is starting; answers follow in a few seconds."));
    this.ticking ??= setInterval(() => this.tick(), TICK);
  }

  /** @param {import("./python_workers.js").Message} message */
  receive({ failed, begun, snapshot, wants, id = 0, part = null, interrupted, ahead, ...message }) {
    if (failed) this.fail(failed);
    if (wants) this.giveKeptTable(wants);
    if (snapshot) this.cache(snapshot);
    if (failed || wants || snapshot) return;
    if (ahead) document.documentElement.dataset.ahead = "done";
    [this.silence, this.current] = [0, begun ?? this.current];
    if (message.ready) this.becomeReady(Boolean(message.fromSnapshot));
    else if (this.ready) showStatus("");
    const one = this.waiting.get(id);
    if (id && !part) this.sent.delete(id);
    if (one && interrupted) this.postpone(id, one);
    else if (one?.skip && part) one.skip -= 1; // delivered before it was interrupted
    else if (one) this.deliver(id, one, part);
    if (!this.sent.size) this.sendNext();
  }

  /** @param {string} file */
  async giveKeptTable(file) {
    const content = await tablesOf(this.file).get(file);
    this.worker?.post({ table: { file, content } });
  }

  // Caches a snapshot of Python's memory, if rules of the visitor cannot have changed it.
  /** @param {Content} snapshot */
  async cache(snapshot) {
    if (this.isClean && (await cacheSnapshot(snapshot))) this.quick = true;
  }

  /** @param {number} id @param {Waiting} one @param {Part | null} part */
  deliver(id, one, part) {
    one.delivered += 1;
    one.take(part);
    if (!part) this.waiting.delete(id); // the answer is complete
    this.releaseCallers();
  }

  // A question that made way for a newer one is sent again after it, and parts that were delivered are
  // skipped; any part of a search is new. It is dropped if the newer one is about a match, too, or if
  // it asks for a reply, which may be another one now: its caller asks for the rest if that is needed.
  /** @param {number} id @param {Waiting} one */
  postpone(id, one) {
    const { asked, delivered, take } = one;
    const isOutdated = [...this.sent].some((other) => other > id && this.waiting.get(other)?.asked.question === "match");
    if (delivered && (isOutdated || asked.details.reply)) {
      this.waiting.delete(id);
      this.abandoned.push(take);
    } else if (asked.question !== "search") one.skip = delivered;
  }

  // Sends the newest question that waits.
  sendNext() {
    if (this.waiting.size) this.send(Math.max(...this.waiting.keys()));
    else this.releaseCallers();
  }

  /** @param {boolean} fromSnapshot */
  becomeReady(fromSnapshot) {
    this.ready = true;
    this.quick ||= fromSnapshot;
    const took = Math.ceil((performance.now() - this.started) / (fromSnapshot ? 1 : COLD) / TICK);
    this.patience = Math.min(LONG, Math.max(PATIENCE, took));
    showStatus("");
    document.documentElement.dataset.python = "ready";
    keepOffline();
  }

  // Timeouts

  tick() {
    if (!this.waiting.size) {
      clearInterval(this.ticking ?? 0);
      [this.ticking, this.silence] = [null, 0];
      return;
    }
    if (!this.ready) return;
    this.silence += 1;
    const newest = Math.max(...this.sent);
    if (this.file && this.silence >= LIMIT) {
      const seconds = (LIMIT * TICK) / 1000;
      this.stopWith(t("These rules gave no answer within {seconds} seconds. Perhaps a loop never ends.", { seconds }));
    } else if (this.quick && this.silence >= this.patience && newest !== this.current) this.restart();
    else if (this.silence === LONG) showStatus(t("Python is still thinking."), () => this.stop());
  }

  // Restarts Python. Questions that have delivered a part are dropped: their callers ask for the rest
  // if they still need it after the next answer.
  restart() {
    for (const [id, { delivered, take }] of this.waiting) {
      if (!delivered) continue;
      this.abandoned.push(take);
      this.waiting.delete(id);
    }
    this.worker?.terminate();
    this.sent.clear();
    [this.worker, this.ready, this.silence, this.current] = [this.start(), false, 0, 0];
    this.sendNext();
  }

  releaseCallers() {
    for (const take of this.abandoned.splice(0)) setTimeout(take, 0, null);
  }

  // Stops the work on the current question. What was proved is kept, if Python ends it in time.
  stop() {
    const stopped = this.current;
    this.refuse(stopped, t("This was stopped before the answer was known."));
    showStatus("");
    this.worker?.interrupt();
    setTimeout(() => this.sent.has(stopped) && this.restart(), PATIENCE * TICK);
  }

  // Ends Python, whose current question it will not answer.
  /** @param {string} error */
  stopWith(error) {
    this.refuse(this.current, error);
    showStatus("");
    this.restart();
    if (!this.waiting.size) this.releaseCallers();
  }

  /** @param {number} id @param {string} error */
  refuse(id, error) {
    const one = this.waiting.get(id);
    one?.take({ status: 409, kind: "application/json", text: JSON.stringify({ error }) });
    one?.take(null);
    this.waiting.delete(id);
  }

  // Reports the end of Python to all callers; the next question starts it again.
  /** @param {string} reason */
  fail(reason) {
    this.worker?.terminate();
    this.sent.clear();
    [this.worker, this.ready] = [null, false];
    showStatus("");
    for (const id of [...this.waiting.keys()]) this.refuse(id, t("Python stopped in this browser: {reason}", { reason }));
    this.releaseCallers();
  }
}

// Returns whether a question waits for an earlier one: if it asks the same again, or if a reply, which
// takes half a second, is on its way and the question does not change the match.
/** @param {Asked} asked @param {Waiting} [before] */
function waitsFor(asked, before) {
  if (!before || before.asked.question === "search") return false;
  const isReplying = Boolean(before.asked.details.reply) && before.delivered < PARTS_WITH_REPLY;
  const changes = CHANGES.some((key) => asked.details[key] || asked.details[key] === 0);
  return (isReplying && !changes) || ("match" in asked.details && subject(asked) === subject(before.asked));
}

/** @param {Asked} asked */
const subject = ({ details }) =>
  JSON.stringify(Object.entries(details).filter(([key, value]) => value && !NOT_SUBJECT.has(key)).sort());

/** @param {string} words @param {(() => void) | null} halt */
function showStatus(words, halt = null) {
  const status = $("#python") || el("p", { id: "python", role: "status" });
  const button = halt && el("button", { type: "button", onclick: halt }, t("Stop"));
  status.hidden = !words;
  status.replaceChildren(words, ...(button ? [" ", button] : []));
  document.body.append(status);
}

// Registers the service worker, once everything is loaded, so that the site works offline.
async function keepOffline() {
  try {
    await navigator.serviceWorker.register(near("../../offline.js"));
    await navigator.serviceWorker.ready;
    document.documentElement.dataset.offline = "yes";
  } catch {
    // a browser may refuse (over plain HTTP from another machine it does); the site works online
  }
}

// Client of the Python worker: starts it, sends questions, and stops it if it takes too long.
//
// The worker answers one question after the other. A newer one interrupts the work on those before
// it, which keeps what was proved; some wait (`waitsFor`). If that does not end, the worker is
// restarted for the newer one. From a snapshot of its memory that takes a second.

import { $, el } from "../core/dom.js";
import { PYTHON } from "./transport.js";
import { t } from "../core/words.js";
import { isOwn } from "../write/own_files.js";

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
 * @typedef {import("./talk.js").Part} Part
 * @typedef {{ question: string, code: string, details: import("./talk.js").Details }} Asked
 * @typedef {(part: Part | null) => void} Take what gets each part of an answer; null at its end
 * @typedef {{ asked: Asked, delivered: number, skip: number, take: Take }} Waiting
 * @typedef {{ failed?: string, ready?: boolean, kept?: boolean, begun?: number, id?: number, part?: Part,
 *   interrupted?: boolean, ahead?: boolean }} Message of the worker
 */
/** @type {Map<number, Waiting>} */
const waiting = new Map(); // by id: question, parts delivered, parts to skip, and the callback
let number = 0;
/** @type {Worker | null} */
let worker = null;
let ready = false;
let current = 0; // id of the question that Python works on
let quick = false; // whether it can start from a snapshot
let silence = 0; // ticks since the last message
let patience = PATIENCE;
let started = 0; // time of the last start
let sign = ""; // address that the worker can read until a newer question is sent
/** @type {Set<number>} */
const sent = new Set(); // ids of the questions that the worker has; others wait for their end
/** @type {Take[]} */
const abandoned = []; // callbacks of questions to end as soon as a newer one has a part
/** @type {ReturnType<typeof setInterval> | null} */
let ticking = null;

// Yields the parts of Python's answer, each when it is known. A cancelled one ends.
/** @param {Asked} asked @param {AbortSignal} [signal] */
export async function* python(asked, signal) {
  /** @type {(Part | null)[]} */
  const parts = [];
  let notify = () => {};
  /** @type {Take} */
  const take = (part) => {
    parts.push(part);
    notify();
  };
  begin();
  number += 1;
  const id = number;
  waiting.set(id, { asked, delivered: 0, skip: 0, take });
  signal?.addEventListener("abort", () => cancel(id));
  if (![...sent].some((other) => waitsFor(asked, waiting.get(other)))) send(id);
  for (;;) {
    while (!parts.length) await /** @type {Promise<void>} */ (new Promise((done) => (notify = done)));
    const part = parts.shift();
    if (!part) return;
    yield part;
  }
}

export function begin() {
  worker ||= start();
}

// Has Python work on a question whose answer was written, while it has nothing else to do: what comes
// next on this board is then known sooner. Any question interrupts it.
/** @param {Asked} asked */
export function workAhead(asked) {
  begin();
  if (waiting.size) return;
  renewSign();
  delete document.documentElement.dataset.ahead;
  worker?.postMessage({ ahead: asked, sign });
}

// Gives Python the file of a table that was built.
/** @param {string} file @param {import("./kept_tables.js").Content} content */
export function giveTable(file, content) {
  interrupt();
  worker?.postMessage({ table: { file, content } });
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

// Ends the work on what was sent, as soon as Python looks.
function interrupt() {
  URL.revokeObjectURL(sign);
}

/** @param {number} id */
function cancel(id) {
  waiting.get(id)?.take(null);
  waiting.delete(id);
  if (sent.has(id) && sent.size === 1) interrupt();
}

function start() {
  started = performance.now();
  const begun = new Worker(near("python.js"), { type: "module", name: PYTHON });
  begun.onmessage = ({ data }) => receive(data);
  begun.onerror = (event) => fail(event.message || "");
  return begun;
}

// Ends the work on what was sent, and makes the address that the next message goes with.
function renewSign() {
  interrupt();
  sign = URL.createObjectURL(new Blob());
}

/** @param {number} id */
function send(id) {
  renewSign();
  sent.add(id);
  worker?.postMessage({ id, sign, ...waiting.get(id)?.asked });
  if (!ready) showStatus(t("Python is starting; answers follow in a few seconds."));
  ticking ??= setInterval(tick, TICK);
}

/** @param {Message} message */
function receive({ failed, ready: isReady, begun, kept, id = 0, part, interrupted, ahead }) {
  if (failed) {
    fail(failed);
    return;
  }
  if (ahead) document.documentElement.dataset.ahead = "done";
  [silence, current] = [0, begun ?? current];
  quick ||= Boolean(kept);
  if (isReady) becomeReady(kept ? 1 : COLD);
  else if (ready) showStatus("");
  const one = waiting.get(id);
  if (id && !part) sent.delete(id);
  if (one && interrupted) postpone(id, one);
  else if (one?.skip && part) one.skip -= 1; // delivered before it was interrupted
  else if (one) deliver(id, one, part ?? null);
  if (!sent.size) sendNext();
}

/** @param {number} id @param {Waiting} one @param {Part | null} part */
function deliver(id, one, part) {
  one.delivered += 1;
  one.take(part);
  if (!part) waiting.delete(id); // the answer is complete
  releaseCallers();
}

// A question that made way for a newer one is sent again after it, and parts that were delivered are
// skipped; any part of a search is new. It is dropped if the newer one is about a match, too, or if
// it asks for a reply, which may be another one now: its caller asks for the rest if that is needed.
/** @param {number} id @param {Waiting} one */
function postpone(id, one) {
  const { asked, delivered, take } = one;
  const isOutdated = [...sent].some((other) => other > id && waiting.get(other)?.asked.question === "match");
  if (delivered && (isOutdated || asked.details.reply)) {
    waiting.delete(id);
    abandoned.push(take);
  } else if (asked.question !== "search") one.skip = delivered;
}

// Sends the newest question that waits.
function sendNext() {
  if (waiting.size) send(Math.max(...waiting.keys()));
  else releaseCallers();
}

/** @param {number} times as long as a start from a snapshot takes */
function becomeReady(times) {
  ready = true;
  const took = Math.ceil((performance.now() - started) / times / TICK);
  patience = Math.min(LONG, Math.max(PATIENCE, took));
  showStatus("");
  document.documentElement.dataset.python = "ready";
  keepOffline();
}

// Timeouts

function tick() {
  if (!waiting.size) {
    clearInterval(ticking ?? 0);
    [ticking, silence] = [null, 0];
    return;
  }
  if (!ready) return;
  silence += 1;
  const newest = Math.max(...sent);
  if (silence >= LIMIT && isOwn(waiting.get(current)?.asked ?? {})) {
    stopWith(t("These rules gave no answer within {seconds} seconds. Perhaps a loop never ends.", { seconds: (LIMIT * TICK) / 1000 }));
  } else if (quick && silence >= patience && newest !== current) restart();
  else if (silence === LONG) showStatus(t("Python is still thinking."), stop);
}

// Restarts Python. Questions that have delivered a part are dropped: their callers ask for the rest
// if they still need it after the next answer.
function restart() {
  for (const [id, { delivered, take }] of waiting) {
    if (!delivered) continue;
    abandoned.push(take);
    waiting.delete(id);
  }
  worker?.terminate();
  sent.clear();
  [worker, ready, silence, current] = [start(), false, 0, 0];
  sendNext();
}

function releaseCallers() {
  for (const take of abandoned.splice(0)) setTimeout(take, 0, null);
}

// Stops the work on the current question. What was proved is kept, if Python ends it in time.
function stop() {
  const stopped = current;
  refuse(stopped, t("This was stopped before the answer was known."));
  showStatus("");
  interrupt();
  setTimeout(() => sent.has(stopped) && restart(), PATIENCE * TICK);
}

// Ends Python, whose current question it will not answer.
/** @param {string} error */
function stopWith(error) {
  refuse(current, error);
  showStatus("");
  restart();
  if (!waiting.size) releaseCallers();
}

/** @param {number} id @param {string} error */
function refuse(id, error) {
  const one = waiting.get(id);
  one?.take({ status: 409, kind: "application/json", text: JSON.stringify({ error }) });
  one?.take(null);
  waiting.delete(id);
}

// Reports the end of Python to all callers; the next question starts it again.
/** @param {string} reason */
function fail(reason) {
  worker?.terminate();
  sent.clear();
  [worker, ready] = [null, false];
  showStatus("");
  for (const id of [...waiting.keys()]) refuse(id, t("Python stopped in this browser: {reason}", { reason }));
  releaseCallers();
}

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

// Python in a worker, seen from the page: starts it, asks it, and stops it where it takes too long.
//
// It answers one question after the other. If it thinks about one while a newer one waits, and for
// longer than a start takes, it is started again for the newer one. From a copy of its memory that
// takes a second.

import { $, el } from "../shared/dom.js";
import { PYTHON } from "./transport.js";
import { t } from "../shared/words.js";

const TICK = 500; // milliseconds
const PATIENCE = 2; // ticks without a word, while a newer question waits, if a start takes no longer
const COLD = 3; // times as long as from a copy of its memory
const LONG = 6; // ticks without a word before the reader may stop it
const near = (path) => new URL(path, import.meta.url);

const waiting = new Map(); // by number: what is asked, parts told and heard again, who takes them
let number = 0;
let worker = null;
let ready = false;
let current = 0; // the number of the question that Python thinks about
let quick = false; // whether it can start from a copy of its memory
let silence = 0; // ticks
let patience = PATIENCE;
let started = 0; // when
let leaving = []; // who takes no more parts, as soon as a newer question has one
let ticking = null;

// Yields the parts of Python's answer, each when it is known.
export async function* python(asked) {
  const parts = [];
  let wake = () => {};
  const take = (part) => {
    parts.push(part);
    wake();
  };
  begin();
  number += 1;
  waiting.set(number, { asked, told: 0, again: 0, take });
  send(number);
  for (;;) {
    while (!parts.length) await new Promise((done) => (wake = done));
    const part = parts.shift();
    if (!part) return;
    yield part;
  }
}

export function begin() {
  worker ||= start();
}

function start() {
  started = performance.now();
  const begun = new Worker(near("python.js"), { type: "module", name: PYTHON });
  begun.onmessage = ({ data }) => hear(data);
  begun.onerror = (event) => fail(event.message || "");
  return begun;
}

function send(id) {
  worker.postMessage({ id, ...waiting.get(id).asked });
  if (!ready) say(t("Python is starting; answers follow in a few seconds."));
  ticking ??= setInterval(tick, TICK);
}

function hear({ failed, begun, kept, id, part, ...said }) {
  if (failed) return fail(failed);
  [silence, current] = [0, begun ?? current];
  quick ||= Boolean(kept);
  if (said.ready) arrive(kept ? 1 : COLD);
  else if (ready) say("");
  const one = waiting.get(id);
  if (!one) return;
  if (one.again > 0) {
    one.again -= 1; // told before it was started again
    return;
  }
  one.told += 1;
  one.take(part);
  if (!part) waiting.delete(id); // that was all
  letGo();
}

function arrive(times) {
  ready = true;
  const took = Math.ceil((performance.now() - started) / times / TICK);
  patience = Math.min(LONG, Math.max(PATIENCE, took));
  say("");
  document.documentElement.dataset.python = "ready";
  keepOffline();
}

// Patience

function tick() {
  if (!waiting.size) {
    clearInterval(ticking);
    [ticking, silence] = [null, 0];
    return;
  }
  if (!ready) return;
  silence += 1;
  const newest = Math.max(...waiting.keys());
  if (quick && silence >= patience && newest !== current) again(newest);
  else if (silence === LONG) say(t("Python is still thinking."), stop);
}

// Starts Python anew, for one question first. What else was told in part is not asked for again:
// whoever still wants the rest when the newer answer is there asks for it.
function again(first) {
  for (const [id, { told, take }] of waiting) {
    if (!told || id === first) continue;
    leaving.push(take);
    waiting.delete(id);
  }
  worker.terminate();
  [worker, ready, silence, current] = [start(), false, 0, 0];
  const ids = [...waiting.keys()].sort((one, other) => other - one);
  for (const id of ids) {
    const one = waiting.get(id);
    one.again = one.told;
    send(id);
  }
}

function letGo() {
  for (const take of leaving.splice(0)) setTimeout(take, 0, null);
}

// What Python thinks about is given up.
function stop() {
  refuse(current, t("This was stopped before it was known."));
  again(0);
  if (waiting.size) return;
  say("");
  letGo();
}

function refuse(id, error) {
  const { take } = waiting.get(id) || { take: () => {} };
  take({ status: 409, kind: "application/json", text: JSON.stringify({ error }) });
  take(null);
  waiting.delete(id);
}

// Python has ended: whoever waits is told so, and the next question starts it again.
function fail(reason) {
  worker?.terminate();
  [worker, ready] = [null, false];
  say("");
  for (const id of [...waiting.keys()]) refuse(id, t("Python stopped in this browser: {reason}", { reason }));
  letGo();
}

function say(words, halt = null) {
  const said = $("#python") || el("p", { id: "python", role: "status" });
  const button = halt && el("button", { type: "button", onclick: halt }, t("Stop"));
  said.hidden = !words;
  said.replaceChildren(words, ...(button ? [" ", button] : []));
  document.body.append(said);
}

// Lets the browser keep the site, once it has everything: then it opens without a network.
async function keepOffline() {
  try {
    await navigator.serviceWorker.register(near("../../offline.js"));
    await navigator.serviceWorker.ready;
    document.documentElement.dataset.offline = "yes";
  } catch {
    // a browser may refuse (over plain HTTP from another machine it does); the site works online
  }
}

// Python in the browser as a transport (talk.js says what that is), for a page without a server.
//
// What is asked first was answered when the site was made and lies in a file for each language.
// Python says the same, but takes some seconds to start; what a written answer lacks comes from it.

import { $, el } from "./dom.js";
import { t } from "./words.js";

const LATER = new Set(["reply", "opinion"]); // what follows the first part of an answer
const near = (path) => new URL(path, import.meta.url);

export const site = {
  async *answer(question, code, details) {
    worker ||= start(); // while what is written is shown
    const first = (await written(code))[keyOf(question, details)] || [];
    yield* first;
    if (!first.length || Object.keys(details).some((name) => LATER.has(name) && details[name])) {
      let at = 0;
      for await (const part of python({ question, code, details })) {
        if (at >= first.length) yield part;
        at += 1;
      }
    }
  },
};

// Written answers

const files = {}; // by language

function written(code) {
  files[code] ||= fetch(near(`../answers/${code}.json`))
    .then((answer) => answer.json())
    .catch(() => ({}));
  return files[code];
}

// What web/site.py calls a question and its details.
function keyOf(question, details) {
  const told = Object.entries(details).filter(
    ([name, value]) => !LATER.has(name) && value !== null && value !== undefined,
  );
  return JSON.stringify([question, Object.fromEntries(told.sort())]);
}

// Python

const waiting = new Map(); // by number: what takes the parts of an answer
let number = 0;
let worker = null;
let ready = false;

// Yields the parts of Python's answer, each when it is known.
async function* python(asked) {
  number += 1;
  const id = number;
  const parts = [];
  let wake = () => {};
  waiting.set(id, (part) => {
    parts.push(part);
    wake();
  });
  worker ||= start();
  worker.postMessage({ id, ...asked });
  if (!ready) say(t("Python is starting; answers follow in a few seconds."));
  for (;;) {
    while (!parts.length) await new Promise((done) => (wake = done));
    const part = parts.shift();
    if (!part) return;
    yield part;
  }
}

function start() {
  const begun = new Worker(near("python.js"), { type: "module" });
  begun.onmessage = ({ data }) => {
    if (data.failed) return fail(data.failed);
    if (data.ready) return begin();
    waiting.get(data.id)?.(data.part);
    if (!data.part) waiting.delete(data.id); // that was all
  };
  begun.onerror = (event) => fail(event.message || "");
  return begun;
}

function begin() {
  ready = true;
  say("");
  document.documentElement.dataset.python = "ready";
  keepOffline();
}

// Python has ended: whoever waits is told so, and the next question starts it again.
function fail(reason) {
  worker?.terminate();
  [worker, ready] = [null, false];
  say("");
  const error = t("Python stopped in this browser: {reason}", { reason });
  for (const take of waiting.values()) {
    take({ status: 500, kind: "application/json", text: JSON.stringify({ error }) });
    take(null);
  }
  waiting.clear();
}

function say(words) {
  const said = $("#python") || el("p", { id: "python", role: "status" });
  said.hidden = !words;
  said.textContent = words;
  document.body.append(said);
}

// Lets the browser keep the site, once it has everything: then it opens without a network.
async function keepOffline() {
  try {
    await navigator.serviceWorker.register(near("../offline.js"));
    await navigator.serviceWorker.ready;
    document.documentElement.dataset.offline = "yes";
  } catch {
    // a browser may refuse (over plain HTTP from another machine it does); the site works online
  }
}

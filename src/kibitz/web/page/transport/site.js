// Transport (see talk.js) to Python in the browser, for a static site.
//
// The first questions were answered when the site was made. Python gives the same answers, but takes
// some seconds to start; it adds the missing parts. Tables are built by other workers.

import { begin, giveTable, python, workAhead } from "./interpreter.js";
import { keepTable } from "./kept_tables.js";
import { written } from "./prepared_answers.js";
import { cancelBuild, startBuild, stateOf } from "./table_builds.js";

const OF_TABLES = new Set(["build", "table", "cancel"]);

/** @type {import("./talk.js").Transport} */
export const site = {
  async *answer(question, code, details, signal) {
    begin(); // while what is written is shown
    if (OF_TABLES.has(question)) {
      yield* ofTable(question, code, details);
      return;
    }
    yield* ofPython(question, code, details, signal);
  },
};

// Answers a question about a table: whether it is kept, or how far it is built.
/**
 * @typedef {import("./talk.js").Question} Question
 * @typedef {import("./talk.js").Details} Details
 */

/** @param {Question} question @param {string} code @param {Details} details */
async function* ofTable(question, code, details) {
  const { name = "" } = details;
  if (question === "cancel") cancelBuild(name);
  const state = question === "cancel" ? null : stateOf(name);
  if (state && (question === "table" || state.state !== "failed")) {
    yield given(state);
    return;
  }
  const asked = question === "build" ? "may_build" : "table";
  for await (const part of ofPython(asked, code, details)) {
    /** @type {Api.Build | null} */
    const kept = part.status === 200 ? JSON.parse(part.text) : null;
    if (question === "build" && kept?.state === "none") yield given(startBuild(kept.game, code, keep));
    else yield part;
  }
}

/** @param {Api.Build} state */
const given = (state) => ({ status: 200, kind: "application/json", text: JSON.stringify(state) });

// Keeps a table that was built, here and for later visits.
/** @param {string} file @param {import("./kept_tables.js").Content} content */
async function keep(file, content) {
  await keepTable(file, content);
  giveTable(file, content);
}

/** @param {Question} question @param {string} code @param {Details} details @param {AbortSignal} [signal] */
async function* ofPython(question, code, details, signal) {
  const { parts, whole } = await written(question, code, details);
  yield* parts;
  if (whole) {
    if (details.opinion) workAhead({ question, code, details });
    return;
  }
  let at = 0;
  for await (const part of python({ question, code, details }, signal)) {
    if (at >= parts.length) yield part;
    at += 1;
  }
}

// Transport (see talk.js) to Python in the browser, for a static site.
//
// The first questions were answered when the site was made. Python gives the same answers, but takes
// some seconds to start; it adds the missing parts. Tables are built by other workers.

import { begin, giveTable, python, workAhead } from "./interpreter.js";
import { ownFileIn } from "../write/own_files.js";
import { tablesOf } from "./kept_tables.js";
import { gameIn, written } from "./prepared_answers.js";
import { cancelBuild, startBuild, stateOf } from "./table_builds.js";

const OF_TABLES = new Set(["build", "table", "cancel"]);

/** @type {import("./talk.js").Transport} */
export const site = {
  async *answer(question, code, details, signal) {
    if (gameIn(details)) begin(details); // while what is written is shown
    if (OF_TABLES.has(question)) {
      yield* ofTable(question, code, details);
      return;
    }
    yield* ofPython(question, code, details, signal);
  },
};

/**
 * @typedef {import("./talk.js").Question} Question
 * @typedef {import("./talk.js").Details} Details
 */

// Answers a question about a table: whether it is kept, or how far it is built.
/** @param {Question} question @param {string} code @param {Details} details */
async function* ofTable(question, code, details) {
  const { name = "" } = details;
  if (question === "cancel") cancelBuild(name);
  const state = question === "cancel" ? null : stateOf(name);
  if (state && (question === "table" || state.state !== "failed")) {
    yield given(state);
    return;
  }
  const own = await ownFileIn(details);
  // Keeps a table that was built, here and for later visits.
  /** @param {string} file @param {import("./kept_tables.js").Content} content */
  const keep = async (file, content) => {
    await tablesOf(own?.name ?? null).put(file, content);
    giveTable(own, file, content);
  };
  for await (const part of ofPython(question, code, details)) {
    /** @type {Api.Build | null} */
    const kept = part.status === 200 ? JSON.parse(part.text) : null;
    // Rules of the visitor cannot name another game.
    if (question === "build" && kept?.state === "none") yield given(startBuild(own ? name : kept.game, code, own, keep));
    else yield part;
  }
}

/** @param {Api.Build} state */
const given = (state) => ({ status: 200, kind: "application/json", text: JSON.stringify(state) });

/** @param {Question} question @param {string} code @param {Details} details @param {AbortSignal} [signal] */
async function* ofPython(question, code, details, signal) {
  const own = await ownFileIn(details);
  const { parts, whole } = own ? { parts: [], whole: false } : await written(question, code, details);
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

// Transport (see talk.js) to Python in the browser, for a static site.
//
// The first questions were answered when the site was made. Python gives the same answers, but takes
// some seconds to start; it adds the missing parts. Tables are built by other workers.

import { begin, giveTable, python } from "./interpreter.js";
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

// Answers a question about a table: whether it is kept, or how far it is built.
async function* ofTable(question, code, details) {
  if (question === "cancel") cancelBuild(details.name);
  const state = question === "cancel" ? null : stateOf(details.name);
  if (state && (question === "table" || state.state !== "failed")) {
    yield given(state);
    return;
  }
  const asked = question === "build" ? "may_build" : "table";
  const own = await ownFileIn(details);
  // Keeps a table that was built, here and for later visits.
  const keep = async (file, content) => {
    await tablesOf(own?.name ?? null).put(file, content);
    giveTable(own, file, content);
  };
  for await (const part of ofPython(asked, code, details)) {
    const kept = part.status === 200 ? JSON.parse(part.text) : null;
    const build = question === "build" && kept?.state === "none";
    const game = own ? details.name : kept?.game; // rules of the visitor cannot name another one
    yield build ? given(startBuild(game, code, own, keep)) : part;
  }
}

const given = (state) => ({ status: 200, kind: "application/json", text: JSON.stringify(state) });

/** @param {string} question @param {string} code @param {object} details @param {AbortSignal} [signal] */
async function* ofPython(question, code, details, signal) {
  const own = await ownFileIn(details);
  const { parts, whole } = own ? { parts: [], whole: false } : await written(question, code, details);
  yield* parts;
  if (whole) return;
  let at = 0;
  for await (const part of python({ question, code, details }, signal)) {
    if (at >= parts.length) yield part;
    at += 1;
  }
}

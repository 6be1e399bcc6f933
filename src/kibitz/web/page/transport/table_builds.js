// Tables that are built in this browser, each in a worker of its own (see python.js), so that
// questions are answered meanwhile.

import { t } from "../core/words.js";
import { SandboxedWorker, SiteWorker } from "./python_workers.js";
import { tablesOf } from "./kept_tables.js";

const SECONDS = 60; // without a message before rules of the visitor are stopped

/** @type {Map<string, { worker: import("./python_workers.js").PythonWorker, state: Api.Build }>} */
const builds = new Map(); // by the name of the game
const NONE = { phase: "", done: 0, total: null, fraction: null, expected: null, memory: 0, error: "" };

/** @param {string} game @returns {Api.Build} */
const started = (game) => ({ ...NONE, game, state: "building" });

// Returns the state of a build that is under way or has ended, null if there is none.
/** @param {string} game */
export const stateOf = (game) => builds.get(game)?.state ?? null;

// Starts building a table, unless that is under way. `built(file, content)` gets what is built; `own` is
// the visitor's file with the rules, if there is one.
/**
 * @param {string} game
 * @param {string} code
 * @param {import("../write/own_files.js").OwnFile | null} own
 * @param {(file: string, content: import("./kept_tables.js").Content) => Promise<void>} built
 */
export function startBuild(game, code, own, built) {
  const before = stateOf(game);
  if (before?.state === "building") return before;
  const build = { state: started(game), worker: own ? new SandboxedWorker(listener()) : new SiteWorker(listener()) };
  builds.set(game, build);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let limit;

  /** @returns {import("./python_workers.js").Listener} */
  function listener() {
    return { receive, fail: (reason) => end({ state: "failed", error: reason }) };
  }

  /** @param {Partial<Api.Build>} state */
  function end(state) {
    clearTimeout(limit);
    build.worker.terminate();
    build.state = { ...started(game), ...state };
  }

  function wait() {
    clearTimeout(limit);
    const error = t("These rules gave no answer within {seconds} seconds. Perhaps a loop never ends.", { seconds: SECONDS });
    if (own) limit = setTimeout(end, SECONDS * 1000, { state: "failed", error });
  }

  /** @param {import("./python_workers.js").Message} message */
  async function receive({ state, wants, built: table, failed }) {
    wait();
    if (wants) build.worker.post({ table: { file: wants, content: await tablesOf(own?.name ?? null).get(wants) } });
    if (state) build.state = { ...NONE, ...state, game };
    if (failed || state?.state === "failed") end({ state: "failed", error: failed || state.error });
    if (!table) return;
    clearTimeout(limit);
    await built(table.file, table.content);
    end({ state: "ready" });
  }

  wait();
  build.worker.post({ build: { name: game, code }, own });
  return build.state;
}

// Ends a build, and forgets it.
/** @param {string} game */
export function cancelBuild(game) {
  builds.get(game)?.worker.terminate();
  builds.delete(game);
}

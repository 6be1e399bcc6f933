// Tables that are built in this browser, each in a worker of its own (see python.js), so that
// questions are answered meanwhile.

import { PYTHON } from "./transport.js";
import { isOwn } from "../write/own_files.js";
import { t } from "../core/words.js";

const SECONDS = 60; // without a message before rules of the visitor are stopped

/** @type {Map<string, { worker: Worker, state: Api.Build }>} */
const builds = new Map(); // by the name of the game
const NONE = { phase: "", done: 0, total: null, fraction: null, expected: null, memory: 0, error: "" };

/** @param {string} game @returns {Api.Build} */
const started = (game) => ({ ...NONE, game, state: "building" });

// Returns the state of a build that is under way or has ended, null if there is none.
/** @param {string} game */
export const stateOf = (game) => builds.get(game)?.state ?? null;

// Starts building a table, unless that is under way. `built(file, content)` gets what is built.
/**
 * @param {string} game
 * @param {string} code
 * @param {(file: string, content: import("./kept_tables.js").Content) => Promise<void>} built
 */
export function startBuild(game, code, built) {
  const before = stateOf(game);
  if (before?.state === "building") return before;
  const worker = new Worker(new URL("python.js", import.meta.url), { type: "module", name: PYTHON });
  /** @type {{ worker: Worker, state: Api.Build }} */
  const build = { worker, state: started(game) };
  builds.set(game, build);
  const stop = () => {
    const error = t("These rules gave no answer within {seconds} seconds. Perhaps a loop never ends.", { seconds: SECONDS });
    build.state = { ...started(game), state: "failed", error };
    worker.terminate();
  };
  const limited = () => (isOwn({ game }) ? setTimeout(stop, SECONDS * 1000) : 0);
  let limit = limited();
  worker.onmessage = async ({ data }) => {
    clearTimeout(limit);
    limit = data.built || data.failed ? 0 : limited();
    if (data.state) build.state = data.state;
    if (data.failed) build.state = { ...started(game), state: "failed", error: data.failed };
    if (data.built) {
      await built(data.built.file, data.built.content);
      build.state = { ...started(game), state: "ready" };
    }
    if (data.built || build.state.state === "failed") {
      clearTimeout(limit);
      worker.terminate();
    }
  };
  worker.postMessage({ build: { name: game, code } });
  return build.state;
}

// Ends a build, and forgets it.
/** @param {string} game */
export function cancelBuild(game) {
  builds.get(game)?.worker.terminate();
  builds.delete(game);
}

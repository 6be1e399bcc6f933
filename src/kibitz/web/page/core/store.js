// State of the game page. Parts of the page read it, and are called when what they depend on changes.

import { USUAL, after } from "./modes.js";

/**
 * @typedef {import("../transport/talk.js").Seen} Seen
 * @typedef {"all" | "hint" | "off"} Says how much the kibitzer says
 * @typedef {{ move: string, steps: number[][] }} Sent
 * @typedef {object} State
 * @property {import("./modes.js").Mode} mode
 * @property {{ mode: import("./modes.js").Mode, seen: Seen } | null} behind what a demo or the editor covers
 * @property {Seen} seen the match on the board; not there while the mode is "empty"
 * @property {string} id what it is kept by
 * @property {string} hash its address
 * @property {Api.Puzzle | null} puzzle what it begins with, if that is one
 * @property {{ words: string, tone: string, line: string[] } | null} answer what was said of the last try at it
 * @property {Api.Opinion | null} opinion on the position on the board
 * @property {{ graph: Api.Point[], history: string[], board: Api.Board } | null} judged what was known last
 * @property {boolean} wantsHint whether one is to be shown as soon as it is known
 * @property {Record<import("./modes.js").When, Says>} choices what the kibitzer is to say
 * @property {boolean} chose whether one of them was made since the mode began
 * @property {string} asked what it was asked to say where the game was begun, if it was
 * @property {Sent | null} pending the move that is on its way
 * @property {boolean} away whether the server does not answer
 * @property {number} request counts requests; answers to earlier ones are ignored
 */

export class Store {
  /** @type {{ draw: (state: State, before: State) => void, keys: (keyof State)[] }[]} */
  #readers = [];
  /** @type {State} */
  state = {
    mode: "empty",
    behind: null,
    seen: /** @type {never} */ (undefined),
    id: "",
    hash: "",
    puzzle: null,
    answer: null,
    opinion: null,
    judged: null,
    wantsHint: false,
    choices: { ...USUAL },
    chose: false,
    asked: "",
    pending: null,
    away: false,
    request: 0,
  };

  // Calls `draw(state, before)` after each change of one of the values that are named.
  /** @param {(state: State, before: State) => void} draw @param {(keyof State)[]} keys */
  subscribe(draw, ...keys) {
    this.#readers.push({ draw, keys });
  }

  /** @param {Partial<State>} changes */
  change(changes) {
    const before = this.state;
    const state = (this.state = { ...before, ...changes });
    for (const { draw, keys } of this.#readers) {
      if (keys.some((key) => state[key] !== before[key])) draw(state, before);
    }
  }

  // Does what an event changes; false if it cannot happen now.
  /** @param {import("./modes.js").Event} event */
  apply(event) {
    const changes = after(this.state, event);
    if (changes) this.change(changes);
    return Boolean(changes);
  }

  // Begins a request. Returns whether it is still the last one.
  begin(changes = {}) {
    const request = this.state.request + 1;
    this.change({ request, pending: null, ...changes });
    return () => this.state.request === request;
  }
}

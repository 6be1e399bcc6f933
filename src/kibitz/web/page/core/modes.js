// Modes of the game page: what is being done with the match on the board, and what can be done then.
//
// What overlaps with any of them is no mode but a value of the state: a move on its way (`pending`),
// a server that does not answer (`away`). Whether the computer thinks follows from the position.

/**
 * @typedef {"empty" | "playing" | "review" | "trying" | "refuted" | "solved" | "demo" | "editing"} Mode
 * @typedef {"move" | "walk" | "rename" | "hint" | "reply" | "review" | "go on" | "refute" | "solve" | "retry"
 *   | "demo" | "edit" | "back"} Event
 * @typedef {import("./store.js").State} State
 */

const SAME = null;
const BEHIND = "behind"; // the mode that the demo or the editor was opened in

/** @typedef {Partial<Record<Event, Mode | "behind" | null>>} Row @type {Row} */
const FREE = {
  ...{ move: SAME, walk: SAME, rename: SAME, hint: SAME, reply: SAME },
  ...{ review: "review", demo: "demo", edit: "editing" },
};

// The next mode, by the present one and an event. What is not in a row cannot be done in that mode.
/** @type {Record<Mode, Row>} */
export const TABLE = {
  empty: {}, // no match is on the board
  playing: FREE,
  review: { ...FREE, "go on": "playing" }, // of a finished match, from mistake to mistake
  trying: { move: SAME, refute: "refuted", solve: "solved", edit: "editing" }, // a puzzle asks for one move
  refuted: { retry: "trying", solve: "solved", demo: "demo", edit: "editing" }, // a wrong one is on the board
  solved: FREE, // the answer was found or shown; the match can go on
  demo: { back: BEHIND },
  editing: { back: BEHIND },
};

/** @param {Pick<State, "mode">} state @param {Event} event */
export const can = ({ mode }, event) => event in TABLE[mode];

// What an event changes in the state; null if it cannot happen now.
/** @param {State} state @param {Event} event @returns {Partial<State> | null} */
export function after(state, event) {
  if (!can(state, event)) return null;
  const to = TABLE[state.mode][event] ?? state.mode;
  if (to === BEHIND) return { mode: state.behind?.mode, seen: state.behind?.seen, behind: null };
  if (to === "demo" || to === "editing") return { mode: to, behind: { mode: state.mode, seen: state.seen } };
  return { mode: to, chose: false };
}

// The mode of a match that has just come onto the board; it may begin with a puzzle that is solved.
/** @param {{ history: string[] } | undefined} seen @param {{ kind: string } | null} puzzle @returns {Mode} */
export function modeOf(seen, puzzle) {
  if (puzzle?.kind !== "move") return "playing";
  return seen?.history.length ? "solved" : "trying";
}

// The mode below a demo or the editor.
/** @param {Pick<State, "mode" | "behind">} state */
const under = ({ mode, behind }) => behind?.mode ?? mode;

// Whether the one move that a puzzle asks for is still to be found.
/** @param {Pick<State, "mode" | "behind">} state */
export const isOpen = (state) => ["trying", "refuted"].includes(under(state));

// What the kibitzer says during a game, and in an analysis or after the end, unless it is chosen.
/** @typedef {"playing" | "looking"} When @type {Record<When, import("./store.js").Says>} */
export const USUAL = { playing: "hint", looking: "all" };

// A game is under way if it was begun to be played, or against the computer; not once it is over.
/** @param {Pick<State, "seen" | "asked">} state @returns {When} */
export function whenOf({ seen, asked }) {
  if (!seen || seen.finished || asked === "all") return "looking";
  return asked || seen.person !== null ? "playing" : "looking";
}

// How much the kibitzer says: nothing that gives a puzzle away, all of it in a review, else what is
// chosen.
/** @param {State} state */
export function saysIn(state) {
  const { chose, puzzle, seen, behind, choices } = state;
  if (isOpen(state)) return "off";
  const chosen = choices[whenOf(state)];
  if (chose) return chosen;
  if (["review", "solved"].includes(under(state))) return "all";
  const isSolving = puzzle?.kind === "solve" && !(behind?.seen ?? seen)?.finished;
  return isSolving ? "hint" : chosen;
}

// Fragment of the address of the game page: a match, or a puzzle.
//
//     #kibitz+noughts;moves+b2             a match
//     #daily:noughts                       today's puzzle of a game
//     #daily:2026-01-31:noughts            that of a day
//     #daily:2026-01-31:kibitz+noughts;…   the same, under way
//     #puzzle:noughts                      any puzzle of a game
//     #puzzle:kibitz+noughts;…             the puzzle that a match begins with

const PUZZLE = /^(?:puzzle:|(daily):(?:(\d{4}-\d\d-\d\d):)?)(.+)$/s;
const MATCH = /^\s*kibitz\b/i;

// Returns the match, or else the game whose puzzle is asked for. `posed` says that the match begins
// with a puzzle, `daily` that the puzzle is that of a day: of `day`, or of today.
/** @param {string} hash */
export function asked(hash) {
  const text = decoded(hash.replace(/^#/, ""));
  const [, daily, day = null, rest = ""] = PUZZLE.exec(text) || [];
  const [match, game] = !rest ? [text, ""] : MATCH.test(rest) ? [rest, ""] : ["", rest];
  return { match, game, posed: Boolean(rest), daily: Boolean(daily), day };
}

// The part of an address from # on that names a match, or the puzzle that it begins with.
/** @param {string} match @param {{ day?: string | null } | null} puzzle */
export function hashOf(match, puzzle = null) {
  const before = !puzzle ? "" : puzzle.day ? `daily:${puzzle.day}:` : "puzzle:";
  return `#${before}${encodeURI(match)}`;
}

// A broken address is returned unchanged: the parser of the match reports the error.
/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

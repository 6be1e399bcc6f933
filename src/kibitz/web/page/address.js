// What the address of the game page says behind its #: a match, or the puzzle of a day.
//
//     #kibitz+noughts;moves+b2            a match
//     #daily:lockout                      today's puzzle of a game
//     #daily:2026-01-31:lockout           that of a day
//     #daily:2026-01-31:kibitz+lockout;…  the same, under way

const DAILY = /^daily:(?:(\d{4}-\d\d-\d\d):)?(.*)$/s;
const MATCH = /^\s*kibitz\b/i;

// Returns the match, or else the game whose puzzle is asked for, and the day; nothing if it is empty.
export function asked(hash) {
  const text = decoded(hash.replace(/^#/, ""));
  const [, day = null, rest = ""] = DAILY.exec(text) || [];
  if (!rest) return { match: text, game: "", day: null };
  return MATCH.test(rest) ? { match: rest, game: "", day } : { match: "", game: rest, day };
}

// The part of an address from # on that names a match, on the board as the puzzle of a day or not.
export function hashOf(match, day = null) {
  return `#${day ? `daily:${day}:` : ""}${encodeURI(match)}`;
}

// A broken address is taken as it is: whoever reads the match says what is wrong with it.
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

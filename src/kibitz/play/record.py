"""A match as text: the save file and, in one line, what a share link holds.

    kibitz noughts:oldest
    players human perfect
    start X1..-.O1.-...
    moves c3 a2 b1
    at 2

Only the first line must be there. `start` is left out where the game has its usual one, `players`
where a person plays every side, `at` where no move is taken back. In a link the lines are joined
by `;` and the words by `+`; either form is read. A sign that has a meaning there, or white space
inside a word, is written as `%` and two hexadecimal digits.
"""

from __future__ import annotations

from kibitz.play.match import HUMAN, Match, MatchError
from kibitz.rules.errors import KibitzError, phrase, quoted
from kibitz.rules.registry import game as game_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.rules.game import Game

HEAD, PLAYERS, START, MOVES, AT = "kibitz", "players", "start", "moves", "at"
MOVES_A_LINE = 8
LONGEST_TEXT = 1 << 19
SPECIAL = "%;+"

DAMAGED = phrase("this saved match cannot be continued: {reason}")


def text_of(match: Match) -> str:
    """Return the match as lines of text."""
    game = match.game
    lines = [[HEAD, game.name]]
    if any(player != HUMAN for player in match.players):
        lines.append([PLAYERS, *match.players])
    if match.start != game.rules.start:
        lines.append([START, game.text(match.start)])
    moves = [match.move_text(ply) for ply in range(len(match.moves))]
    lines += [
        [MOVES, *moves[first : first + MOVES_A_LINE]]
        for first in range(0, len(moves), MOVES_A_LINE)
    ]
    if match.ply < len(moves):
        lines.append([AT, str(match.ply)])
    return "".join(" ".join(map(_escaped, line)) + "\n" for line in lines)


def link_of(match: Match) -> str:
    """Return the same text on one line, for a link."""
    return text_of(match).rstrip("\n").replace("\n", ";").replace(" ", "+")


def match_from(text: str, named: Callable[[str], Game] = game_named) -> Match:
    """Return the match that a text stands for; a `MatchError` says in one sentence what is wrong.

    Every move is played anew, so a match that comes back is a legal one. `named` finds its game:
    by default among those that are registered, since a text may come from anybody, and a game in a
    file would be run.
    """
    try:
        return _read(text, named)
    except MatchError as error:
        raise MatchError(DAMAGED, reason=error) from None
    except KibitzError as error:
        raise MatchError(DAMAGED, reason=error) from error


def _read(text: str, named: Callable[[str], Game]) -> Match:
    fields = _fields(text)
    game = named(fields[HEAD][0])
    players = fields.get(PLAYERS, [])
    start = game.parse(fields[START][0]) if START in fields else None
    match = Match(game, start, players)
    for number, word in enumerate(fields.get(MOVES, []), start=1):
        try:
            match.play(game.parse_move(match.position, word))
        except KibitzError as error:
            raise MatchError(
                "move {number}, {move}: {reason}",
                number=number,
                move=quoted(word),
                reason=error.words,
            ) from error
    if AT in fields:
        match.jump(_ply(fields[AT][0]))
    return match


def _fields(text: str) -> dict[str, list[str]]:
    """Return the words behind the first word of each line."""
    if len(text) > LONGEST_TEXT:
        raise MatchError("it is too long for a match")
    fields: dict[str, list[str]] = {}
    for line in text.replace(";", "\n").splitlines():
        words = [_unescaped(word) for word in line.replace("+", " ").split()]
        if not words:
            continue
        field = words[0].lower()
        if not fields and field != HEAD:
            raise MatchError("it does not begin with the word kibitz and the name of a game")
        if field not in (HEAD, PLAYERS, START, MOVES, AT):
            raise MatchError("unknown line {line}", line=quoted(line))
        if field in fields and field != MOVES:
            raise MatchError("the line {field} appears twice", field=quoted(field))
        if field in (HEAD, START, AT) and len(words) != 2:
            raise MatchError("exactly one word must follow {field}", field=quoted(field))
        fields.setdefault(field, []).extend(words[1:])
    if not fields:
        raise MatchError("it is empty")
    return fields


def _ply(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 9):
        raise MatchError("not the number of a ply: {word}", word=quoted(word))
    return int(word)


def _escaped(word: str) -> str:
    return "".join(
        f"%{ord(sign):02x}" if sign in SPECIAL or (sign.isspace() and sign < "\x7f") else sign
        for sign in word
    )


def _unescaped(word: str) -> str:
    first, *parts = word.split("%")
    for part in parts:
        try:
            first += chr(int(part[:2], 16)) + part[2:]
        except ValueError:
            raise MatchError("two hexadecimal digits must follow each %") from None
    return first

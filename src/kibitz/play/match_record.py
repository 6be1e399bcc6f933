"""Text format of a match, for save files and, on one line, for share links.

    kibitz noughts:oldest
    players human perfect
    names Anna Ben
    start X1..-.O1.-...
    moves c3 a2 b1
    at 2

Only the first line is required. `start` is omitted for the usual start, `players` if a person plays
every side, `names` if there are none, `at` if no move is taken back. `-` stands for a missing name.
`turn O` names the player who begins, if the start does not determine it. In a link the lines are
joined by `;` and the words by `+`; either form is accepted. Characters with a meaning there, and
white space within a word, are percent-encoded.

Variations of a move follow it in parentheses, and `line` is the number of the line on the board,
unless it is the main line. Here it is the second, the first in parentheses, to its end:

    moves c3 a2 (b2 a1) b1
    line 2
"""

from __future__ import annotations

from kibitz.games import registry
from kibitz.language.errors import KibitzError, phrase, quoted
from kibitz.play.match_history import HUMAN, MatchError, MatchState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kibitz.play.match_history import Line, Node
    from kibitz.rules.base_game import BaseGame

HEAD, PLAYERS, NAMES, START, TURN = "kibitz", "players", "names", "start", "turn"
MOVES, LINE, AT = "moves", "line", "at"
NO_NAME = "-"
MOVES_A_LINE = 8
LONGEST_TEXT = 1 << 19
SPECIAL = "%;+()"

DAMAGED = phrase("this saved match cannot be continued: {reason}")


def text_of(match: MatchState, *, whole: bool = True) -> str:
    """Return the match as lines of text; unless `whole`, only the line on the board."""
    game = match.game
    lines = [[HEAD, game.name]]
    if any(player != HUMAN for player in match.players):
        lines.append([PLAYERS, *match.players])
    if match.names:
        lines.append([NAMES, *(name or NO_NAME for name in match.names)])
    if match.start != game.rules.start:
        lines.append([START, game.text(match.start)])
    if match.first != game.mover(match.start):
        lines.append([TURN, game.players[match.first]])
    text = "".join(" ".join(map(_escaped, line)) + "\n" for line in lines)
    length = len(match.moves)
    if whole:
        moves = tree_text(match.lines, lambda node: _escaped(match.text_to(node)))
    else:
        moves = [_escaped(match.move_text(ply)) for ply in range(length)]
    for first in range(0, len(moves), MOVES_A_LINE):
        text += " ".join([MOVES, *moves[first : first + MOVES_A_LINE]]) + "\n"
    number = match.line if whole else 1
    if number > 1:
        text += f"{LINE} {number}\n"
    if match.ply < length:
        text += f"{AT} {match.ply}\n"
    return text


def tree_text(lines: list[Line], word: Callable[[Node], str]) -> list[str]:
    """Return the words of a tree of moves; `word` formats one move."""
    aside: dict[Node, list[str]] = {}  # the variations after the move to a position
    for line in reversed(lines):  # a line comes after the one that it leaves
        words: list[str] = []
        for node in line.nodes:
            words.append(word(node))
            words += aside.get(node, [])
        if line.of:
            words[0] = f"({words[0]}"
            words[-1] += ")"
            before = line.nodes[0].parent
            assert before is not None
            instead_of = before.children[0]
            aside[instead_of] = words + aside.get(instead_of, [])
    return words


def link_of(match: MatchState, longest: int | None = None) -> str:
    """Return the same text on one line, for a link.

    If that exceeds the limit, it holds only the line on the board.
    """
    link = _on_one_line(text_of(match))
    if longest is not None and len(link) > longest:
        return _on_one_line(text_of(match, whole=False))
    return link


def players_in_link(players: Sequence[str]) -> str:
    """Return what is added to the link of a new match if these players play it."""
    return _on_one_line("\n" + " ".join([PLAYERS, *map(_escaped, players)]))


def _on_one_line(text: str) -> str:
    return text.rstrip("\n").replace("\n", ";").replace(" ", "+")


def match_from(text: str, named: Callable[[str], BaseGame] = registry.game) -> MatchState:
    """Parse a match; a `MatchError` says in one sentence what is wrong.

    Every move is replayed, so the match is legal. `named` finds its game: by default among the
    registered ones, since the text is untrusted, and a game in a file would be run.
    """
    try:
        fields = _fields(text)
    except MatchError as error:
        raise MatchError(DAMAGED, reason=error) from None
    name = fields[HEAD][0]
    try:
        return _read(fields, named(name))
    except MatchError as error:
        raise MatchError(DAMAGED, reason=error, game=name) from None
    except KibitzError as error:
        raise MatchError(DAMAGED, reason=error, game=name) from error


def _read(fields: dict[str, list[str]], game: BaseGame) -> MatchState:
    players = fields.get(PLAYERS, [])
    start = game.parse(fields[START][0]) if START in fields else None
    first = _first(game, fields[TURN][0]) if TURN in fields else None
    names = ["" if name == NO_NAME else name for name in fields.get(NAMES, [])]
    match = MatchState(game, start, players, first, names)
    _read_moves(match, fields.get(MOVES, []))
    line = _number(fields[LINE][0]) if LINE in fields else 1
    match.jump(_number(fields[AT][0]) if AT in fields else None, line)
    return match


def _read_moves(match: MatchState, words: list[str]) -> None:
    """Make every move of a text, those in parentheses instead of the one before them."""
    here = match.root
    left: list[Node] = []  # where interrupted lines continue
    for word in words:
        if ("(" in word or ")" in word) and _is_move(match, here, word):
            here = _made(match, here, _escaped(word))  # written by a version without variations
            continue
        rest = word.removeprefix("(")
        if rest != word:
            if here.parent is None:
                raise MatchError("a move must come before {word}", word=quoted(word))
            left.append(here)
            here = here.parent
        move = rest.rstrip(")")
        if move:
            here = _made(match, here, move)
        for _ in range(len(rest) - len(move)):
            if not left:
                raise MatchError("there is a ) without a ( at {word}", word=quoted(word))
            here = left.pop()
    if left:
        raise MatchError("a ( is not closed")


def _is_move(match: MatchState, here: Node, word: str) -> bool:
    """Return whether a word with a parenthesis is the text of a move as it stands."""
    game, position = match.game, here.position
    return any(game.move_text(position, move) == word for move in game.rules.moves(position))


def _made(match: MatchState, here: Node, word: str) -> Node:
    """Return the position after the move that a word names."""
    try:
        text = _unescaped(word)
        return match.add(here, match.game.parse_move(here.position, text))
    except KibitzError as error:
        raise MatchError(
            "move {number}, {move}: {reason}",
            number=here.ply + 1,
            move=quoted(word),
            reason=error.words,
        ) from error


def _fields(text: str) -> dict[str, list[str]]:
    """Return the fields of a record, by the first word of each line."""
    if len(text) > LONGEST_TEXT:
        raise MatchError("it is too long for a match")
    fields: dict[str, list[str]] = {}
    for line in text.replace(";", "\n").splitlines():
        words = line.replace("+", " ").split()
        if not words:
            continue
        field = words[0].lower()
        if field != MOVES:  # an escaped parenthesis is part of a move
            words = [_unescaped(word) for word in words]
        if not fields and field != HEAD:
            raise MatchError("it does not begin with the word kibitz and the name of a game")
        if field not in (HEAD, PLAYERS, NAMES, START, TURN, MOVES, LINE, AT):
            raise MatchError("unknown line {line}", line=quoted(line))
        if field in fields and field != MOVES:
            raise MatchError("the line {field} appears twice", field=quoted(field))
        if field in (HEAD, START, TURN, LINE, AT) and len(words) != 2:
            raise MatchError("exactly one word must follow {field}", field=quoted(field))
        fields.setdefault(field, []).extend(words[1:])
    if not fields:
        raise MatchError("it is empty")
    return fields


def _first(game: BaseGame, word: str) -> int:
    if not game.rules.two_players or word not in game.players:
        raise MatchError("{word} is not a player of this game", word=quoted(word))
    return game.players.index(word)


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 9):
        raise MatchError("not the number of a ply or a line: {word}", word=quoted(word))
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

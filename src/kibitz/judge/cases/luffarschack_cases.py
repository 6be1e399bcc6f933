"""Scripts of noughts and crosses, graded by variant, length and ending."""

from random import Random

from kibitz.games.registry import game
from kibitz.judge.cases.case import Case, pick
from kibitz.rules.base_game import BaseGame

VARIANTS = ("classic", "any", "oldest")
LONGEST = 45
SLIPS = ("0", "4", "x", "-1", "1.5", "two", "", "", "12", "33", "1 2", "3x", "1" * 40)
LINES = "a1-a2-a3 b1-b2-b3 c1-c2-c3 a1-b1-c1 a2-b2-c2 a3-b3-c3 a1-b2-c3 a3-b2-c1"
WANTED = {
    **{f"classic-moves{end}": 2 for end in ("5", "7", "8-wins", "9-draw", "9-wins")},
    **{f"{way}-moves{first}": 1 for way in VARIANTS[1:] for first in (1, 2, 3, 9)},
    **{f"{way}-back": 2 for way in VARIANTS[1:]},
    **{f"{way} {who} {line}": 1 for way in VARIANTS for who in "XO" for line in LINES.split()},
}


def cases(seed: int) -> tuple[list[Case], list[Case]]:
    """Return the sample case and the secret ones."""
    return pick(3, {"classic-moves6": 1}, draw), pick(seed, WANTED, draw)


def draw(random: Random) -> Case | None:
    """Return a game of random moves, some after invalid answers."""
    variant = random.choice(VARIANTS)
    noughts = game(f"noughts:{variant}")
    position, script, made = noughts.rules.start, [variant], 0
    quiet = random.choice((0, 9, LONGEST - 5))  # before it, players avoid a win if they can
    back = ""  # whether a piece is put back on its origin, a case that programs overlook
    while moves := list(noughts.rules.moves(position)):
        if made == LONGEST:
            return None
        going_on = [one for one in moves if not over(noughts, noughts.rules.play(position, one))]
        move = random.choice((going_on if made < quiet else []) or moves)
        origin, dash, to = noughts.move_text(position, move).rpartition("-")
        pieces = [piece[0] for piece in noughts.pieces(position, mover=made % 2)]
        if dash:
            held = [one for one in noughts.board.names if one != origin]
            legal = {noughts.move_text(position, one).partition("-")[0] for one in moves}
            script += stumble(random, [one for one in held if one not in legal])
            script += answers(random, origin)
        if dash and random.random() < 0.1:
            back = "back-"
            script += answers(random, origin)
        script += stumble(random, taken(noughts, pieces))
        script += answers(random, to)
        position = noughts.rules.play(position, move)
        made += 1
    won = over(noughts, position)
    name = f"{variant}-{back}moves{made}-{'wins' if won else 'draw'}"
    winner = "OX"[made % 2] if won else "draw"
    mine = {
        name
        for name, piece in zip(noughts.board.names, noughts.pieces(position, made % 2), strict=True)
        if piece[0] == winner
    }
    shows = {f"{variant} {winner} {line}" for line in LINES.split() if mine >= set(line.split("-"))}
    return Case(name, "\n".join(script) + "\n", f"{winner}\n", shows=frozenset(shows))


def over(noughts: BaseGame, position: int) -> bool:
    """Return whether a player has won."""
    return noughts.rules.worth(position) < 0


def taken(noughts: BaseGame, pieces: list[str]) -> list[str]:
    """Return the squares that are not free."""
    return [name for name, piece in zip(noughts.board.names, pieces, strict=True) if piece in "XO"]


def stumble(random: Random, refused: list[str]) -> list[str]:
    """Return the answers for an invalid square, or none."""
    if not refused or random.random() < 0.6:
        return []
    return answers(random, random.choice(refused))


def answers(random: Random, square: str) -> list[str]:
    """Return row and column of a square, sometimes after invalid answers."""
    words = []
    for number in (str("abc".index(square[0]) + 1), square[1]):
        words += [random.choice(SLIPS)] if random.random() < 0.1 else []
        words.append(number)
    return words

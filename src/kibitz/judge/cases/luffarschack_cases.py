"""Scripts of noughts and crosses, graded by variant, length and ending."""

from random import Random

from kibitz.games.registry import game
from kibitz.judge.cases.case import Case, pick
from kibitz.rules.base_game import BaseGame

VARIANTS = ("classic", "any", "oldest")
LONGEST = 24
SLIPS = ("0", "4", "x", "-1", "1.5", "two")
WANTED = (
    "classic-moves5",
    "classic-moves7",
    "classic-moves8-wins",
    "classic-moves9-draw",
    "classic-moves9-wins",
    "any-moves1",
    "any-moves2",
    "any-moves9",
    "any-back",
    "oldest-moves1",
    "oldest-moves2",
    "oldest-moves9",
    "oldest-back",
)


def cases(seed: int) -> tuple[list[Case], list[Case]]:
    """Return the sample case and the secret ones."""
    return pick(3, ("classic-moves6",), draw), pick(seed, WANTED, draw)


def draw(random: Random) -> Case | None:
    """Return a game of random moves, some after invalid answers."""
    variant = random.choice(VARIANTS)
    noughts = game(f"noughts:{variant}")
    position, script, made = noughts.rules.start, [variant], 0
    back = ""  # whether a piece is put back on its origin, a case that programs overlook
    while moves := list(noughts.rules.moves(position)):
        if made == LONGEST:
            return None
        move = random.choice(moves)
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
    won = noughts.rules.worth(position) < 0
    name = f"{variant}-{back}moves{made}-{'wins' if won else 'draw'}"
    return Case(name, "\n".join(script) + "\n", ("OX"[made % 2] if won else "draw") + "\n")


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

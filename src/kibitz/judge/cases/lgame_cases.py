"""Cases of the L-game, graded by the length of the win and the number of winning moves."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from kibitz.games.registry import game
from kibitz.judge.assignments.assignment import part
from kibitz.judge.assignments.known_faults import KnownFaults
from kibitz.judge.cases.case import Case, pick
from kibitz.oracle.oracle import Oracle
from kibitz.rules.objectives.outcomes import Loss

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from kibitz.rules import PositionId

CORNER = ((0, 0), (1, 0), (2, 0), (2, 1))
KINDS = ("corner", "edge", "middle")
WANTED = {
    **{f"draw-safe{moves}": 1 for moves in (1, 2, 5)},
    "draw-safe": 4,
    "draw-trap": 3,
    **{f"losing-in{plies}": 1 for plies in (2, 4, 6, 8)},
    **{f"win-in{moves}-": 1 for moves in (1, 3, 5, 7, 9)},
    "win-in5-ways1-trap": 1,
    "several ways": 5,
    "no neutral": 2,
    **{f"{one} to {other}": 1 for one in KINDS[:2] for other in KINDS},
    **{f"middle to {other}": 1 for other in KINDS[:2]},
    **{f"kept {squares}": 1 for squares in range(4)},
    **{f"to {square}": 1 for square in range(16)},
    "where the L was": 2,
}


def cases(seed: int) -> tuple[list[Case], list[Case]]:
    """Return the sample cases and the secret ones."""
    lgame = oracle().game
    first = case_of(lgame.block(lgame.rules.start))
    assert first
    samples = pick(0, {"losing": 1, "win-in1": 1}, draw)
    return [first, *samples], pick(seed, WANTED, draw)


def draw(random: Random) -> Case | None:
    """Return a case with a position of the pool."""
    return case_of(random.choice(pool()))


@cache
def pool() -> list[str]:
    """Return the positions used for cases: one in four."""
    return list(all_positions())[::4]


@cache
def known_faults() -> KnownFaults:
    """Return which wrong programs fail at which positions of the pool.

    Each of them solves the whole game, so running them all takes minutes;
    `scripts/lgame_faults.py` did it in advance.
    """
    return KnownFaults(part("lgame/faults.txt"), pool())


@cache
def oracle() -> Oracle:
    """Return the oracle of the L-game."""
    return Oracle(game("lgame"))


@cache
def pairs() -> list[tuple[frozenset[int], frozenset[int]]]:
    """Return the pairs of places of two Ls that do not overlap."""
    return [(mine, theirs) for mine in shapes() for theirs in shapes() if not mine & theirs]


@cache
def shapes() -> list[frozenset[int]]:
    """Return the 48 places of an L, each as its four squares."""
    found = set()
    for turn in range(8):
        cells = [(column, row) if turn & 1 else (row, column) for row, column in CORNER]
        cells = [(row * (-1) ** (turn >> 1 & 1), column) for row, column in cells]
        cells = [(row, column * (-1) ** (turn >> 2 & 1)) for row, column in cells]
        for down in range(-3, 4):
            for right in range(-3, 4):
                moved = [(row + down, column + right) for row, column in cells]
                if all(0 <= row < 4 and 0 <= column < 4 for row, column in moved):
                    found.add(frozenset(4 * row + column for row, column in moved))
    return sorted(found, key=sorted)


def board(mine: frozenset[int], theirs: frozenset[int], neutrals: frozenset[int]) -> str:
    """Return a position as four lines."""
    signs = ["#" if at in mine else "*" if at in theirs else "." for at in range(16)]
    for at in neutrals:
        signs[at] = "x"
    return "".join("".join(signs[row : row + 4]) + "\n" for row in range(0, 16, 4))


def case_of(given: str) -> Case | None:
    """Return the case of a position, None if the player has no move there."""
    lgame = oracle().game
    position = lgame.parse_block(given)
    known = {option.move: option.outcome for option in oracle().moves(position)}
    options = {move: known[move] for move in lgame.rules.moves(position)}
    if not options:
        return None
    outcome = oracle().outcome(position)
    if outcome.kind == "loss":
        return Case(f"losing-in{outcome.distance}", given, "No winning move\nLosing\n")
    # what a greedy program would play
    tight = min(options, key=lambda move: mobility(lgame.rules.play(position, move)))
    good = [move for move, made in options.items() if made.kind == outcome.kind]
    trap = "" if tight in good else "-trap"
    if outcome.kind == "draw":
        name = f"draw-trap{len(good)}" if trap else f"draw-safe{len(good)}"
        return Case(name, given, "No winning move\nDraw\n")
    assert outcome.kind == "win"
    best = [move for move in good if options[move] == outcome]
    after = {move: lgame.block(lgame.rules.play(position, move), mover=1) for move in good}
    shows = frozenset.intersection(*(features(given, text) for text in after.values()))
    shows |= {"several ways"} if len(good) > 1 else frozenset()
    name = f"win-in{outcome.distance}-ways{len(good)}{trap}"
    return Case(name, given, min(after[move] for move in best), shows=shows)


def features(before: str, after: str) -> frozenset[str]:
    """Return what a move does, which a program may overlook."""
    signs = [text.replace("\n", "") for text in (before, after)]
    old, new = (frozenset(at for at in range(16) if one[at] == "#") for one in signs)
    left, right = (frozenset(at for at in range(16) if one[at] == "x") for one in signs)
    found = {f"kept {len(old & new)}", *(f"to {at}" for at in new - old)}
    if left == right:
        return frozenset(found | {"no neutral"})
    ((source,), (target,)) = (left - right, right - left)
    found |= {"where the L was"} if target in old else set()
    return frozenset(found | {f"{kind(source)} to {kind(target)}"})


def kind(at: int) -> str:
    """Return the kind of a square."""
    return KINDS[sum(line in (1, 2) for line in divmod(at, 4))]


@cache
def mobility(position: PositionId) -> int:
    """Return the number of moves at a position."""
    return sum(1 for _ in oracle().game.rules.moves(position))


def tables() -> dict[str, str]:
    """Return data that the validator cannot compute quickly: all the lost positions."""
    lost = sorted(text for text in positions() if is_lost(text))
    return {"@LOST@": "\n".join(text.replace("\n", "") for text in lost)}


def positions() -> Iterator[str]:
    """Return every position up to symmetry."""
    return (text for text in all_positions() if text == min(turned(text)))


def all_positions() -> Iterator[str]:
    """Return every position."""
    for mine, theirs in pairs():
        free = sorted(set(range(16)) - mine - theirs)
        for pair in combinations(free, 2):
            yield board(mine, theirs, frozenset(pair))


def turned(text: str) -> list[str]:
    """Return the eight symmetric images of a board."""
    rows, seen = text.split(), []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        seen += ["\n".join(rows) + "\n", "\n".join(rows[::-1]) + "\n"]
    return seen


def is_lost(text: str) -> bool:
    """Return whether the player to move has lost."""
    return isinstance(oracle().outcome(oracle().game.parse_block(text)), Loss)

"""Cases of Lunar Lockout, graded by the length of a shortest solution and by traps."""

from collections.abc import Iterator
from random import Random

from kibitz.games.lockout import LunarLockout, position_from
from kibitz.games.registry import game
from kibitz.judge.cases.case import Case, pick
from kibitz.rules.reach import reached
from kibitz.solve.search.line_search import shortest

SAMPLES = ((1, 0, 4, 1, 1, 2, 3, 3, 0, 4), (0, 0, 1, 2, 3, 4))
LARGE = 700  # positions that can be reached: too many for a program that remembers none
FAR = 10  # moves of a solution that is longer than nearly all others
WANTED = {
    **{f"distance{moves}-": 2 + 2 * min(moves, 4) for moves in range(9)},
    "distance9-": 3,
    "far": 1,
    **{f"unsolvable-helpers{helpers}": 2 + 2 * helpers for helpers in range(1, 7)},
    "unsolvable-helpers6-large": 4,
}


def cases(seed: int) -> tuple[list[Case], list[Case]]:
    """Return the sample cases and the secret ones."""
    samples = [case_of(list(numbers)) for numbers in SAMPLES]
    return samples, pick(seed, WANTED, draw)


def draw(random: Random) -> Case:
    """Return a case with randomly placed pieces; half of them have five or six helpers."""
    squares = random.sample(range(25), random.choice((2, 3, 4, 5, 6, 6, 7, 7, 7, 7)))
    return case_of([number for square in squares for number in divmod(square, 5)])


def case_of(numbers: list[int]) -> Case:
    """Return the case with these rows and columns."""
    given = " ".join(map(str, numbers)) + "\n"
    lockout, start = lockout_in(given)
    solution = shortest(lockout.rules, start)
    if solution is None:
        rules = lockout.rules.replace(start=start, placements=None)
        large = "-large" if sum(1 for _ in reached(rules)) > LARGE else ""
        return Case(f"unsolvable-helpers{len(numbers) // 2 - 1}{large}", given, "Fara solutie\n")
    words, names, there = [], dict(zip(squares_in(given), "P123456", strict=False)), start
    for slide in solution:
        way = lockout.slides[slide]
        names[way.to] = names.pop(way.origin)
        words.append(f"{names[way.to]}-{way.direction}")
        there = lockout.rules.play(there, slide)
    answer = f"{len(words)} deplasari\n{' '.join(words)}\n"
    best = count_best(lockout, start, len(solution))
    trap = "-trap" if words and alone(lockout, start) != len(words) else ""
    shows = frozenset({"far"} if len(words) >= FAR else ())
    return Case(f"distance{len(words)}-best{best}{trap}", given, answer, shows=shows)


def lockout_in(given: str) -> tuple[LunarLockout, int]:
    """Return the puzzle of a case, and its position."""
    squares = squares_in(given)
    found = game(f"lockout:helpers={len(squares) - 1}")
    assert isinstance(found, LunarLockout)
    return found, position_from(found.board, squares[0], squares[1:])


def squares_in(given: str) -> list[int]:
    """Return the squares of the pieces of a case, P first."""
    numbers = [int(word) for word in given.split()]
    return [5 * row + column for row, column in zip(numbers[::2], numbers[1::2], strict=True)]


def alone(lockout: LunarLockout, start: int) -> int | None:
    """Return the slides that P needs if no other piece moves, None if that is no solution."""

    def moves(position: int) -> Iterator[int]:
        p, _ = lockout.squares_of(position)
        for slide in lockout.rules.moves(position):
            if lockout.slides[slide].origin == p:
                yield slide

    line = shortest(lockout.rules.replace(moves=moves), start)
    return None if line is None else len(line)


def count_best(lockout: LunarLockout, position: int, distance: int) -> int:
    """Return how many first slides begin a shortest solution."""
    if not distance:
        return 0
    ways = (
        shortest(lockout.rules, lockout.rules.play(position, slide))
        for slide in lockout.rules.moves(position)
    )
    return sum(1 for way in ways if way is not None and len(way) == distance - 1)

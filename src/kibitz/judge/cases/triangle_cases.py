"""Scripts of the 15-hole triangle, graded by the work left when the player gives up."""

from collections.abc import Iterator
from functools import cache
from random import Random

from kibitz.games.peg import PegSolitaire, standard
from kibitz.games.registry import game
from kibitz.judge.cases.case import Case, pick

GIVES_UP = "^C"  # as the original's players do; not every judge can end a program's input
SLIPS = ("x", "15", "99", "3.5")  # not -3, which counts from the end in the course's program
WANTED = (
    "left14",
    "left12-best",
    "left10-best1-",
    "left8-best1-",
    "left7-best1-",
    "left5-best1-",
    "left3-best1-",
    "lost-pegs8",
    "lost-pegs5",
    "lost-pegs3",
    "won",
)


def cases(seed: int) -> tuple[list[Case], list[Case]]:
    """Return the sample case and the secret ones."""
    return pick(3, ("left11",), draw), pick(seed, WANTED, draw)


def draw(random: Random) -> Case | None:
    """Return some random jumps after invalid answers, before the player gives up."""
    board = standard("triangle")
    position = board.rules.start
    script: list[str] = []
    for move in random_walk(random) if random.random() < 0.5 else random_way(random):
        if random.random() < 0.4:
            script += stumble(random, board, position)
        start, _, to = board.jumps[move]
        script += [str(start), str(to)]
        position = board.rules.play(position, move)
    name, result = grade(board, position)
    if name != "won":
        script.append(GIVES_UP)
    return Case(name, "\n".join(script) + "\n", f"{result}\n")


def random_walk(random: Random) -> Iterator[int]:
    """Return a random walk of jumps."""
    rules = game("peg:triangle").rules
    position = rules.start
    for _ in range(random.randint(0, 13)):
        moves = list(rules.moves(position))
        if not moves:
            break
        move = random.choice(moves)
        yield move
        position = rules.play(position, move)


def random_way(random: Random) -> list[int]:
    """Return jumps to a random position.

    A random walk rarely visits most of them, such as those that can be won, but not in hole 12.
    """
    before = befores()
    position = random.choice(list(before))
    way = []
    while before[position]:
        position, move = random.choice(before[position])
        way.append(move)
    return way[::-1]


@cache
def befores() -> dict[int, list[tuple[int, int]]]:
    """Return every position, with its predecessors and their jumps."""
    rules = game("peg:triangle").rules
    before: dict[int, list[tuple[int, int]]] = {rules.start: []}
    waiting = [rules.start]
    for position in waiting:
        for move in rules.moves(position):
            after = rules.play(position, move)
            if after not in before:
                before[after] = []
                waiting.append(after)
            before[after].append((position, move))
    return before


def stumble(random: Random, board: PegSolitaire, position: int) -> list[str]:
    """Return invalid answers: no number, or an illegal jump."""
    holes = list(range(15))
    pegs = [hole for hole in holes if position >> hole & 1]
    empty = [hole for hole in holes if hole not in pegs]
    jumps = {(board.jumps[move][0], board.jumps[move][2]) for move in board.rules.moves(position)}
    geometry = {(start, to) for start, _, to in board.jumps}
    wrong = [(a, b) for a in pegs for b in empty if (a, b) not in jumps]
    near = [pair for pair in wrong if pair in geometry] or wrong
    start = str(random.choice(pegs))
    return random.choice(
        [
            [random.choice(SLIPS)],
            [start, random.choice(SLIPS)],
            [str(random.choice(empty))],
            [start, random.choice([str(peg) for peg in pegs])],
            [str(hole) for hole in random.choice(near)],
        ]
    )


def grade(board: PegSolitaire, position: int) -> tuple[str, str]:
    """Return the difficulty of the rest, and whether it can be won."""
    rules = board.rules
    left = rules.worth(position)
    if left == 1:
        return "won", "possible"
    if not can_win(position):
        return f"lost-pegs{left}", "impossible"
    moves = list(rules.moves(position))
    wins = [can_win(rules.play(position, move)) for move in moves]
    trap = "" if wins[0] else "-trap"
    return f"left{left}-best{sum(wins)}-of{len(moves)}{trap}", "possible"


@cache
def can_win(position: int) -> bool:
    """Return whether one peg can be left; cached, since many scripts share positions."""
    rules = game("peg:triangle").rules
    if rules.worth(position) == 1:
        return True
    return any(can_win(rules.play(position, move)) for move in rules.moves(position))

"""Scripts of the 15-hole triangle, graded by the work left when the player gives up."""

from functools import cache
from random import Random

from kibitz.games.peg import PegSolitaire, standard
from kibitz.games.registry import game
from kibitz.judge.cases.case import Case, pick

GIVES_UP = "^C"  # as the original's players do; not every judge can end a program's input
# Not -3, which counts from the end in the course's program.
SLIPS = ("x", "15", "99", "3.5", "", "", "3 4", "^c", "douze", "12a", "7" * 30)
RARE = 12  # positions; what fewer show is not drawn for
WANTED = {
    **{f"left{pegs}-": 1 for pegs in (14, 13, 12, 11, 4, 2)},
    "left10-best1-": 1,
    **{f"left{pegs}-best1-": 2 for pegs in (8, 7, 6, 5, 3)},
    **{f"lost-pegs{pegs}": 1 for pegs in range(10, 1, -1)},
    "won": 3,
    "interrupt at the second question": 3,
    **{f"jump {jump}": 2 for jump in range(36)},
}


def cases(seed: int) -> tuple[list[Case], list[Case]]:
    """Return the sample case and the secret ones."""
    wanted = WANTED | {f"needs {jump}": 2 for jump in needed() if len(needed()[jump]) >= RARE}
    return pick(3, {"left11": 1}, draw), pick(seed, wanted, draw)


def draw(random: Random) -> Case | None:
    """Return some random jumps after invalid answers, before the player gives up."""
    board = standard("triangle")
    position = board.rules.start
    script: list[str] = []
    shows = set()
    for move in random_way(random):
        if random.random() < 0.4:
            script += stumble(random, board, position)
        start, _, to = board.jumps[move]
        script += [str(start), str(to)]
        shows.add(f"jump {move}")
        position = board.rules.play(position, move)
    name, result = grade(board, position)
    if name != "won":
        if random.random() < 0.2:
            shows.add("interrupt at the second question")
            script.append(str(random.choice([hole for hole in range(15) if position >> hole & 1])))
        script.append(GIVES_UP)
    shows |= {f"needs {jump}" for jump, positions in needed().items() if position in positions}
    return Case(name, "\n".join(script) + "\n", f"{result}\n", shows=frozenset(shows))


@cache
def needed() -> dict[int, set[int]]:
    """Return for each jump the positions that cannot be won without it."""
    rules, before = game("peg:triangle").rules, befores()
    ends = [position for position in before if rules.worth(position) == 1]

    def winnable(without: int | None = None) -> set[int]:
        found, waiting = set(ends), list(ends)
        for position in waiting:
            for earlier, move in before[position]:
                if move != without and earlier not in found:
                    found.add(earlier)
                    waiting.append(earlier)
        return found

    return {jump: winnable() - winnable(jump) for jump in range(36)}


def random_way(random: Random) -> list[int]:
    """Return jumps to a random position."""
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

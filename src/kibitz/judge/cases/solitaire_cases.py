"""Scripts of the 33-hole dialogue, graded by the pegs left and by invalid inputs."""

from collections.abc import Iterator
from random import Random

from kibitz.games.peg import PegSolitaire, standard
from kibitz.judge.cases.case import Case, pick

ROWS, COLUMNS, DIRECTIONS = "ABCDEFGHKZcf", "0123456789", "LRUDlrudKX1"
SOLUTION = """
B4D C2R A3D A5L C4L C1R C5U C7L D3U A3D D1R D3U D5L D7L D5U A5D E3U B3D E1R E4L F5U E7L G3U D3D G5L
G3U E2R E4R C5D E6L E4D
"""
NONSENSE = """
hahaha|x|Q|{row}|{row}{column}|{row}{column}{way}{way}|{row} {column}{way}|{row}{column}{way} x|
|{column}{row}{way}|{row}{way}{column}|{row}{row}{way}|{column}{column}{way}
"""
# Jumps along the middle lines from the centre and beside it are hardly ever the only one left.
JUMPS = 76
SELDOM_LAST = {20, 21, 32, 33, 36, 37, 38, 39, 40, 41, 56, 57}
WANTED = {
    **{f"pegs{left}-": 1 for left in (*range(1, 18), 26)},
    **{f"last jump {jump}": 1 for jump in range(JUMPS) if jump not in SELDOM_LAST},
}
POLICIES = ("random", "random", "steered", "steered", "solution")


def cases(seed: int) -> tuple[list[Case], list[Case]]:
    """Return the sample case and the secret ones."""
    return pick(7, {"pegs5-slips": 1}, draw), pick(seed, WANTED, draw)


def draw(random: Random) -> Case:
    """Return a game of jumps, some of them after invalid answers."""
    board = standard("english")
    slips, refused = random.random() < 0.8, 0
    position = board.rules.start
    script: list[str] = []
    shows = set()
    for move in jumps(random, board):
        legal = [board.move_text(position, one) for one in board.rules.moves(position)]
        if len(legal) == 1:
            shows.add(f"last jump {move}")
        if slips and (len(script) < 3 or random.random() < 0.6):
            wrong = [stumble(random, legal) for _ in range(random.randint(1, 3))]
            wrong = [answer for answer in wrong if answer.upper() not in legal]
            script += wrong
            refused += len(wrong)
        text = board.move_text(position, move)
        script.append(text.lower() if slips and random.random() < 0.5 else text)
        position = board.rules.play(position, move)
    left = board.rules.worth(position)
    name = f"pegs{left}-{'slips' if refused else 'clean'}"
    return Case(name, "\n".join(script) + "\n", f"{left}\n", shows=frozenset(shows))


def jumps(random: Random, board: PegSolitaire) -> Iterator[int]:
    """Yield the jumps of a game: random, or to few legal ones, or the beginning of a solution."""
    policy, noise = random.choice(POLICIES), random.choice((0.1, 0.3, 0.6))
    solution = SOLUTION.split()[: random.randint(18, 31)] if policy == "solution" else []
    aim = random.randrange(JUMPS)  # a jump that should stay legal
    position = board.rules.start
    while moves := list(board.rules.moves(position)):
        move = random.choice(moves)
        if solution:
            text = solution.pop(0)
            move = next(one for one in moves if board.move_text(position, one) == text)
        elif policy == "steered" and random.random() >= noise:
            random.shuffle(moves)
            afters = {
                one: list(board.rules.moves(board.rules.play(position, one))) for one in moves
            }
            move = min(moves, key=lambda one: (aim not in afters[one], len(afters[one])))
        yield move
        position = board.rules.play(position, move)


def stumble(random: Random, legal: list[str]) -> str:
    """Return an answer: nonsense, near a legal jump, or a random hole and direction."""
    row, column, way = tuple(random.choice(legal))
    if random.random() < 0.3:
        nonsense = random.choice(NONSENSE.split("|")).strip()
        return (nonsense * random.choice((1, 1, 9))).format(row=row, column=column, way=way)
    if random.random() < 0.5:
        signs = zip((row, column, way), (ROWS, COLUMNS, DIRECTIONS), strict=True)
        return "".join(random.choice((sign, random.choice(others))) for sign, others in signs)
    return random.choice(ROWS[:7]) + random.choice(COLUMNS[1:8]) + random.choice(DIRECTIONS[:4])

"""Scripts of the 33-hole dialogue, graded by the pegs left and by invalid inputs."""

from random import Random

from kibitz.games.registry import game
from kibitz.judge.cases.case import Case, pick

SLIPS = ("hahaha", "x", "A1R", "h4u", "A9D", "D4K", "f4", "c4k", "g3d", "A4L", "E3R", "d1r")
ROWS, COLUMNS, DIRECTIONS = "ABCDEFGHcf", "0123456789", "LRUDKlrud"
WANTED = ("pegs3-clean", "pegs4-slips", "pegs5-slips", "pegs6-slips", "pegs7-clean", "pegs8-slips")


def cases(seed: int) -> tuple[list[Case], list[Case]]:
    """Return the sample case and the secret ones."""
    return pick(7, ("pegs5-slips",), draw), pick(seed, WANTED, draw)


def draw(random: Random) -> Case:
    """Return a game of random jumps, some of them after invalid answers."""
    board = game("peg:english")
    slips = random.random() < 0.7
    position = board.rules.start
    script: list[str] = []
    while moves := list(board.rules.moves(position)):
        move = random.choice(moves)
        if slips and (len(script) < 3 or random.random() < 0.6):
            legal = [board.move_text(position, one) for one in moves]
            wrong = [*SLIPS, *slips_near(random, legal)]
            refused = [slip for slip in wrong if slip.upper() not in legal]
            script += random.sample(refused, random.randint(1, 3))
        text = board.move_text(position, move)
        script.append(text.lower() if slips and random.random() < 0.5 else text)
        position = board.rules.play(position, move)
    left = board.rules.worth(position)
    name = f"pegs{left}-{'slips' if slips else 'clean'}"
    return Case(name, "\n".join(script) + "\n", f"{left}\n")


def slips_near(random: Random, legal: list[str]) -> list[str]:
    """Return answers that look like a jump, and some with a random hole and direction."""
    row, column, direction = tuple(random.choice(legal))
    made = [
        row + column + direction + direction,
        column + row + direction,
        row + direction + column,
    ]
    made += [row + row + direction, column + column + direction]
    for _ in range(12):
        made.append("".join(map(random.choice, (ROWS, COLUMNS, DIRECTIONS))))
    return made

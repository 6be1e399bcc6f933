# Iterative deepening without a memory: a position without a solution is never given up.
import sys

STEPS = {"l": (0, -1), "r": (0, 1), "u": (-1, 0), "d": (1, 0)}


def slide(state, piece, step):
    row, column = state[piece]
    while 0 <= row < 5 and 0 <= column < 5:
        ahead = (row + step[0], column + step[1])
        if ahead in state:
            return (row, column) if (row, column) != state[piece] else None
        row, column = ahead
    return None


def search(state, depth):
    if state[0] == (2, 2):
        return []
    if depth:
        for piece in range(len(state)):
            for name, step in STEPS.items():
                to = slide(state, piece, step)
                if to:
                    rest = search((*state[:piece], to, *state[piece + 1 :]), depth - 1)
                    if rest is not None:
                        return ["P123456"[piece] + "-" + name, *rest]
    return None


numbers = [int(word) for word in sys.stdin.read().split()]
depth = 0
while (path := search(tuple(zip(numbers[::2], numbers[1::2])), depth)) is None:
    depth += 1
print(len(path), "deplasari")
print(" ".join(path))

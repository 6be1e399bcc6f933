import sys
from collections import deque

CENTRE = (2, 2)
STEPS = {"l": (0, -1), "r": (0, 1), "u": (-1, 0), "d": (1, 0)}


def slide(state, piece, step):
    row, column = state[piece]
    while True:
        ahead = (row + step[0], column + step[1])
        if not (0 <= ahead[0] < 5 and 0 <= ahead[1] < 5):
            return None
        if ahead in state:
            return (row, column)
        row, column = ahead


def solve(start):
    came = {start: None}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        if state[0] == CENTRE:
            return path_to(state, came)
        for piece in range(len(state)):
            for name, step in STEPS.items():
                to = slide(state, piece, step)
                if to is None or to == state[piece]:
                    continue
                after = (*state[:piece], to, *state[piece + 1 :])
                if after not in came:
                    came[after] = (state, "P123456"[piece] + "-" + name)
                    queue.append(after)
    return None


def path_to(state, came):
    path = []
    while came[state]:
        state, word = came[state]
        path.append(word)
    return path[::-1]


numbers = [int(word) for word in sys.stdin.read().split()]
path = solve(tuple(zip(numbers[::2], numbers[1::2])))
if path is None:
    print("Fara solutie")
else:
    print(len(path), "deplasari")
    print(" ".join(path))

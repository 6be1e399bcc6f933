import sys
from collections import deque


def solve(start):
    came = {start: None}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if rules.worth(here) == 1:
            return line_to(here, came)
        for move in rules.moves(here):
            there = rules.play(here, move)
            if there not in came:
                came[there] = (here, move)
                queue.append(there)
    return None


def line_to(position, came):
    line = []
    while came[position]:
        position, move = came[position]
        line.append(move)
    return line[::-1]


def answer(given):
    position = game.read(given)
    line = solve(position)
    if line is None:
        return "unsolvable\n"
    words = []
    for move in line:
        words.append(game.write(position, move))
        position = rules.play(position, move)
    return str(len(words)) + "\n" + " ".join(words) + "\n"


if __name__ == "__main__":
    print(answer(sys.stdin.read()), end="")

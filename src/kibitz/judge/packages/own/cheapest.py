import heapq
import sys


def solve(start):
    came, least = {start: None}, {start: 0}
    heap, count = [(0, 0, start)], 0
    while heap:
        spent, _, here = heapq.heappop(heap)
        if spent > least[here]:
            continue
        if rules.worth(here) == 1:
            return spent, line_to(here, came)
        for move in rules.moves(here):
            there, total = rules.play(here, move), spent + rules.cost_of(here, move)
            if there not in least or total < least[there]:
                least[there], came[there] = total, (here, move)
                count += 1
                heapq.heappush(heap, (total, count, there))
    return None


def line_to(position, came):
    line = []
    while came[position]:
        position, move = came[position]
        line.append(move)
    return line[::-1]


def answer(given):
    position = game.read(given)
    found = solve(position)
    if found is None:
        return "unsolvable\n"
    words = []
    for move in found[1]:
        words.append(game.write(position, move))
        position = rules.play(position, move)
    return str(found[0]) + "\n" + " ".join(words) + "\n"


if __name__ == "__main__":
    print(answer(sys.stdin.read()), end="")

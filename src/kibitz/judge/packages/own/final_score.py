import sys


def solve(start):
    came, ends = {start: None}, []
    waiting = [start]
    for here in waiting:
        over = True
        for move in rules.moves(here):
            over = False
            there = rules.play(here, move)
            if there not in came:
                came[there] = (here, move)
                waiting.append(there)
        if over:
            ends.append(here)
    if not ends:
        return None
    choose = max if rules.highest else min
    end = choose(ends, key=rules.worth)
    return rules.worth(end), line_to(end, came)


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
        return "endless\n"
    words = []
    for move in found[1]:
        words.append(game.write(position, move))
        position = rules.play(position, move)
    return str(found[0]) + "\n" + " ".join(words) + "\n"


if __name__ == "__main__":
    print(answer(sys.stdin.read()), end="")

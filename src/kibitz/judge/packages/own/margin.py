import sys


def values(start):
    value, waiting = {}, [start]
    while waiting:
        here = waiting[-1]
        moves = [(rules.play(here, move), rules.side(here, move)) for move in rules.moves(here)]
        later = [there for there, side in moves if there not in value]
        if later:
            waiting += later
            continue
        waiting.pop()
        if moves:
            value[here] = max(side * value[there] for there, side in moves)
        else:
            value[here] = rules.worth(here)
    return value


def answer(given):
    position = game.read(given)
    value = values(position)
    best = [
        move
        for move in rules.moves(position)
        if rules.side(position, move) * value[rules.play(position, move)] == value[position]
    ]
    return str(value[position]) + "\n" + game.write(position, best[0]) + "\n"


if __name__ == "__main__":
    print(answer(sys.stdin.read()), end="")

import sys


def values(start):
    after, before, value, queue = {}, {start: []}, {}, []
    waiting = [start]
    for here in waiting:
        after[here] = {
            (rules.play(here, move), rules.side(here, move)) for move in rules.moves(here)
        }
        for there, side in after[here]:
            if there not in before:
                before[there] = []
                waiting.append(there)
            before[there].append((here, side))
        if not after[here]:
            value[here] = rules.worth(here)
            queue.append(here)
    open_ones = {here: len(after[here]) for here in after}
    for there in queue:
        for here, side in before[there]:
            if here in value:
                continue
            open_ones[here] -= side * value[there] == -1
            if side * value[there] == 1:
                value[here] = 1
                queue.append(here)
            elif open_ones[here] == 0:
                value[here] = -1
                queue.append(here)
    return value  # where nothing is known, neither player can force a win


def answer(given):
    position = game.read(given)
    value = values(position)
    winning = [
        move
        for move in rules.moves(position)
        if rules.side(position, move) * value.get(rules.play(position, move), 0) == 1
    ]
    if winning:
        return "win\n" + game.write(position, winning[0]) + "\n"
    return "loss\n" if value.get(position) == -1 else "draw\n"


if __name__ == "__main__":
    print(answer(sys.stdin.read()), end="")

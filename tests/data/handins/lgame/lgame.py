# Loeb faili lgame.in ja kirjutab faili lgame.out.
from itertools import combinations

CELLS = [(row, column) for row in range(4) for column in range(4)]


def shapes():
    found = set()
    base = [(0, 0), (1, 0), (2, 0), (2, 1)]
    for flip in (1, -1):
        cells = [(row, flip * column) for row, column in base]
        for _ in range(4):
            cells = [(column, -row) for row, column in cells]
            for down in range(-4, 5):
                for right in range(-4, 5):
                    moved = [(row + down, column + right) for row, column in cells]
                    if all(cell in CELLS for cell in moved):
                        found.add(frozenset(4 * row + column for row, column in moved))
    return sorted(found, key=sorted)


SHAPES = shapes()
BITS = [sum(1 << at for at in shape) for shape in SHAPES]


def neutral_moves(neutrals, taken):
    result = [neutrals]
    free = [1 << at for at in range(16) if not (taken | neutrals) >> at & 1]
    for at in range(16):
        if neutrals >> at & 1:
            result += [neutrals ^ 1 << at ^ new for new in free]
    return result


def moves(position):
    mine, other, neutrals = position
    result = []
    for new in BITS:
        if new != mine and not new & (other | neutrals):
            result += [(other, new, after) for after in neutral_moves(neutrals, new | other)]
    return result


def previous(position):
    mine, other, neutrals = position
    result = []
    for before in neutral_moves(neutrals, mine | other):
        for old in BITS:
            if old != other and not old & (mine | before):
                result.append((old, mine, before))
    return result


def lost_positions():
    lost = set()
    for mine in BITS:
        for other in BITS:
            if mine & other:
                continue
            free = [1 << at for at in range(16) if not (mine | other) >> at & 1]
            for one, two in combinations(free, 2):
                if not any(
                    new != mine and not new & (other | one | two) for new in BITS
                ):
                    lost.add((mine, other, one | two))
    won, queue = set(), list(lost)
    while queue:
        fresh = set()
        for position in queue:
            fresh.update(previous(position))
        fresh -= won
        won |= fresh
        candidates = set()
        for position in fresh:
            candidates.update(previous(position))
        queue = [
            position
            for position in candidates - won - lost
            if all(after in won for after in moves(position))
        ]
        lost.update(queue)
    return lost


with open("lgame.in") as file:
    rows = file.read().split()
text = "".join(rows)
position = tuple(sum(1 << at for at in range(16) if text[at] == sign) for sign in "#*x")
lost = lost_positions()
with open("lgame.out", "w") as file:
    for other, mine, neutrals in moves(position):
        if (other, mine, neutrals) in lost:
            signs = [
                "#" if mine >> at & 1 else "*" if other >> at & 1 else "x" if neutrals >> at & 1 else "."
                for at in range(16)
            ]
            for row in range(4):
                file.write("".join(signs[4 * row : 4 * row + 4]) + "\r\n")
            break
    else:
        file.write("No winning move\n")
        file.write("Losing\n" if position in lost else "Draw\n")

import sys
from itertools import combinations


def places():
    found = set()
    for cells in combinations(range(16), 4):
        rows, columns = [at // 4 for at in cells], [at % 4 for at in cells]
        for lines, others in ((rows, columns), (columns, rows)):
            long = [line for line in set(lines) if lines.count(line) == 3]
            if not long:
                continue
            along = sorted(b for a, b in zip(lines, others) if a == long[0])
            a, b = next((a, b) for a, b in zip(lines, others) if a != long[0])
            if along[2] - along[0] == 2 and abs(a - long[0]) == 1 and b in (along[0], along[2]):
                found.add(sum(1 << at for at in cells))
    return sorted(found)


PLACES = places()
ALL = (1 << 16) - 1
SQUARES = [1 << at for at in range(16)]


def neutral_moves(neutrals, taken):
    yield neutrals
    free = ALL & ~taken & ~neutrals
    for old in SQUARES:
        if old & neutrals:
            for new in SQUARES:
                if new & free:
                    yield neutrals ^ old ^ new


def moves(position):
    mine, theirs, neutrals = position
    for place in PLACES:
        if place != mine and not place & (theirs | neutrals):
            for after in neutral_moves(neutrals, place | theirs):
                yield theirs, place, after


def befores(position):
    mine, theirs, neutrals = position
    for earlier in neutral_moves(neutrals, mine | theirs):
        for place in PLACES:
            if place != theirs and not place & (mine | earlier):
                yield place, mine, earlier


def lost_positions():
    lost, won = set(), set()
    for mine in PLACES:
        for theirs in PLACES:
            if mine & theirs:
                continue
            free = [square for square in SQUARES if not square & (mine | theirs)]
            for one, other in combinations(free, 2):
                position = (mine, theirs, one | other)
                if next(moves(position), None) is None:
                    lost.add(position)
    fresh = lost
    while fresh:
        winners = {before for position in fresh for before in befores(position)} - won
        won |= winners
        asked = {before for position in winners for before in befores(position)} - won - lost
        fresh = {one for one in asked if all(after in won for after in moves(one))}
        lost = lost | fresh
    return lost


text = "".join(sys.stdin.read().split())
mine, theirs, neutrals = (sum(1 << i for i in range(16) if text[i] == s) for s in "#*x")
lost = lost_positions()
position = (mine, theirs, neutrals)
winning = [after for after in moves(position) if after in lost]
if winning:
    theirs, mine, neutrals = winning[0]
    for row in range(4):
        line = ""
        for bit in SQUARES[4 * row : 4 * row + 4]:
            line += "#" if bit & mine else "*" if bit & theirs else "x" if bit & neutrals else "."
        print(line)
else:
    print("No winning move")
    print("Losing" if position in lost else "Draw")

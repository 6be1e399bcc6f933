# Recursive, one layer of positions after another; an answer in capitals on many lines.
import sys

numbers = list(map(int, sys.stdin.read().split()))
START = tuple(5 * a + b for a, b in zip(numbers[0::2], numbers[1::2], strict=True))
NAMES = "P123456"


def neighbours(square, way):
    row, column = divmod(square, 5)
    if way == "l":
        return [5 * row + c for c in range(column - 1, -1, -1)]
    if way == "r":
        return [5 * row + c for c in range(column + 1, 5)]
    if way == "u":
        return [5 * r + column for r in range(row - 1, -1, -1)]
    return [5 * r + column for r in range(row + 1, 5)]


def slides(position):
    for i, square in enumerate(position):
        for way in "lrud":
            stop = square
            for ahead in neighbours(square, way):
                if ahead in position:
                    if stop != square:
                        yield f"{NAMES[i]}-{way}", (*position[:i], stop, *position[i + 1 :])
                    break
                stop = ahead


def search(layer, seen):
    for position, line in layer.items():
        if position[0] == 12:
            return line
    following = {}
    for position, line in layer.items():
        for word, after in slides(position):
            if after not in seen:
                seen.add(after)
                following[after] = [*line, word]
    return search(following, seen) if following else None


line = search({START: []}, {START})
if line is None:
    print("FARA SOLUTIE")
else:
    print(len(line), "deplasari", end="\n\n")
    for word in line:
        print(" ", word)

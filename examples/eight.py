"""The 8-puzzle: slide the tiles until they are in order, the gap last.

A position holds four bits a square, the number of its tile, 0 for the gap; a move is the square of
the tile that slides into the gap.

Known: 181,440 positions, 31 moves at most, for two of them. A. Reinefeld, Complete Solution of the
Eight-Puzzle and the Benefit of Node Ordering in IDA*, IJCAI 1993; how many positions take how many
moves, with one misprint of his put right: H. Pfoertner, https://oeis.org/A089473
"""

from kibitz import Board, OwnGame, Rules

KIND = "sliding"

HARDEST = "8672543.1"  # one of the two positions that take 31 moves


TILES = "12345678."


def game():
    def position_of(pieces):
        return sum(0 if sign == "." else int(sign) << 4 * cell for cell, sign in enumerate(pieces))

    solved = position_of(TILES)

    def moves(position):
        if position != solved:
            gap = 0
            while position >> 4 * gap & 15:
                gap += 1
            if gap > 2:
                yield gap - 3
            if gap % 3 > 0:
                yield gap - 1
            if gap % 3 < 2:
                yield gap + 1
            if gap < 6:
                yield gap + 3

    def play(position, move):
        gap = 0
        while position >> 4 * gap & 15:
            gap += 1
        tile = position >> 4 * move & 15
        return position - (tile << 4 * move) + (tile << 4 * gap)

    def worth(position):
        return 1 if position == solved else 0

    def pieces(position):
        numbers = [position >> 4 * cell & 15 for cell in range(9)]
        return [str(number) if number else "." for number in numbers]

    start = position_of(HARDEST)
    rules = Rules(aim="shortest", start=start, moves=moves, play=play, worth=worth, moves_below=9)
    return OwnGame(rules, Board.rectangle(3, 3), pieces, signs=TILES, position_of=position_of)

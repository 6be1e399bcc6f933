"""The Tower of Hanoi: bring the tower to the last peg, one disc at a time, none on a smaller one.

A position holds two bits a disc, the peg it is on; disc 1 is the smallest and lies lowest:

    | … | peg of disc 3 | peg of disc 2 | peg of disc 1 |        a move: | disc | to: 2 bits |

Known: it takes 2**n - 1 moves (E. Lucas, 1883), and no two of the 3**n positions of n discs are
farther apart: R. L. Graham, D. E. Knuth, O. Patashnik, Concrete Mathematics, 1989, chapter 1.
"""

from kibitz import Board, OwnGame, Rules

KIND = "ordering"


def game(discs=5):
    if not 1 <= discs <= 9:
        raise ValueError("there are 1 to 9 discs")
    solved = sum(2 << 2 * disc for disc in range(discs))

    def moves(position):
        if position != solved:
            blocked = 0  # the pegs with a smaller disc
            for disc in range(discs):
                origin = position >> 2 * disc & 3
                for to in range(3):
                    if to != origin and not blocked >> to & 1 and not blocked >> origin & 1:
                        yield disc << 2 | to
                blocked |= 1 << origin

    def play(position, move):
        disc, to = move >> 2, move & 3
        return position & ~(3 << 2 * disc) | to << 2 * disc

    def worth(position):
        return 1 if position == solved else 0

    def pieces(position):
        signs = ["."] * 3 * discs
        height = [0, 0, 0]
        for disc in reversed(range(discs)):  # the largest lies lowest
            peg = position >> 2 * disc & 3
            height[peg] += 1
            signs[3 * (discs - height[peg]) + peg] = str(disc + 1)
        return signs

    def position_of(pieces):
        return sum(
            cell % 3 << 2 * (int(sign) - 1) for cell, sign in enumerate(pieces) if sign != "."
        )

    def move_text(position, move):
        return f"{(move >> 2) + 1}-{'abc'[move & 3]}"  # 2-c: disc 2 to the third peg

    rules = Rules(aim="shortest", start=0, moves=moves, play=play, worth=worth)
    return OwnGame(
        rules,
        Board.rectangle(discs, 3),
        pieces,
        signs="123456789"[:discs] + ".",
        position_of=position_of,
        move_text=move_text,
    )

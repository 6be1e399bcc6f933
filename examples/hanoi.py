"""The Tower of Hanoi: bring the tower to the last peg, one disc at a time, none on a smaller one.

Aim: Bring the tower to the last pole in as few moves as possible.

To move: Click a piece and then where it goes, or drag it there.

To write: Write the number of the disc, a dash and the letter of the pole: a is the first pole.

A move takes the top disc of one pole and puts it on another. A disc must not lie on a smaller one.

To choose:
    discs: discs of the tower
    pegs: number of poles

Known: with three pegs it takes 2**n - 1 moves (E. Lucas, 1883), and no two of the 3**n positions of
n discs are farther apart: R. L. Graham, D. E. Knuth, O. Patashnik, Concrete Mathematics, 1989,
chapter 1. With four (H. E. Dudeney's Reve's puzzle) it takes 1, 3, 5, 9, 13, 17, 25, 33, … moves,
https://oeis.org/A007664: that the way of J. S. Frame and B. M. Stewart, 1941, is the shortest is
proved in T. Bousch, La quatrième tour de Hanoï, 2014. For more pegs it is not proved in general.
"""

# A position holds three bits a disc, the peg it is on; disc 1 is the smallest and lies lowest:
#
#   | … | peg of disc 3 | peg of disc 2 | peg of disc 1 |        a move: | disc | to: 3 bits |

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "ordering"
ALIASES = """
towers of Hanoi, Hanoi towers, Lucas, tours de Hanoï, πύργοι του Ανόι, Hanoi tornid, turnurile
din Hanoi, Hanois torn
"""
PEGS = "abcdefgh"


def game(discs=5, pegs=3):
    if not 1 <= discs <= 9:
        raise ValueError("there are 1 to 9 discs")
    if not 3 <= pegs <= 8:
        raise ValueError("there are 3 to 8 pegs")
    solved = sum(pegs - 1 << 3 * disc for disc in range(discs))

    def moves(position):
        if position != solved:
            blocked = 0  # the pegs with a smaller disc
            for disc in range(discs):
                origin = position >> 3 * disc & 7
                for to in range(pegs):
                    if to != origin and not blocked >> to & 1 and not blocked >> origin & 1:
                        yield disc << 3 | to
                blocked |= 1 << origin

    def play(position, move):
        disc, to = move >> 3, move & 7
        return position & ~(7 << 3 * disc) | to << 3 * disc

    def worth(position):
        return 1 if position == solved else 0

    def pieces(position):
        signs = ["."] * pegs * discs
        height = [0] * pegs
        for disc in range(discs - 1, -1, -1):  # the largest lies lowest
            peg = position >> 3 * disc & 7
            height[peg] += 1
            signs[pegs * (discs - height[peg]) + peg] = str(disc + 1)
        return signs

    def position_of(pieces):
        return sum(
            cell % pegs << 3 * (int(sign) - 1) for cell, sign in enumerate(pieces) if sign != "."
        )

    def move_text(position, move):
        return f"{(move >> 3) + 1}-{PEGS[move & 7]}"  # 2-c: disc 2 to the third peg

    rules = Rules(
        aim="shortest", start=0, moves=moves, play=play, worth=worth, distinct_moves=discs << 3
    )
    return OwnGame(
        rules,
        Board.rectangle(discs, pegs),
        pieces,
        signs="123456789"[:discs] + ".",
        position_of=position_of,
        move_text=move_text,
        appearance=Appearance(
            cells="pole",
            at=[(2.75 * peg, 0.5 * height) for height in range(discs) for peg in range(pegs)],
            pieces={str(disc): f"slab {disc}" for disc in range(1, discs + 1)},
            names=[(2.75 * peg, 0.5 * discs + 0.25, name) for peg, name in enumerate(PEGS[:pegs])],
            whole="columns",
        ),
    )

"""Kalah: sow the seeds of one pit around the board, and end with more of them in your store.

Aim: End with more seeds in your store than the other player.

To move: Click one of your pits.

To write: Write the pit that you sow. The board is shown as the player to move sees it, with that
player's pits in row b.

Sow all seeds of one pit in your lower row one by one, counter-clockwise, into your own store too
but not into the other one.

If the last seed falls into your store, you move again. If it falls into an empty pit of your own
and the pit opposite holds seeds, both go to your store.

When one player’s pits are empty, the game ends, and the other player’s seeds go to that player’s
own store.

To choose:
    holes: pits of each player
    counters: seeds in each pit at the start
    empty: 1 if a last seed in an empty pit goes to the store even with nothing opposite

Known: G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah, ICGA Journal 23, 2000, solved sizes of
up to 6 holes of 5 counters by the rule of `empty=1`: the first player wins 6 holes of 4 by 10 and 6
of 5 by 12. By the default rule these are 8 and 10: M. Rawlings, 2015, quoted at
https://en.wikipedia.org/wiki/Kalah. Both are too large for a table here. Small sizes, which the
paper has too, are computed here in two ways: 3 holes of 3 are won by 2, and 4 of 3 by 6, or by 8
with `empty=1`.
"""

# In a text, A to Z are 10 to 35 seeds; the last row holds the stores of the player to move and of
# the other.

# A position holds a number for each hole, those of the player to move first, and how many counters
# that player is ahead, counted from as many as there are, so that it is never negative:
#
#   | counters ahead + all counters | holes of the other | holes of the player to move |
#
# A move is the number of a hole.

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "capturing"
ALIASES = """kalaha, mancala, mankala, μανκάλα"""

COUNTS = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def game(holes=3, counters=3, empty=0):
    total = 2 * holes * counters
    if holes < 1 or counters < 1 or total > 35 or 2 * holes * total.bit_length() > 54:
        raise ValueError("holes and counters are 1 or more, and there are at most 35 counters")
    width = total.bit_length()
    one = (1 << width) - 1
    side = holes * width
    mine = (1 << side) - 1
    ring = 2 * holes + 1  # my holes, my store, the holes of the other

    def sown(position, hole):
        """Return the holes after sowing, and where the last counter fell; the store is holes."""
        hand = position >> hole * width & one
        position &= ~(one << hole * width)
        at = hole
        while hand:
            at = at + 1 if at + 1 < ring else 0
            if at < holes:
                position += 1 << at * width
            elif at > holes:
                position += 1 << (at - 1) * width
            else:
                position += 1 << 2 * side
            hand -= 1
        return position, at

    def sum_of(some):
        left = 0
        while some:
            left += some & one
            some >>= width
        return left

    def moves(position):
        for hole in range(holes):
            if position >> hole * width & one:
                yield hole

    def play(position, move):
        position, last = sown(position, move)
        if last < holes and position >> last * width & one == 1:
            opposite = (2 * holes - 1 - last) * width
            caught = position >> opposite & one
            if caught or empty:
                position &= ~(one << last * width | one << opposite)
                position += caught + 1 << 2 * side
        own, other = position & mine, position >> side & mine
        ahead = (position >> 2 * side) - total
        if own == 0 or other == 0:
            ahead += sum_of(own) - sum_of(other)
            own, other = 0, 0
        if last == holes:
            return own | other << side | ahead + total << 2 * side
        return other | own << side | total - ahead << 2 * side

    def same_mover(position, move):
        return (position >> move * width & one) % ring == holes - move

    def worth(position):
        return (position >> 2 * side) - total

    def pieces(position):
        found = [position >> at * width & one for at in range(2 * holes)]
        stored = total - sum(found)
        own = (stored + worth(position)) // 2
        shown = [*found[holes:][::-1], *found[:holes], own, stored - own]
        return [COUNTS[count] for count in shown]

    def position_of(pieces):
        shown = [COUNTS.index(sign) for sign in pieces]
        found = shown[holes : 2 * holes] + shown[holes - 1 :: -1]
        position = sum(count << at * width for at, count in enumerate(found))
        return position | shown[-2] - shown[-1] + total << 2 * side

    def move_text(position, move):
        return board.names[holes + move]

    def points(position, move):
        return [holes + move]

    board = Board.rectangle(2, holes)
    start = sum(counters << at * width for at in range(2 * holes)) | total << 2 * side
    rules = Rules(
        aim="score",
        start=start,
        moves=moves,
        play=play,
        worth=worth,
        same_mover=same_mover,
        distinct_moves=holes,
    )
    return OwnGame(
        rules,
        board,
        pieces,
        signs=COUNTS,
        position_of=position_of,
        move_text=move_text,
        points=points,
        appearance=Appearance(
            board="wood",
            cells="pocket",
            pieces={sign: f"seeds {count}" for count, sign in enumerate(COUNTS) if count},
            beside=["Store of {player}", "Store of {other}"],
            stores=[(holes + 0.1, 0.5), (-1.1, 0.5)],
        ),
    )

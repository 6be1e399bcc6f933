"""Awari: sow the seeds of one pit around the board, and capture twos and threes of the other side.

Aim: Capture more seeds than the other player.

To move: Click one of your pits.

To write: Write the pit that you sow. The board is shown as the player to move sees it, with that
player's pits in row b.

Sow all seeds of one pit in your lower row one by one, counter-clockwise, skipping that pit.

If the last seed makes an opposing pit hold two or three, capture these, likewise in the pits before
it. If that were all opposing seeds, capture none.

If the other side is empty, give it seeds. When you cannot, or a player has over half of
the seeds, each takes the seeds on their own side. Endless play is a draw.

To choose:
    pits: pits of each player
    seeds: seeds in each pit at the start

Known: the rules are those of the Oware Society (Abapa), except that endless play is a draw whatever
has been captured. In other sets of rules, a capture of all seeds takes them. J. Romein and H. Bal,
Solving Awari with parallel retrograde analysis, IEEE Computer 36, 2003, proved that the game of 6
pits of 4 seeds is a draw, by a rule that divides the remaining seeds if play does not end. Small
sizes are computed here in two ways: 2 pits of 2 are won by 6, and 3 of 2 by 8.
"""

# In a text, A to Z are 10 to 35 seeds; the last row holds the captured seeds of the player to move
# and of the other.

# A position holds a number for each pit, those of the player to move first, and how many seeds that
# player is ahead, counted from as many as there are, so that it is never negative:
#
#   | seeds ahead + all seeds | pits of the other | pits of the player to move |
#
# A move is the number of a pit.

from kibitz import Appearance, Board, OwnGame, Rules

KIND = "capturing"
ALIASES = """oware, awale, awalé, wari, owari, ayo, mancala, mankala, μανκάλα, mancala africaine"""

COUNTS = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def game(pits=3, seeds=2):
    total = 2 * pits * seeds
    if pits < 1 or seeds < 1 or total > 35 or 2 * pits * total.bit_length() > 54:
        raise ValueError("pits and seeds are 1 or more, and there are at most 35 seeds")
    width = total.bit_length()
    one = (1 << width) - 1
    side = pits * width
    mine = (1 << side) - 1
    both = (1 << 2 * side) - 1

    def sum_of(some):
        left = 0
        while some:
            left += some & one
            some >>= width
        return left

    def is_decided(position):
        """Return whether a player has captured more than half of the seeds."""
        ahead = (position >> 2 * side) - total
        return max(ahead, -ahead) > sum_of(position & both)

    def is_legal(position, pit):
        hand = position >> pit * width & one
        return hand > 0 and (position >> side & mine != 0 or pit + hand >= pits)

    def moves(position):
        if not is_decided(position):
            for pit in range(pits):
                if is_legal(position, pit):
                    yield pit

    def sown(board, pit):
        """Return the pits after sowing, and where the last seed fell."""
        hand = board >> pit * width & one
        board &= ~(one << pit * width)
        at = pit
        while hand:
            at = at + 1 if at + 1 < 2 * pits else 0
            if at != pit:
                board += 1 << at * width
                hand -= 1
        return board, at

    def play(position, move):
        board, last = sown(position & both, move)
        left, caught = board, 0
        while last >= pits and 2 <= board >> last * width & one <= 3:
            caught += board >> last * width & one
            left &= ~(one << last * width)
            last -= 1
        if left >> side:
            board = left
        else:
            caught = 0
        ahead = (position >> 2 * side) - total + caught
        return board >> side | (board & mine) << side | total - ahead << 2 * side

    def worth(position):
        ahead = (position >> 2 * side) - total
        if not is_decided(position):
            for pit in range(pits):
                if is_legal(position, pit):
                    return ahead
        return ahead + sum_of(position & mine) - sum_of(position >> side & mine)

    def tier(position):
        return sum_of(position & both)

    def pieces(position):
        found = [position >> at * width & one for at in range(2 * pits)]
        captured = total - sum(found)
        own = (captured + (position >> 2 * side) - total) // 2
        shown = [*found[pits:][::-1], *found[:pits], own, captured - own]
        return [COUNTS[count] for count in shown]

    def position_of(pieces):
        shown = [COUNTS.index(sign) for sign in pieces]
        found = shown[pits : 2 * pits] + shown[pits - 1 :: -1]
        position = sum(count << at * width for at, count in enumerate(found))
        return position | shown[-2] - shown[-1] + total << 2 * side

    def move_text(position, move):
        return board.names[pits + move]

    def points(position, move):
        return [pits + move]

    board = Board.rectangle(2, pits)
    start = sum(seeds << at * width for at in range(2 * pits)) | total << 2 * side
    rules = Rules(
        aim="score",
        start=start,
        moves=moves,
        play=play,
        worth=worth,
        tier=tier,
        distinct_moves=pits,
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
            stores=[(pits + 0.1, 0.5), (-1.1, 0.5)],
        ),
    )

# Every position that is lost for the player to move (#), one of those that are the same board
# turned or turned over.
LOST = set(
    """
@LOST@
""".split()
)
SWAP = str.maketrans("#*", "*#")


def turned(board):
    """Return the eight ways to look at a board."""
    rows, seen = [board[at : at + 4] for at in range(0, 16, 4)], []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1])]
        seen += ["".join(rows), "".join(rows[::-1])]
    return seen


def squares(board, sign):
    return {at for at in range(16) if board[at] == sign}


def is_piece(cells):
    """Return whether four squares are an L: three in a line, and one beside an end of it."""
    if len(cells) != 4:
        return False
    for at in cells:
        for along, across in ((1, 4), (4, 1)):
            line = {at, at + along, at + 2 * along}
            if not line < cells or (along == 1 and at % 4 > 1):
                continue
            (foot,) = cells - line
            for end in (at, at + 2 * along):
                if abs(foot - end) == across and (across == 4 or foot // 4 == end // 4):
                    return True
    return False


def check_move(before, after):
    """Reject the board unless a legal turn of # leads to it."""
    if squares(before, "*") != squares(after, "*"):
        reject("the other player's L has moved")
    mine = squares(after, "#")
    if not is_piece(mine):
        reject("the four # are not an L")
    if mine == squares(before, "#"):
        reject("the player's own L has not moved")
    if mine & squares(before, "x"):
        reject("the L was placed on a neutral, which may move only after the L")
    if len(squares(after, "x")) != 2:
        reject("there are not two neutrals")
    if len(squares(before, "x") - squares(after, "x")) > 1:
        reject("both neutrals have moved")


before = "".join(text_of(sys.argv[1]).split())
known = text_of(sys.argv[2]).lower().split()
words = sys.stdin.buffer.read().decode("utf-8", "replace").lower().split()
if words[:3] == ["no", "winning", "move"]:
    if known[:3] != words[:3]:
        reject("there is a winning move")
    if words[3:] != known[3:]:
        reject("the second line should be {truth}", truth=known[3])
    accept()
if [len(word) for word in words] != [4] * 4 or set("".join(words)) - set(".x#*"):
    reject("the answer is neither four lines of four signs nor {text}", text="'No winning move'")
after = "".join(words)
check_move(before, after)
if not LOST & set(turned(after.translate(SWAP))):
    reject("this move does not win")
accept()

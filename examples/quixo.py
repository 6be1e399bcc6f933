"""Quixo: take a cube from the edge, push it back in from an end of its row; a full line wins.

Aim: Be the first with a full line of your sign: across, down or diagonally.

To move: Click a cube at the edge and then the end where it goes back in, or drag it there.

To write: Write the square of the cube, a dash and the square at the end where you push it in.

X begins. Take a cube from the edge that is blank or has your sign. Turn it to your sign and push it
back into its row or column from another end; the cubes in between move along. If you complete a
line of the other player, you lose, even if you complete one of your own too. Endless play is a
draw.

To choose:
    side: squares on each side of the board

Known: the game is by Thierry Chapeau, 1995. S. Tanaka, F. Bonnet, S. Tixeuil and Y. Tamura, Quixo
is solved, 2020, with smaller boards: the first player wins on 4 x 4, and 5 x 5 is a draw. 3 x 3 is
computed here.
"""

# A move is a number from a list: which cube is taken, and the end where it comes back.

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cells

KIND = "row"
ALIASES = """
five in a row, cubes, tic tac toe, cinq à la suite, πέντε στη σειρά, viis ritta, cinci în linie,
fem i rad
"""


def game(side=3):
    if not 2 <= side <= 5:
        raise ValueError("the board has 2 to 5 cubes a side")
    board = Board.rectangle(side, side)
    layout = Layout(board, cells("mine", "X"), cells("theirs", "O"))
    mine_in, theirs_in, pack = layout.mine, layout.theirs, layout.pack
    lines = board.lines(side)
    steps = board.lattice.steps.values()
    pushes = []  # the cells of each push, from the cube taken to the end where it comes back
    for taken in range(len(board)):
        at_edge = None in [board.beyond(taken, step) for step in steps]
        for step in steps if at_edge else ():
            path = [taken]
            while (further := board.beyond(path[-1], step)) is not None:
                path.append(further)
            if len(path) > 1:
                pushes.append(path)
    lengths = tuple(len(path) for path in pushes)
    paths = tuple(cell for path in pushes for cell in path + path[-1:] * (side - len(path)))

    def has_line(cubes):
        for line in lines:
            if cubes & line == line:
                return True
        return False

    def moves(position):
        mine, theirs = mine_in(position), theirs_in(position)
        if not has_line(mine) and not has_line(theirs):
            for push in range(len(lengths)):
                if not theirs >> paths[side * push] & 1:
                    yield push

    def play(position, move):
        mine, theirs = mine_in(position), theirs_in(position)
        first, last = side * move, side * move + lengths[move] - 1
        for at in range(first, last):
            here, there = paths[at], paths[at + 1]
            mine = mine & ~(1 << here) | (mine >> there & 1) << here
            theirs = theirs & ~(1 << here) | (theirs >> there & 1) << here
        end = 1 << paths[last]
        return pack(theirs & ~end, mine | end)

    def worth(position):
        return 1 if has_line(mine_in(position)) else -1

    def move_text(position, move):
        first, last = paths[side * move], paths[side * move + lengths[move] - 1]
        return f"{board.names[first]}-{board.names[last]}"

    def points(position, move):
        return [paths[side * move], paths[side * move + lengths[move] - 1]]

    rules = Rules(
        aim="win",
        start=pack(0, 0),
        moves=moves,
        play=play,
        worth=worth,
        canonical=layout.canonical,
        orbit=layout.orbit,
        distinct_moves=len(pushes),
    )
    appearance = Appearance(board="wood", pieces={"X": "cross", "O": "ring"})
    return OwnGame(
        rules,
        board,
        layout,
        sides="XO",
        move_text=move_text,
        points=points,
        appearance=appearance,
    )

"""Notakto: both players put X on boards of noughts and crosses; completing the last line loses.

Aim: Make the other player complete the last line.

To move: Choose an empty square.

Both players put X on an empty square. A board with three X in a row, across, down or diagonally, is
dead: no more moves are made there. The player who completes a row on the last board loses.

To choose:
    boards: number of boards

Known: the first player wins on one board, the second on two. T. E. Plambeck and G. Whitehead, The
secrets of Notakto: winning at X-only tic-tac-toe, 2013 (arXiv:1301.1672).
"""

# A move is the cell where an X is put down.

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cells

KIND = "impartial"
ALIASES = """
no tac toe, tic tac toe, noughts and crosses, morpion, τρίλιζα, trips-traps-trull, x și 0, tripp
trapp trull, tre i rad, luffarschack
"""


def game(boards=1):
    if not 1 <= boards <= 3:
        raise ValueError("there are 1 to 3 boards")
    places = [(row, column) for row in range(3) for column in range(4 * boards) if column % 4 < 3]
    board = Board(places)
    layout = Layout(board, cells("crosses", "X"))
    lines = board.lines(3)
    groups = tuple(
        sum(1 << cell for cell, (_, column) in enumerate(places) if column // 4 == group)
        for group in range(boards)
    )

    def dead(position):
        """Return the cells of all boards that are dead."""
        cells_of_dead = 0
        for line in lines:
            if position & line == line:
                for group in groups:
                    if group & line:
                        cells_of_dead |= group
        return cells_of_dead

    def moves(position):
        taken = position | dead(position)
        for cell in range(9 * boards):
            if not taken >> cell & 1:
                yield cell

    def play(position, move):
        return position | 1 << move

    def worth(position):
        return 1

    rules = Rules(
        aim="win",
        start=0,
        moves=moves,
        play=play,
        worth=worth,
        canonical=layout.canonical,
        orbit=layout.orbit,
        max_game_length=9 * boards,
    )
    appearance = Appearance(board="paper", pieces={"X": "cross"})
    return OwnGame(
        rules,
        board,
        layout,
        appearance=appearance,
    )

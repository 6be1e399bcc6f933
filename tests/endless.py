"""A game that can be shown, and of which nothing else is ever known."""

from kibitz import Board, OwnGame, Rules


def game():
    def moves(position):
        while position == 1:
            pass
        return iter((2, 1) if position == 0 else ())

    def play(position, move):
        return move

    def worth(position):
        return -1

    def pieces(position):
        return ("..", "X.", ".X")[position]

    rules = Rules(aim="win", start=0, moves=moves, play=play, worth=worth)
    return OwnGame(rules, Board.rectangle(1, 2), pieces, signs="X.")

"""Base class for user-defined games, with positions and an oracle."""

from __future__ import annotations

from kibitz.api.game import Game
from kibitz.rules.simple_game import BrokenGame, SimpleGame
from kibitz.solve.store.fingerprint import NotOfRules, check_purity


class OwnGame(Game, SimpleGame):
    """Game defined by rules, a board, and the pieces on it; everything else follows.

    `pieces(position)` returns the sign on each cell of the board, in reading order, as a list or
    as one text. Signs are letters, digits and `.` (an empty cell); `signs` names them all. What
    a position holds besides its cells, such as the side to move, is written as more signs after
    those of the cells: they stand in a row of their own below the board. A `Layout` in place of
    `pieces` says all that, and makes `signs` and `position_of` needless.

    `sides` are the two signs of the players, where positions are stored as the player to move
    sees them: first what `pieces` calls the pieces of that player, then those of the other. The
    text of a position always calls the player to move by the first. `players` are what the first
    and the second player are called, the sides unless given; if the first sign beside the board
    is one of them, it tells who is to move.

    `position_of(pieces)` is the inverse of `pieces`. Without it a text is looked up among the
    positions that the game can reach, which serves games of up to 200,000 positions. What it
    returns is taken only if it reads as what was written, so it need not check its input.

    `move_text(position, move)` writes a move, in one word. Without it a move is written by the
    cells that it changes: `b2` where something is put there, `a1-b2` where something goes from
    one to another.

    `points(position, move)` returns the cells, by number, to point at one after the other to make
    a move. Without it they are where a piece leaves and where it comes to stand or, where pieces
    are only taken away, those of them. Moves that are pointed at in the same way get a button
    each, and so does a move for which it returns no cells, `[]`.

    `goals` are the cells that pictures mark. `blocks(pieces)` returns the cells of each piece
    that covers several, given the sign on each cell. `appearance` says what the board, its
    cells and its pieces look like. `tray=True` says that pieces which leave the board are laid
    beside it. `called` says what a kind of piece is called ({"K": "king"}), and
    `decisive(position)` returns the cells, in order, that decided a game that is over.

    Examples:
        >>> import kibitz
        >>> def moves(matches):
        ...     for taken in (1, 2, 3):
        ...         if taken <= matches:
        ...             yield taken
        >>> def play(matches, taken):
        ...     return matches - taken
        >>> def worth(matches):
        ...     return -1  # the other player has taken the last match
        >>> rules = kibitz.Rules(aim="win", start=10, moves=moves, play=play, worth=worth)
        >>> board = kibitz.Board.rectangle(1, 10)
        >>> def pieces(matches):
        ...     return "I" * matches + "." * (10 - matches)
        >>> game = kibitz.OwnGame(rules, board, pieces, signs="I.")
        >>> game.start.text, game.start.outcome
        ('IIIIIIIIII', Win(5))
    """

    def check_rules(self) -> None:
        """Refuse rules that are not pure functions."""
        try:
            check_purity(self.rules)
        except NotOfRules as error:
            raise BrokenGame(error.sentence, **error.details) from error

"""The exact answer to any position of a game, by whatever is at hand.

A kept table answers at once. Without one, a question about a shortest solution is searched for;
any other is answered by solving the game from that position, which is all that its answer can
depend on.
"""

from __future__ import annotations

from kibitz.play.tables import PicturedAnswer, find, table_of
from kibitz.solve.answer import answer
from kibitz.solve.in_memory import solve
from kibitz.solve.pegs import whole_board
from kibitz.solve.pegs.scores import nothing_known
from kibitz.solve.pegs.table import PegAnswers
from kibitz.solve.search import shortest
from kibitz.solve.shelf import Shelf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.play.tables import Notice
    from kibitz.rules.game import Game
    from kibitz.solve.answer import Answer
    from kibitz.solve.graph import Progress


def ask(
    game: Game, position: int, progress: Progress | None, notice: Notice, shelf: Shelf | None = None
) -> PicturedAnswer:
    """Return the value of a position, its moves with theirs, and one best line."""
    shelf = shelf or Shelf()
    table = find(game, shelf, notice)
    if table is not None and (isinstance(table.answers, PegAnswers) or position in table):
        return table[position]
    if game.rules.jumps is not None:
        kept = whole_board.find(shelf, game.rules.jumps)
        known = kept.wins if kept else nothing_known
        return PicturedAnswer(game, PegAnswers(game.rules, progress, known)[position])
    if game.rules.aim == "shortest":
        return PicturedAnswer(game, _searched(game, position))
    if position == game.rules.start:
        return table_of(game, progress=progress, notice=notice, shelf=shelf)[position]
    rules = game.rules.starting_at(position)
    solution = solve(rules, progress=progress)
    canonical = rules.canonical or (lambda position: position)

    def code_of(there: int) -> int:
        code = solution.code(canonical(there))
        assert code is not None
        return code

    return PicturedAnswer(game, answer(rules, position, code_of))


def _searched(game: Game, position: int) -> Answer:
    """Return an answer by one search for the position and one for each position asked about."""
    known: dict[int, int] = {}

    def code_of(there: int) -> int:
        if there not in known:
            line = shortest(game.rules, there)
            known[there] = 0 if line is None else 1 + len(line)
        return known[there]

    return answer(game.rules, position, code_of)

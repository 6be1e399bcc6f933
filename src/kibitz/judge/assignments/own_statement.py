"""Statement of a game in a file: the author's text, and the input format."""

from kibitz.judge.assignments.assignment import part
from kibitz.judge.cases.case import Case
from kibitz.rules.game_text import GameText
from kibitz.rules.simple_game import HOLE, SimpleGame

MOST_MOVES = 40


def described(game: SimpleGame, sample: Case, kind: str) -> str:
    """Return the statement as Markdown; `kind` names its frame."""
    own = GameText(game.description)  # its history gives the solution away
    rules = [*own.plain[:1], *filter(None, [own.aim]), *own.plain[1:]]
    gaps = {
        "@RULES@": "\n\n".join(rules),
        "@SIGNS@": signs_of(game),
        "@CELLS@": cells_of(game),
        "@MOVES@": moves_of(game, sample),
        "@BEST@": game.rules.objective.name,
    }
    text = part(f"own/{kind}.en.md")
    for gap, filling in gaps.items():
        text = text.replace(gap, filling)
    return text


def signs_of(game: SimpleGame) -> str:
    """Return the meaning of the signs of a position."""
    signs = " ".join(f"`{sign}`" for sign in game.signs)
    said = f"The signs are {signs}."
    if "." in game.signs:
        said += " A dot is an empty cell."
    if game.has_holes:
        said += " Where the board has no cell, to the left of one, there is `_`."
    if game.called:
        names = ", ".join(f"`{sign}` is called {name}" for sign, name in game.called.items())
        said += f" {names[0]}{names[1:]}."
    if game.sides:
        mine, theirs = game.sides
        said += f" The player to move has `{mine}`, the other player has `{theirs}`."
    if game.beside(game.rules.start):
        said += " The last line is not a row of the board: it holds what stands beside it"
        said += (
            ", first of all who is to move." if game.to_move(game.rules.start) is not None else "."
        )
    return said


def cells_of(game: SimpleGame) -> str:
    """Return the names of the cells, row by row."""
    width = max(map(len, game.board.names)) if game.has_holes else 0
    return "\n".join(
        " ".join((HOLE if cell is None else game.board.names[cell]).ljust(width) for cell in row)
        for row in game.rows_with_holes
    )


def moves_of(game: SimpleGame, sample: Case) -> str:
    """Return the notation of moves, with those of the first sample."""
    position = game.parse("-".join(sample.given.split()))
    texts = [game.move_text(position, move) for move in game.rules.moves(position)]
    listed = " ".join(f"`{text}`" for text in texts[:MOST_MOVES])
    if game.rules.cost is not None:
        costs = (game.rules.cost_of(position, move) for move in game.rules.moves(position))
        pairs = zip(texts[:MOST_MOVES], costs, strict=False)
        listed = ", ".join(f"`{text}` at a cost of {cost}" for text, cost in pairs)
    more = " and more" if len(texts) > MOST_MOVES else ""
    how = ""
    if game.author_move_text is None:
        how = (
            "A move is written by the cells that it changes: first those that become empty, then, "
            "after a dash, those where something comes to stand. Several are separated by commas. "
        )
    return f"{how}In the first sample, the legal moves are {listed}{more}."

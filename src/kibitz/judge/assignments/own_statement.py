"""Statement of a game in a file: the author's text, the notation, and the input and output."""

from collections.abc import Iterable, Iterator, Mapping

from kibitz.judge.cases.case import Case
from kibitz.language.errors import Sentence, listed, phrase
from kibitz.language.languages import Language
from kibitz.rules.game_text import CHANGED, GameText
from kibitz.rules.simple_game import HOLE, SimpleGame

MOST_MOVES = 40


def described(game: SimpleGame, sample: Case, task: Mapping[str, str], language: Language) -> str:
    """Return the statement as Markdown; `task` is what is asked, the input and the output."""
    own = GameText(game.description)  # its history gives the solution away
    rules = [*own.plain[:1], *filter(None, [own.aim]), *own.plain[1:]]
    parts: list[Iterable[object]] = [
        *([Sentence(rule)] for rule in rules),
        [Sentence(task["asked"], aim=game.rules.objective.aim)],
        ["##", Sentence("Notation")],
        [*signs_of(game, language), Sentence("The cells are called:")],
        [f"```\n{cells_of(game)}\n```"],
        moves_of(game, sample, language),
        ["##", Sentence("Input")],
        [Sentence(task["input"])],
        ["##", Sentence("Output")],
        [Sentence(task["output"])],
    ]
    return "\n\n".join(" ".join(map(str, map(language.tell, part))) for part in parts) + "\n"


def signs_of(game: SimpleGame, language: Language) -> Iterator[Sentence]:
    """Yield the signs of a position, with the meanings of some."""
    players = (phrase("the player to move"), phrase("the other player"))
    called = {
        ".": phrase("empty cell"),
        **game.called,
        **dict(zip(game.sides, players, strict=False)),
    }
    signs = (
        f"`{one}`" + (f" ({language.plain(called[one])})" if one in called else "")
        for one in game.signs
    )
    yield Sentence("A position is drawn row by row. The signs are {signs}.", signs=listed(signs))
    if game.has_holes:
        yield Sentence("Where the board has no cell, to the left of one, there is `_`.")
    if game.beside(game.rules.start):
        yield Sentence("The last line is not a row of the board: it holds what stands beside it.")
        if game.to_move(game.rules.start) is not None:
            yield Sentence("It begins with who is to move.")


def cells_of(game: SimpleGame) -> str:
    """Return the names of the cells, row by row."""
    width = max(map(len, game.board.names)) if game.has_holes else 0
    return "\n".join(
        " ".join((HOLE if cell is None else game.board.names[cell]).ljust(width) for cell in row)
        for row in game.rows_with_holes
    )


def moves_of(game: SimpleGame, sample: Case, language: Language) -> Iterator[Sentence]:
    """Yield the notation of moves, with those of the first sample."""
    if game.author_move_text is None:
        yield CHANGED
    position = game.parse("-".join(sample.given.split()))
    moves = list(game.rules.moves(position))
    texts = [f"`{game.move_text(position, move)}`" for move in moves]
    if game.rules.cost is not None:
        costs = (game.rules.cost_of(position, move) for move in moves)
        words = (language.say("at a cost of {count}", count=cost) for cost in costs)
        texts = [f"{text} {cost}" for text, cost in zip(texts, words, strict=True)]
    if len(texts) > MOST_MOVES:
        texts[MOST_MOVES:] = ["…"]
    yield Sentence("The legal moves of the first sample: {moves}", moves=listed(texts))

"""What is known about a game, in the shape that the interface gives."""

from __future__ import annotations

from kibitz.play.about import facts, title, variant
from kibitz.play.kinds import heading
from kibitz.play.match import Match
from kibitz.play.record import link_of
from kibitz.play.scene import blocks_of
from kibitz.rules.errors import KibitzError
from kibitz.web import shapes
from kibitz.web.views import board_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.play.about import Fact
    from kibitz.play.collection import Collection
    from kibitz.play.language import Language
    from kibitz.rules.game import Game


def about_of(game: Game, games: Collection, language: Language) -> shapes.About:
    """Return what a newcomer should know of a game, and what is known exactly."""
    about = game.about()
    say = language.tell
    return shapes.About(
        game=game.name,
        title=title(game, language),
        variant=variant(game, language),
        kind=heading(games.kind_of(game.name), language),
        aim=str(say(about.aim)),
        rules=[str(say(one)) for one in about.rules],
        pointing=str(say(about.pointing)),
        writing="" if about.writing is None else str(say(about.writing)),
        instead=game.instead,
        history=about.history,
        known=[known_of(fact, games, language) for fact in facts(game, language)],
    )


def known_of(fact: Fact, games: Collection, language: Language) -> shapes.Known:
    """Return an exact value with the hardest position as a picture."""
    return shapes.Known(
        game=fact.row.name,
        title=fact.title,
        facts=[shapes.Fact(label=label, words=words) for label, words in fact.lines],
        hardest=None if fact.row.longest is None else hardest_of(fact, games, language),
    )


def hardest_of(fact: Fact, games: Collection, language: Language) -> shapes.Shown | None:
    """Return a position of the game that takes the most moves, None if it cannot be shown."""
    try:
        game = games.game(fact.row.name)
        match = Match(game, game.parse(fact.row.hardest))
    except KibitzError:
        return None  # the rules have changed since
    cells = game.pieces(match.position, match.mover)
    return shapes.Shown(
        match=link_of(match),
        board=board_of(game, language),
        cells=cells,
        blocks=blocks_of(game, cells),
    )

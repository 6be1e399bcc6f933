"""Views of games, in the schemas of the API."""

from kibitz.drawing.scene import blocks_of
from kibitz.games.collection import Collection
from kibitz.games.game_facts import Fact, facts, history, title, variant
from kibitz.games.kinds import heading
from kibitz.language.errors import KibitzError
from kibitz.language.languages import Language
from kibitz.play.match_history import MatchState
from kibitz.play.match_record import link_of
from kibitz.questions import answers
from kibitz.questions.match_views import board_of, start_of
from kibitz.rules.base_game import BaseGame


def about_of(game: BaseGame, games: Collection, language: Language) -> answers.AboutSchema:
    """Return the introduction to a game, and its exact results."""
    about = game.about()
    say = language.tell
    return answers.AboutSchema(
        game=game.name,
        title=title(game, language),
        variant=variant(game, language),
        kind=heading(games.kind_of(game.name), language),
        aim="" if about.aim is None else str(say(about.aim)),
        rules=[str(say(one)) for one in about.rules],
        pointing=str(say(about.pointing)),
        writing="" if about.writing is None else str(say(about.writing)),
        instead=start_of(game.instead, games),
        history=history(game, language),
        known=[known_of(fact, games, language) for fact in facts(game, language)],
    )


def known_of(fact: Fact, games: Collection, language: Language) -> answers.KnownSchema:
    """Return an exact value with the hardest position as a picture."""
    return answers.KnownSchema(
        game=fact.row.name,
        title=fact.title,
        facts=[answers.FactSchema(label=label, words=words) for label, words in fact.lines],
        hardest=None if fact.row.longest is None else hardest_of(fact, games, language),
    )


def hardest_of(fact: Fact, games: Collection, language: Language) -> answers.Shown | None:
    """Return a position of the game that takes the most moves, None if it cannot be shown."""
    if fact.row.hardest is None:
        return None
    try:
        game = games.game(fact.row.name)
        match = MatchState(game, game.parse(fact.row.hardest))
    except KibitzError:
        return None  # the rules have changed since
    cells = game.pieces(match.position, match.mover)
    return answers.Shown(
        match=link_of(match),
        board=board_of(game, language),
        cells=cells,
        blocks=blocks_of(game, cells),
    )

"""What faces say about a game to whoever does not know it, one truth for all of them."""

from __future__ import annotations

from kibitz.rules.errors import Sentence, phrase
from kibitz.rules.family import START

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.play.language import Language
    from kibitz.rules.game import Game

BETWEEN = " · "
AIM = phrase("Aim")
RULES = phrase("Rules")
MOVING = phrase("How to move")


def features(game: Game) -> list[Sentence]:
    """Return in a few words each what tells a game from others of its family."""
    found = [one for one in game.features() if one.details.get("name") != START]
    if START in game.name.parameters:
        found.append(Sentence("own start"))
    return found


def variant(game: Game, language: Language) -> str:
    """Return what tells a game from others of its family, on one line: “French board”."""
    return BETWEEN.join(str(language.tell(one)) for one in features(game))


def heading(game: Game, language: Language) -> str:
    """Return the title of a game with its variant: “peg solitaire · French board”."""
    parts = (language.plain(game.title), variant(game, language))
    return BETWEEN.join(part for part in parts if part)


def rules_text(game: Game, language: Language) -> Iterator[tuple[str, str]]:
    """Yield the aim, the rules and how a move is written, each under its heading."""
    about = game.about()
    yield language.plain(AIM), str(language.tell(about.aim))
    if about.rules:
        yield language.plain(RULES), " ".join(str(language.tell(one)) for one in about.rules)
    if about.writing is not None:
        yield language.plain(MOVING), str(language.tell(about.writing))

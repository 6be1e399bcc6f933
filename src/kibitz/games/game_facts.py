"""Descriptions of a game, shared by CLI, page and Python."""

from __future__ import annotations

from kibitz.language.errors import Sentence, filled, phrase
from kibitz.rules.family import START

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.games.reference import ReferenceRow
    from kibitz.language.languages import Language
    from kibitz.rules.base_game import BaseGame

BETWEEN = " · "
ENGLISH = "en"
AIM = phrase("Aim")
RULES = phrase("Rules")
MOVING = phrase("How to move")
HISTORY = phrase("History and sources")
FACTS = phrase("Exact values")
# The sources that are translated; the others are titles of papers and addresses.
COMPUTED = (
    phrase("computed here"),
    phrase("computed here in two ways"),
    phrase("computed here; the value in two ways"),
)


def features(game: BaseGame) -> list[Sentence]:
    """Return short phrases that distinguish a game from others of its family."""
    found = [one for one in game.features() if one.details.get("name") != START]
    if START in game.name.parameters:
        found.append(Sentence("own start"))
    return found


def variant(game: BaseGame, language: Language) -> str:
    """Return what distinguishes a game from others of its family, on one line: “French board”."""
    return BETWEEN.join(str(language.tell(one)) for one in features(game))


def title(game: BaseGame, language: Language) -> str:
    """Return the title of a game; that of a shipped game is the beginning of its summary."""
    summary = game.description.partition("\n")[0].rstrip(".")
    own = summary.partition(": ")[0]
    if own != game.title:
        return language.plain(game.title)
    from kibitz.games.kinds import summary_in  # only games that ship have one

    said = summary_in(summary, language)
    return said.partition(":")[0].rstrip() if ":" in said else language.plain(game.title)


def heading(game: BaseGame, language: Language) -> str:
    """Return the title of a game with its variant: “peg solitaire · French board”."""
    parts = (title(game, language), variant(game, language))
    return BETWEEN.join(part for part in parts if part)


def rules_text(game: BaseGame, language: Language) -> Iterator[tuple[str, str]]:
    """Yield the aim, the rules and the notation of moves, each under its heading."""
    about = game.about()
    if about.aim is not None:
        yield language.plain(AIM), str(language.tell(about.aim))
    if about.rules:
        yield language.plain(RULES), " ".join(str(language.tell(one)) for one in about.rules)
    if about.writing is not None:
        yield language.plain(MOVING), str(language.tell(about.writing))


def history(game: BaseGame, language: Language) -> str:
    """Return the origin of a game and what is known about it; empty if that is not described."""
    words = game.about().history
    return words and language.plain(words)


class Fact:
    """Known values of a game or of a related one: a title, and labelled lines.

    `row` holds the same as numbers and English words.
    """

    def __init__(self, row: ReferenceRow, language: Language) -> None:
        self.row = row
        say, tell = language.plain, language.tell
        counted: Sentence | str = filled("{count}", {"count": row.positions}, language.manner, tell)
        if row.classes < row.positions:
            counted = Sentence(
                "{positions} ({classes} up to symmetry)",
                positions=row.positions,
                classes=row.classes,
            )
        self.title = row.title
        if language.code != ENGLISH:  # the titles of the reference are English
            from kibitz.games.registry import game_named

            self.title = heading(game_named(row.name), language)
        self.lines = [
            (say(phrase("Value of the start")), str(tell(row.value))),
            (say(phrase("Positions")), str(tell(counted))),
            (say(phrase("Source")), say(row.source) if row.source in COMPUTED else row.source),
        ]
        if row.longest is not None:
            longest = say(
                phrase("Greatest cost from any position")
                if row.priced
                else phrase("Most moves needed from any position")
            )
            self.lines[2:2] = [(longest, str(row.longest))]
            if row.hardest is not None:
                self.lines[3:3] = [(say(phrase("Hardest position")), row.hardest)]


def facts(game: BaseGame, language: Language) -> list[Fact]:
    """Return the known exact values of a game and its family, its own first."""
    from kibitz.games.reference import rows_of  # imported on demand

    return [Fact(row, language) for row in rows_of(game.name)]

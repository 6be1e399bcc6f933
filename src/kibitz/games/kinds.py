"""Kinds of games, and the list of all games grouped by them.

A built-in family defines its kind in its `Family`, a game in a file by `KIND = "…"`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kibitz.games import registry, shipped_games
from kibitz.language.errors import KibitzError, phrase, plain
from kibitz.language.languages import Language

FOR_TWO, PUZZLES, OTHERS = phrase("For two players"), phrase("Puzzles"), phrase("Other games")
KINDS = {
    "row": (FOR_TWO, phrase("in a row")),
    "blocking": (FOR_TWO, phrase("blocking")),
    "capturing": (FOR_TWO, phrase("capturing and racing")),
    "connecting": (FOR_TWO, phrase("drawing and connecting")),
    "impartial": (FOR_TWO, phrase("impartial games")),
    "pegs": (PUZZLES, phrase("peg solitaire")),
    "sliding": (PUZZLES, phrase("sliding")),
    "crossing": (PUZZLES, phrase("crossings")),
    "placing": (PUZZLES, phrase("placing")),
    "ordering": (PUZZLES, phrase("ordering and switching")),
}

# Games for a first visit, easy to understand and different from one another.
FIRST = ("peg", "four", "lgame", "lockout", "noughts")


class Listed:
    """An entry of the list: a family's name, its summary, its kind ("" if none), other names."""

    __slots__ = ("aliases", "kind", "name", "summary")

    def __init__(self, name: str, summary: str, kind: str, aliases: Sequence[str]) -> None:
        self.name = name
        self.summary = summary
        self.kind = shown_kind(kind)
        self.aliases = aliases

    def has(self, words: Iterable[str], language: Language) -> bool:
        """Return whether each word is in a name, the summary or the kind, in either language."""
        kind = KINDS.get(self.kind, (OTHERS, ""))
        own = (self.summary, self.name.replace("_", " "), *kind)
        said = (summary_in(self.summary, language), *(language.plain(one) for one in kind if one))
        text = unhyphenated(" ".join((self.name, *own, *said, *self.aliases)))
        return all(unhyphenated(word) in text for word in words)


def unhyphenated(text: str) -> str:
    """Return a text for searches: “tic-tac-toe” is “Tic Tac Toe”."""
    return plain(text).replace("-", " ")


def shown_kind(kind: str) -> str:
    """Return a kind if it exists, else ""."""
    return kind if kind in KINDS else ""


def all_games() -> list[Listed]:
    """Return all games grouped by kind; shipped files are read but not run."""
    texts = dict(shipped_games.texts())
    found = [
        Listed(
            name,
            shipped_games.summary(text).rstrip("."),
            shipped_games.kind(text),
            shipped_games.aliases(text),
        )
        for name, text in texts.items()
    ]
    for name in registry.names():
        if name not in texts:
            try:
                family = registry.family(name)
            except KibitzError:
                continue  # a broken package hides its own game only
            found.append(Listed(name, family.summary, family.kind, family.aliases))
    order = [*KINDS, ""]
    return sorted(found, key=lambda one: (order.index(one.kind), one.name))


def heading(kind: str, language: Language) -> str:
    """Return the heading of a kind."""
    if kind not in KINDS:
        return language.plain(OTHERS)
    group, name = map(language.plain, KINDS[kind])
    return language.say("{group}: {kind}", group=group, kind=name)


def summary_in(summary: str, language: Language) -> str:
    """Return the summary of a game in a language; those of shipped games end with a full stop."""
    sentence = f"{summary}."
    said = language.plain(sentence)
    return language.plain(summary) if said == sentence else said.rstrip(".")

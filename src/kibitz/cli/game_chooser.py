"""Chooser of a game at a terminal: numbered kinds and games, names, and words to search for."""

from __future__ import annotations

from itertools import groupby

from kibitz.games.kinds import FIRST, Listed, all_games, heading, summary_in
from kibitz.language.errors import EndOfInput, KibitzError, UnknownGame, all_of
from kibitz.play.seating import opened
from kibitz.play.session import QUIT, command_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.cli.terminal import Terminal
    from kibitz.language.languages import Language
    from kibitz.rules.base_game import BaseGame

INDENT = 6  # of lines after a number


class Chooser:
    """Asks for a game until one is chosen.

    A number means a line of the list that was shown last: the kinds first, then the games of a kind
    or those that a search has found.
    """

    def __init__(self, screen: Terminal, language: Language) -> None:
        self.screen = screen
        self.language = language
        games = all_games()
        self.kinds = [list(of_kind) for _, of_kind in groupby(games, lambda one: one.kind)]
        self.games = games
        self.listed: list[Listed] = []  # empty while the kinds are shown

    def choose(self) -> BaseGame:
        """Return the game that is chosen; raise `EndOfInput` if the person leaves."""
        say = self.language.say
        self.screen.write(say("Which game would you like to play?"))
        self.show_kinds()
        while True:
            typed = self.screen.ask(say("A number, a name, or words to search for: ")).strip()
            try:
                found = self.answer(typed)
            except KibitzError as error:
                self.screen.write(str(self.language.tell(error)))
                continue
            if found is not None:
                return found

    def answer(self, typed: str) -> BaseGame | None:
        """Return the game that was typed, or list what it may mean and return None."""
        if command_words(self.language).get(typed.lower()) == QUIT:
            raise EndOfInput
        if not typed:
            self.show_kinds()
            return None
        if typed.isascii() and typed.isdigit():
            return self.numbered(int(typed) if len(typed) < 4 else 0)
        try:
            return opened(typed)
        except UnknownGame:
            found = [one for one in self.games if one.has(typed.split(), self.language)]
            if not found:
                raise
        return self.narrow(found)

    def numbered(self, number: int) -> BaseGame | None:
        """Return the game of a line, or list the games of a kind and return None."""
        lines: Sequence[object] = self.listed or self.kinds
        if not 1 <= number <= len(lines):
            raise KibitzError("the numbers go from 1 to {most}", most=len(lines))
        return self.narrow([self.listed[number - 1]] if self.listed else self.kinds[number - 1])

    def narrow(self, found: list[Listed]) -> BaseGame | None:
        """Return the only game of a list, or show the list and return None."""
        if len(found) == 1:
            return opened(found[0].name)
        self.listed = found
        width = max(len(one.name) for one in found)
        for number, one in enumerate(found, 1):
            said = summary_in(one.summary, self.language)
            self.screen.write_hanging(f"{number:>4}  {one.name:<{width}}  ", said, INDENT)
        return None

    def show_kinds(self) -> None:
        """List the kinds of games."""
        self.listed = []
        for number, games in enumerate(self.kinds, 1):
            names = all_of([one.name for one in games])
            kind = heading(games[0].kind, self.language)
            said = str(self.language.tell(names))
            self.screen.write_hanging(f"{number:>4}  {kind}: ", said, INDENT)
        self.screen.write(self.language.say("Good first games: {names}.", names=all_of(FIRST)))

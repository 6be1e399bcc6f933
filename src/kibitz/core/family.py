"""Families of games: a name, variants and parameters, and parsing of the name of one game.

`noughts:oldest,rows=4,columns=4,pieces=4` is the family `noughts`, its variant `oldest` and three
parameters. Default values are left out of a game's name, so every game has exactly one name.
"""

from __future__ import annotations

from kibitz.core.game_name import GameName, pairs_of
from kibitz.language.errors import (
    KibitzError,
    Name,
    NotationError,
    UnknownGame,
    listed,
    nearest,
    one_of,
    phrase,
    quoted,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kibitz.core.base_game import BaseGame
    from kibitz.core.board import Board

START = "start"
# Names of what the environments for agents take besides the parameters of a game. A parameter of a
# game with such a name can be given to them in the name of the game only.
OWN_PARAMETERS = (
    "game", "boards", "opponent", "side", "step_limit", "render_mode", "truth", "effort",
)  # fmt: skip

NO_VARIANT = phrase("{name} has no variant {word}; {suggestion}")
NO_PARAMETER = phrase("{name} has no parameter {word}; {suggestion}")


class Parameter:
    """A parameter of a game: an integer or a word.

    `only` lists the variants that have it; empty means all. A word is read in lower case unless
    `as_typed` is true.
    """

    def __init__(
        self,
        name: str,
        meaning: str,
        default: int | str,
        bounds: tuple[int, int] | None,
        choices: Sequence[str],
        only: str,
    ) -> None:
        self.name = name
        self.meaning = meaning
        self.default = default
        self.bounds = bounds
        self.choices = choices
        self.only = only.split()
        self.names_cell = False
        self.as_typed = False

    @classmethod
    def whole(
        cls, name: str, default: int, least: int, most: int, meaning: str, only: str = ""
    ) -> Parameter:
        """Return an integer parameter."""
        return cls(name, meaning, default, (least, most), (), only)

    @classmethod
    def text(
        cls, name: str, meaning: str, choices: Sequence[str] = (), only: str = ""
    ) -> Parameter:
        """Return a parameter that is a word; the first choice is the default."""
        return cls(name, meaning, choices[0] if choices else "", None, choices, only)

    @classmethod
    def cell(cls, name: str, meaning: str) -> Parameter:
        """Return a parameter that names a cell, which front ends may let users point at."""
        parameter = cls.text(name, meaning)
        parameter.names_cell = True
        return parameter

    def read(self, text: str) -> int | str:
        """Return the value of this parameter for a text."""
        if self.bounds is None:
            text = text if self.as_typed else text.lower()
            if self.choices and text not in self.choices:
                raise UnknownGame(
                    "{name} is one of {choices}, not {text}",
                    name=Name(self.name),
                    choices=listed(self.choices),
                    text=quoted(text),
                )
            return text
        least, most = self.bounds
        digits = text.removeprefix("-")
        is_number = digits.isascii() and digits.isdigit() and len(digits) < 10
        if not is_number or not least <= int(text) <= most:
            raise UnknownGame(
                "{name} is a whole number from {least} to {most}, not {text}",
                name=Name(self.name),
                least=least,
                most=most,
                text=quoted(text),
            )
        return int(text)


class Values:
    """The variant and the parameters of one game of a family, as given in a text."""

    def __init__(self, family: Family, variant: str, chosen: dict[str, int | str]) -> None:
        self.family = family
        self.variant = variant
        self._chosen = chosen

    def given(self, name: str) -> bool:
        """Return whether the text gives this parameter."""
        return name in self._chosen

    def forget(self, name: str) -> None:
        """Leave a parameter out of the name because it equals its default."""
        self._chosen.pop(name, None)

    def settle(self, name: str, value: str) -> None:
        """Set the text of a parameter in the name."""
        self._chosen[name] = value

    def whole(self, name: str) -> int:
        """Return the value of an integer parameter."""
        return int(self._value(name))

    def text(self, name: str) -> str:
        """Return the value of a parameter that is a word."""
        return str(self._value(name))

    def cell(self, name: str, board: Board) -> int:
        """Return the cell of the board that a parameter names."""
        try:
            return board.cell(self.text(name))
        except NotationError as error:
            raise UnknownGame(
                "{parameter}: {reason}",
                parameter=Name(name),
                reason=error.words,
            ) from error

    def _value(self, name: str) -> int | str:
        return self._chosen.get(name, self.family.parameters[name].default)

    def name(self) -> GameName:
        """Return the canonical name of this game."""
        variant = "" if self.variant == self.family.plain else self.variant
        given = {
            name: self._chosen[name]
            for name, parameter in self.family.parameters.items()
            if name in self._chosen and self._chosen[name] != parameter.default
        }
        return GameName.of(self.family.name, variant, given)


def aliases_in(text: str) -> list[str]:
    """Return the names in a text that separates them by commas."""
    return [" ".join(name.split()) for name in text.split(",") if name.strip()]


class Family:
    """Games of one kind. `build` creates one of them from its values.

    The first variant is the default; `plain` is the variant, if any, that a name leaves out. `kind`
    is one of those in `catalogue/kinds.py`, for lists. `aliases` are other names of the game in any
    language, separated by commas: searches find them, and suggestions use them. `offered` is the
    choice that lists offer, where the plain name is a smaller game.
    """

    def __init__(
        self,
        name: str,
        summary: str,
        build: Callable[[Values], BaseGame],
        variants: dict[str, str] | None = None,
        parameters: Iterable[Parameter] = (),
        plain: str = "",
        kind: str = "",
        aliases: str = "",
        offered: str = "",
    ) -> None:
        self.name = name
        self.summary = summary
        self.kind = kind
        self.aliases = aliases_in(aliases)
        self.offered = offered
        self.build = build
        self.variants = variants or {plain: summary}
        start = Parameter.text(START, "any position to begin with")
        self.parameters = {parameter.name: parameter for parameter in (*parameters, start)}
        self.plain = plain

    def game(self, choice: str) -> BaseGame:
        """Return the game for the part of a name after the colon."""
        variant = next(iter(self.variants))
        named = False
        chosen: dict[str, int | str] = {}
        for written, value in pairs_of(choice):
            word = self._spelled(written)
            if value is None:
                if named:
                    raise UnknownGame("{name} takes one variant", name=self.name)
                variant, named = self._known(NO_VARIANT, word, self.variants), True
            elif word in chosen:
                raise UnknownGame("{word} is given twice", word=word)
            else:
                self._known(NO_PARAMETER, word, self.parameters)
                chosen[word] = self.parameters[word].read(value)
        for word in chosen:
            only = self.parameters[word].only
            if only and variant not in only:
                raise UnknownGame(
                    "{word} can be used with {games} only",
                    word=word,
                    games=one_of(f"{self.name}:{each}" for each in only),
                )
        return self._started(Values(self, variant, chosen))

    def _started(self, values: Values) -> BaseGame:
        """Build the game, and set its start if the text names one."""
        game = self.build(values)
        if values.given(START):
            try:
                start = game.parse(values.text(START))
            except KibitzError as error:
                raise UnknownGame("start: {error}", error=error) from error
            values.settle(START, game.text(start))
            if start == game.rules.start:
                values.forget(START)
            game.rules = game.rules.starting_at(start)
        game.name = values.name()
        return game

    def _spelled(self, word: str) -> str:
        """Return a word in lower case, or in the case that a parameter defines."""
        word = word.lower()
        return next((name for name in self.parameters if name.lower() == word), word)

    def _known(self, unknown: str, word: str, words: Iterable[str]) -> str:
        if word not in words:
            raise UnknownGame(
                unknown,
                name=self.name,
                word=quoted(word),
                suggestion=nearest(word, words),
            )
        return word

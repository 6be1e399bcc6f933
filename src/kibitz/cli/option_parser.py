"""Declares and reads the options of a command.

Words without an option are read here. `cli/option_help.py` reads all others with `argparse`, which
takes as long to import as it takes to answer from a table.
"""

from __future__ import annotations

from types import SimpleNamespace

from kibitz.cli import LANGUAGE_OPTION, language_in, module_of
from kibitz.language.errors import KibitzError, listed, quoted
from kibitz.language.languages import LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from kibitz.rules import PositionId
    from kibitz.rules.base_game import BaseGame
    from kibitz.solve.effort import Effort

PLAIN = {"nargs", "help", "metavar"}  # keywords of an argument that is read here
INQUIRY = "\0"  # a word that cannot be typed: it asks for the parser itself


class Declaration(Exception):
    """Raised by a parser instead of reading words that end with `INQUIRY`."""

    def __init__(self, parser: Parser) -> None:
        super().__init__(parser.command)
        self.parser = parser


class Declared:
    """An argument as `argparse` takes it; those of one `group` exclude each other."""

    __slots__ = ("group", "names", "settings")

    def __init__(self, names: Sequence[str], settings: dict[str, Any], group: Group) -> None:
        self.names = names
        self.settings = settings
        self.group = group

    @property
    def is_option(self) -> bool:
        """Whether it is named by the words, not by its place among them."""
        return self.names[0].startswith("-")

    @property
    def is_plain(self) -> bool:
        """Whether it is one word, perhaps left out, that is taken as it is."""
        return self.settings.keys() <= PLAIN and self.settings.get("nargs") in (None, "?")

    @property
    def field(self) -> str:
        """The name of the field in the result."""
        long = [name for name in self.names if name.startswith("--")] or self.names
        name: str = self.settings.get("dest", long[0].lstrip("-").replace("-", "_"))
        return name

    @property
    def default(self) -> object:
        """The value if the option is not given."""
        return self.settings.get("default", False if self.settings.get("action") else None)


class Group:
    """Declares arguments, all of one parser."""

    def __init__(self, declared: list[Declared]) -> None:
        self.declared = declared

    def add_argument(self, *names: str, **settings: Any) -> None:
        """Declare an argument, with the words of `argparse`."""
        self.declared.append(Declared(names, settings, self))


class Parser(Group):
    """A parser of the words after a command, in the language that they ask for.

    Errors are one sentence. `say` translates the help of the options.
    """

    def __init__(self, command: str, words: Sequence[str], description: str) -> None:
        super().__init__([])
        self.command = command
        self.words = words
        self.language = language_in(words)
        self.say = self.language.say
        self.description = self.say(description)

    def add_exclusive(self) -> Group:
        """Return a group of options that exclude each other."""
        return Group(self.declared)

    def read(self) -> SimpleNamespace:
        """Return the chosen options."""
        self.add_argument(
            LANGUAGE_OPTION,
            metavar="LANG",
            help=self.say("the language: {languages}", languages=listed(LANGUAGES)),
        )
        if INQUIRY in self.words:
            raise Declaration(self)
        found = self._plain()
        if found is None:
            from kibitz.cli.option_help import read_all

            return read_all(self)
        return found

    def _plain(self) -> SimpleNamespace | None:
        """Return what words without options choose; None if there is more to them than that."""
        places = [one for one in self.declared if not one.is_option]
        needed = ["nargs" not in one.settings for one in places]
        plain = all(one.is_plain for one in places) and needed == sorted(needed, reverse=True)
        plain = plain and not any(one.settings.get("required") for one in self.declared)
        if not plain or any(word.startswith("-") for word in self.words):
            return None
        if not sum(needed) <= len(self.words) <= len(places):
            return None
        found = {one.field: one.default for one in self.declared}
        found |= dict(zip((one.field for one in places), self.words, strict=False))
        return SimpleNamespace(**found)

    def add_memory(self) -> None:
        """Add the option that limits memory."""
        self.add_argument(
            "--memory",
            metavar="SIZE",
            help=self.say(
                "use at most this much memory, such as 2GiB; by default a share of the free memory"
            ),
        )

    def add_effort(self) -> None:
        """Add the options that limit the effort."""
        self.add_memory()
        self.add_argument(
            "--positions",
            type=int,
            metavar="N",
            help=self.say("look at no more than N positions"),
        )
        self.add_argument(
            "--seconds",
            type=float,
            metavar="S",
            help=self.say("work for no longer than S seconds"),
        )

    def add_position(self, purpose: str) -> None:
        """Add a position, given as an argument or by `--from`."""
        example = self.say("{purpose}, such as {example}", purpose=purpose, example="XO.-.X.-...")
        self.add_argument("position", nargs="?", help=example)
        same = self.say("the same, as an option")
        self.add_argument("--from", dest="start", metavar="POSITION", help=same)

    def add_data_seed(self) -> None:
        """Add the option for the seed of secret data; `whole_number` refuses an empty one."""
        self.add_argument(
            "--seed",
            type=whole_number,
            metavar="N",
            help=self.say("seed for the secret data: the same number gives the same data"),
        )

    def add_json(self) -> None:
        """Add the option for JSON output."""
        self.add_argument("--json", action="store_true", help=self.say("print JSON, for programs"))


def whole_number(text: str) -> int:
    """Return the number of an option; an empty text is usually a variable that is not set."""
    if not text.strip():
        raise KibitzError("--seed is empty; is the variable with the number set?")
    digits = text.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20):
        raise KibitzError("--seed is a whole number, not {text}", text=quoted(text))
    return int(text)


def parser_of(command: str, *words: str) -> Parser:
    """Return the parser of a command with all that it declares; the command is not run.

    `words` choose among the programs of `kibitz classic`.
    """
    try:
        module_of(command).main([*words, INQUIRY])
    except Declaration as found:
        return found.parser
    raise AssertionError(command)


def position_in(chosen: SimpleNamespace, game: BaseGame) -> PositionId | None:
    """Return the position that the words name, None if they name none."""
    if chosen.position is not None and chosen.start is not None:
        raise KibitzError("two positions are given: one as a word, one by --from")
    text = chosen.start if chosen.position is None else chosen.position
    return None if text is None else game.parse(text)


def effort_of(chosen: SimpleNamespace) -> Effort:
    """Return the effort that the options allow."""
    from kibitz.solve.effort import Effort

    positions, seconds = getattr(chosen, "positions", None), getattr(chosen, "seconds", None)
    for option, limit in (("positions", positions), ("seconds", seconds)):
        if limit is not None and not limit >= 0:
            raise KibitzError(
                "--{option} must be 0 or more, not {limit}", option=option, limit=limit
            )
    memory = None
    if chosen.memory is not None:
        from kibitz.solve.resources import bytes_of  # imported only for a limit

        memory = bytes_of(chosen.memory)
    return Effort(memory=memory, positions=positions, seconds=seconds)

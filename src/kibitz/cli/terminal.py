"""Terminal or other output stream: its width, encoding and colours.

All output is sequential text, so that a pipe, a screen reader and a printer get the same as a
screen.
"""

import io
import os
import sys
from collections.abc import Iterable, Mapping

from kibitz.drawing.scene import ENTERED, Cell, Scene
from kibitz.drawing.text_picture import text_picture
from kibitz.language.errors import EndOfInput, harmless

WIDEST = 80
NARROWEST = 20
ROOM_TO_TYPE = 16  # after a prompt
PLAIN_SIGNS = str.maketrans("“”–’«»\u00a0\u202f·×", '""-\'""  -x') | {ord("…"): "..."}
COLOURS = ("36", "33", "35")  # cyan, yellow, magenta: by the index of a sign in its game
BOLD, END = "\x1b[1m", "\x1b[0m"


class Terminal:
    """Output and input of a dialogue."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        charset = charset_of(environment)
        self.unicode = charset == "utf-8"
        if charset not in ("utf-8", "ascii"):
            for stream in (sys.stdin, sys.stdout, sys.stderr):
                if isinstance(stream, io.TextIOWrapper):
                    stream.reconfigure(encoding=charset, errors="replace")
        self.typed_here = bool(sys.stdin and sys.stdin.isatty())
        self.shown = bool(sys.stdout and sys.stdout.isatty())
        dumb = environment.get("TERM", "dumb") in ("", "dumb")
        self.colours = self.shown and not dumb and not environment.get("NO_COLOR")
        self._edited = self.typed_here and self.shown and not dumb and lines_can_be_edited()
        self._environment = environment

    @property
    def width(self) -> int:
        """The number of columns; a terminal may be resized at any time."""
        columns = self._environment.get("COLUMNS", "")
        if columns.isascii() and columns.isdigit() and len(columns) < 5:
            wide = int(columns)
        else:
            try:
                wide = os.get_terminal_size(sys.stdout.fileno()).columns
            except (OSError, ValueError, AttributeError):
                wide = WIDEST
        return max(NARROWEST, min(wide or WIDEST, WIDEST))

    def write(self, text: str = "") -> None:
        """Write a paragraph, wrapped to the width."""
        self.write_hanging("", text)

    def write_hanging(self, first: str, text: str, indent: int = 2) -> None:
        """Write a paragraph that begins with `first`, with a hanging indent."""
        import textwrap

        print(
            textwrap.fill(
                self._plain(first + text),
                self.width - 1,
                subsequent_indent=" " * indent if first else "",
                break_on_hyphens=False,
                break_long_words=False,
            )
        )

    def write_lines(self, lines: Iterable[str]) -> None:
        """Write lines without wrapping."""
        for line in lines:
            print(self._plain(line))

    def show(self, scene: Scene) -> None:
        """Draw a position between two empty lines."""
        letters = list(dict.fromkeys(sign[0] for sign in scene.game.signs))

        def paint(text: str, cell: Cell) -> str:
            if not self.colours or not cell.letter:
                return text
            colour = COLOURS[letters.index(cell.sign[0]) % len(COLOURS)]
            return f"\x1b[{colour}m{BOLD if cell.mark == ENTERED else ''}{text}{END}"

        drawn = text_picture(scene, unicode=self.unicode, width=self.width, paint=paint)
        print(f"\n{drawn}")

    def ask(self, prompt: str) -> str:
        """Return the line typed after a prompt; raise `EndOfInput` if there is none."""
        prompt = self._plain(prompt)
        if len(prompt) + ROOM_TO_TYPE > self.width:
            self.write(prompt.rstrip())
            prompt = "> "
        if self.typed_here:
            from kibitz.system.signals import resent_signals

            with resent_signals():
                return self._read_edited(prompt) if self._edited else self._read(prompt)
        line = self._read(prompt)
        print(line.rstrip("\r\n"))  # input from a pipe is not echoed otherwise
        return line

    def _read_edited(self, prompt: str) -> str:
        try:
            return input(prompt)
        except EOFError:
            raise EndOfInput from None

    def _read(self, prompt: str) -> str:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            raise EndOfInput
        return line

    def _plain(self, text: str) -> str:
        """Return the text in ASCII substitutes if the locale is not UTF-8."""
        text = "\n".join(map(harmless, text.split("\n")))
        return text if self.unicode else text.translate(PLAIN_SIGNS)


def lines_can_be_edited() -> bool:
    """Enable line editing and history, if Python has readline."""
    try:
        import readline
    except ImportError:
        return False
    readline.parse_and_bind("set enable-bracketed-paste off")  # some terminals show its characters
    return True


def charset_of(environment: Mapping[str, str]) -> str:
    """Return the character set of the locale: `utf-8`, `ascii` if it names none, or another."""
    import codecs

    names = ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "C")
    _, _, charset = locale.partition("@")[0].partition(".")
    try:
        return codecs.lookup(charset).name if charset else "ascii"
    except LookupError:
        return "ascii"

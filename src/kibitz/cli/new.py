"""`kibitz new`: write a small game of one's own to start from."""

from __future__ import annotations

import os

from kibitz.cli.parser import Parser
from kibitz.play.files import create_file
from kibitz.play.naming import check_name
from kibitz.rules.errors import KibitzError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SUFFIX = ".py"
FIRST_GAME = os.path.join(os.path.dirname(__file__), "first_game.txt")


def main(words: Sequence[str]) -> int:
    """Write the file, unless there is one of that name."""
    parser = Parser(
        "new", "Write a small working game, with comments where the decisions are, to a new file."
    )
    parser.add_argument("file", help="such as mygame.py")
    path = parser.parse_args(words).file
    if not path.endswith(SUFFIX):
        raise KibitzError("a game is a Python file: call it {path}.py", path=path)
    check_name(path)
    with open(FIRST_GAME, encoding="utf-8") as file:
        text = file.read()
    create_file(path, text)
    print(f"{path} is a game. Change it, and try:")
    for command in ("doctor", "table", "play", "web"):
        print(f"  kibitz {command} {path}")
    return 0

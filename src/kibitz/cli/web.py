"""`kibitz web`: the games in the browser."""

from __future__ import annotations

from kibitz.cli.parser import Parser
from kibitz.play.collection import Collection
from kibitz.rules.errors import KibitzError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

USUAL_PORT = 8642


def main(words: Sequence[str]) -> int:
    """Serve the page until Ctrl-C."""
    parser = Parser(
        "web",
        "Open the games in the browser, among them your own in files such as ./mygame.py. Only "
        "this machine can see them.",
    )
    parser.add_argument(
        "game",
        nargs="*",
        help="what to open first: a game, or a file with one (several files may be given); "
        "else the page with all of them",
    )
    parser.add_argument(
        "--port", type=int, default=USUAL_PORT, help=f"else {USUAL_PORT}; 0 takes any free one"
    )
    parser.add_argument("--no-browser", action="store_true", help="only say where the page is")
    chosen = parser.parse_args(words)
    if not 0 <= chosen.port < 1 << 16:
        raise KibitzError("a port is a number from 0 to 65535, not {port}", port=str(chosen.port))
    games = Collection(chosen.game)
    try:
        from kibitz.web.server import serve  # slow to import, and wrong words should not wait
    except ModuleNotFoundError as error:
        raise KibitzError(
            "the page needs the package {package}, which is not installed: "
            "pip install 'kibitz[web]'",
            package=error.name,
        ) from None

    serve(chosen.port, games, browser=not chosen.no_browser)
    return 0

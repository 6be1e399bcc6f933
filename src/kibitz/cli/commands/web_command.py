"""`kibitz web`: serve the games to a browser."""

import os
from collections.abc import Sequence

from kibitz.cli.option_parser import Parser
from kibitz.cli.page_packages import check_address, packages_of_page
from kibitz.games.collection import Collection
from kibitz.language.errors import KibitzError, phrase

USUAL_PORT = 8642


def main(words: Sequence[str]) -> int:
    """Serve the page until Ctrl-C."""
    parser = Parser(
        "web",
        words,
        phrase(
            "Open the games in the browser, among them your own in files such as ./mygame.py. Only "
            "this machine can see them, unless --host is given."
        ),
    )
    say = parser.say
    parser.add_argument(
        "game",
        nargs="*",
        help=say(
            "what to open first: a game, or a file with one (several files may be given); "
            "else the page with all games"
        ),
    )
    parser.add_argument(
        "--port",
        type=int,
        default=USUAL_PORT,
        help=say("which port (default: {port}); 0 takes any free one", port=str(USUAL_PORT)),
    )
    parser.add_argument(
        "--host",
        metavar="ADDRESS",
        default="",
        help=say(
            "an address of this machine, such as 192.168.1.20: others in the network can then "
            "play, with a code that is printed"
        ),
    )
    parser.add_argument(
        "--site",
        metavar="URL",
        default=os.environ.get("KIBITZ_SITE", ""),
        help=say(
            "where a folder of kibitz site is published; the page then offers links that lead "
            "there (default: KIBITZ_SITE)"
        ),
    )
    parser.add_argument(
        "--no-browser", action="store_true", help=say("only print the address of the page")
    )
    chosen = parser.read()
    if not 0 <= chosen.port < 1 << 16:
        raise KibitzError("a port is a number from 0 to 65535, not {port}", port=str(chosen.port))
    check_address(chosen.site)
    games = Collection(chosen.game)
    with packages_of_page():
        from kibitz.web.server.web_server import (
            serve,  # slow to import; wrong options are reported before
        )

    serve(
        chosen.port,
        games,
        parser.language,
        browser=not chosen.no_browser,
        host=chosen.host,
        site=chosen.site,
    )
    return 0

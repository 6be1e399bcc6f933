"""`kibitz web`: serve the games to a browser."""

import os
from argparse import Namespace

from kibitz.cli.options import Argument, Command, flag
from kibitz.cli.page_packages import check_address, packages_of
from kibitz.games.collection import Collection
from kibitz.language.errors import KibitzError, Sentence, phrase

USUAL_PORT = 8642


COMMAND = Command(
    phrase(
        "Open the games in the browser, among them your own in files such as ./mygame.py. Only "
        "this machine can see them, unless --host is given."
    ),
    Argument(
        "game",
        phrase(
            "what to open first: a game, or a file with one (several files may be given); "
            "else the page with all games"
        ),
        nargs="*",
    ),
    Argument(
        "--port",
        Sentence("which port (default: {port}); 0 takes any free one", port=str(USUAL_PORT)),
        type=int,
        default=USUAL_PORT,
    ),
    Argument(
        "--host",
        phrase(
            "an address of this machine, such as 192.168.1.20: others in the network can then "
            "play, with a code that is printed"
        ),
        "ADDRESS",
        default="",
    ),
    Argument(
        "--site",
        phrase(
            "where a folder of kibitz site is published; the page then offers links that lead "
            "there (default: KIBITZ_SITE)"
        ),
        "URL",
        default=os.environ.get("KIBITZ_SITE", ""),
    ),
    flag("--no-browser", phrase("only print the address of the page")),
)


def main(chosen: Namespace) -> int:
    """Serve the page until Ctrl-C."""
    if not 0 <= chosen.port < 1 << 16:
        raise KibitzError("a port is a number from 0 to 65535, not {port}", port=str(chosen.port))
    check_address(chosen.site)
    games = Collection(chosen.game)
    with packages_of("web"):
        from kibitz.web.server.web_server import (
            serve,  # slow to import; wrong options are reported before
        )

    serve(
        chosen.port,
        games,
        chosen.language,
        browser=not chosen.no_browser,
        host=chosen.host,
        site=chosen.site,
    )
    return 0

"""`kibitz site`: write a static site with the games in it."""

from collections.abc import Sequence

from kibitz.cli.option_parser import Parser
from kibitz.cli.output import WRITING, Bar
from kibitz.cli.page_packages import check_address, packages_of_page
from kibitz.games.collection import Collection
from kibitz.language.errors import phrase, plural


def main(words: Sequence[str]) -> int:
    """Write the folder, and print a summary."""
    parser = Parser(
        "site",
        words,
        phrase(
            "Write a folder with the games, the page and Python for the browser. Any static web "
            "server can serve it, and once opened it works offline. npm fetches Python for the "
            "browser the first time."
        ),
    )
    say = parser.say
    parser.add_argument("folder", help=say("folder to write to: empty, or with a site to replace"))
    parser.add_argument("game", nargs="*", default=[], help=say("files with games of your own"))
    parser.add_argument(
        "--address",
        default="",
        metavar="URL",
        help=say("where the site will be published, so that links to it are shown with a picture"),
    )
    chosen = parser.read()
    check_address(chosen.address)
    games = Collection(chosen.game)
    with packages_of_page():
        from kibitz.web.site.static_site import sent, write_site
    with Bar(parser.language, phase=WRITING):
        made = write_site(chosen.folder, games, address=chosen.address)
    print(
        say(
            "{folder}: {files}, {megabytes} MB, {compressed} MB compressed; try it with {command}",
            folder=chosen.folder,
            files=plural("{count} file", "{count} files", len(made)),
            megabytes=round(sum(map(len, made.values())) / 1e6, 1),
            compressed=round(sent(made) / 1e6, 1),
            command=f"python3 -m http.server --directory {chosen.folder}",
        )
    )
    return 0

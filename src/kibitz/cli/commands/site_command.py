"""`kibitz site`: write a static site with the games in it."""

from argparse import Namespace

from kibitz.cli.options import Argument, Command, output
from kibitz.cli.output import WRITING, Bar
from kibitz.cli.page_packages import check_address, packages_of
from kibitz.games.collection import Collection
from kibitz.language.errors import phrase, plural

COMMAND = Command(
    phrase(
        "Write a folder with the games, the page and Python for the browser. Any static web "
        "server can serve it, and once opened it works offline. npm fetches Python for the "
        "browser the first time."
    ),
    Argument("game", phrase("files with games of your own"), nargs="*", default=[]),
    output(phrase("folder to write to: empty, or with a site to replace"), "FOLDER"),
    Argument(
        "--address",
        phrase("where the site will be published, so that links to it are shown with a picture"),
        "URL",
        default="",
    ),
)


def main(chosen: Namespace) -> int:
    """Write the folder, and print a summary."""
    check_address(chosen.address)
    games = Collection(chosen.game)
    with packages_of("web"):
        from kibitz.web.site.static_site import sent, write_site
    with Bar(chosen.language, phase=WRITING):
        made = write_site(chosen.to, games, address=chosen.address)
    print(
        chosen.language.say(
            "{folder}: {files}, {megabytes} MB, {compressed} MB compressed; try it with {command}",
            folder=chosen.to,
            files=plural("{count} file", "{count} files", len(made)),
            megabytes=round(sum(map(len, made.values())) / 1e6, 1),
            compressed=round(sent(made) / 1e6, 1),
            command=f"python3 -m http.server --directory {chosen.to}",
        )
    )
    return 0

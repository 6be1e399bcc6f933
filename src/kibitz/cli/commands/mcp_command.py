"""`kibitz mcp`: serve exact outcomes to language models by the Model Context Protocol."""

from argparse import Namespace

from kibitz.cli.options import Argument, Command
from kibitz.cli.page_packages import packages_of
from kibitz.language.errors import phrase
from kibitz.system.signals import end_at_once

NEEDED = phrase("the server needs the package {package}, which is not installed: {install}")
COMMAND = Command(
    phrase(
        "Serve the games to a language model by the Model Context Protocol, on standard input "
        "and output: games, rules, exact outcomes, moves and claims. No call takes more than "
        "two seconds; what is not proved by then is unknown."
    ),
    Argument("file", phrase("a file with a game of your own; no other file is run"), nargs="*"),
)


def main(chosen: Namespace) -> int:
    """Serve on standard input and output until the input ends."""
    with packages_of("mcp", NEEDED):
        from kibitz.adapters.mcp import pass_whole_characters, server
    made = server(chosen.file)
    end_at_once()
    pass_whole_characters()
    made.run("stdio")
    return 0

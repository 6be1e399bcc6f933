"""`kibitz mcp`: serve exact outcomes to language models by the Model Context Protocol."""

from collections.abc import Sequence

from kibitz.cli.option_parser import Parser
from kibitz.language.errors import KibitzError, phrase
from kibitz.system.extras import install
from kibitz.system.signals import end_at_once


def main(words: Sequence[str]) -> int:
    """Serve on standard input and output until the input ends."""
    parser = Parser(
        "mcp",
        words,
        phrase(
            "Serve the games to a language model by the Model Context Protocol, on standard input "
            "and output: games, rules, exact outcomes, moves and claims. No call takes more than "
            "two seconds; what is not proved by then is unknown."
        ),
    )
    parser.add_argument(
        "file",
        nargs="*",
        help=parser.say("a file with a game of your own; no other file is run"),
    )
    chosen = parser.read()
    try:
        from kibitz.adapters.mcp import pass_whole_characters, server
    except ModuleNotFoundError:
        raise KibitzError(
            "the server needs the package {package}, which is not installed: {install}",
            package="mcp",
            install=install("mcp"),
        ) from None
    made = server(chosen.file)
    end_at_once()
    pass_whole_characters()
    made.run("stdio")
    return 0

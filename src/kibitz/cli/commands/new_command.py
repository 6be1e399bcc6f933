"""`kibitz new`: write a small game to start from, or a copy of an example."""

from collections.abc import Sequence

from kibitz.catalogue.gamefile import check_name
from kibitz.catalogue.shipped_games import aliases, first_game, summary, texts
from kibitz.cli.option_parser import Parser
from kibitz.core.game_name import FILE_SUFFIX
from kibitz.language.errors import KibitzError, phrase, plain, quoted
from kibitz.system.whole_files import create_file


def main(words: Sequence[str]) -> int:
    """Write the file, unless it exists."""
    parser = Parser(
        "new",
        words,
        phrase("Write a small working game, with comments where the decisions are, to a new file."),
    )
    say = parser.say
    parser.add_argument("file", nargs="?", help=say("such as mygame.py"))
    parser.add_argument(
        "--example",
        nargs="?",
        const="",
        metavar="NAME",
        help=say(
            "copy an example instead, to NAME.py unless file is given; without NAME, list them"
        ),
    )
    parser.add_argument(
        "--like",
        metavar="WORDS",
        help=say("start from the example that comes nearest to these words, such as morris"),
    )
    chosen = parser.read()
    if chosen.like is not None:
        if chosen.example is not None:
            raise KibitzError("give --example or --like, not both")
        chosen.example = nearest_example(chosen.like)
        print(say("The nearest example is {name}.", name=chosen.example))
    if chosen.example == "":
        listed = dict(texts())
        width = max(map(len, listed), default=0)
        for name, text in listed.items():
            print(f"  {name:<{width}}  {parser.language.plain(summary(text))}")
        return 0
    path = chosen.file or (f"{chosen.example}{FILE_SUFFIX}" if chosen.example else "")
    if not path:
        raise KibitzError("name the file to write, such as mygame.py")
    if not path.endswith(FILE_SUFFIX):
        raise KibitzError("a game is a Python file: call it {path}.py", path=path)
    check_name(path)
    create_file(path, example(chosen.example) if chosen.example else first_game())
    print(say("{path} is a game. Change it, and try:", path=path))
    for command in ("doctor", "table", "play", "web"):
        print(f"  kibitz {command} {path}")
    return 0


def example(name: str) -> str:
    """Return the text of an example."""
    there = dict(texts())
    if name not in there:
        from kibitz.language.errors import nearest

        raise KibitzError(
            "there is no example {name}; {suggestion}",
            name=quoted(name),
            suggestion=nearest(name, there),
        )
    return there[name]


def nearest_example(words: str) -> str:
    """Return the name of the example that matches some words best.

    A word counts most as the name of an example, then within its names, in its first line, and
    anywhere in its text; words without any match are treated as misspelled names.
    """
    import difflib
    import re

    there = dict(texts())

    def found_in(name: str) -> int:
        text = plain(there[name])
        called = plain(" ".join((name, *aliases(there[name]))))
        places = ([name], called, summary(text), text)
        return sum(
            next((1000 // 10**at for at, place in enumerate(places) if word in place), 0)
            for word in re.findall(r"\w+", plain(words))
        )

    best = max(there, key=found_in)
    if found_in(best):
        return best
    near = difflib.get_close_matches(words.lower(), there, n=1, cutoff=0.4)
    if not near:
        raise KibitzError(
            "no example is like {words}; kibitz new --example lists them", words=quoted(words)
        )
    return near[0]

"""`kibitz new`: write a small game to start from, or a copy of an example."""

from argparse import Namespace

from kibitz.cli.options import Argument, Command
from kibitz.games.gamefile import check_name
from kibitz.games.kinds import summary_in
from kibitz.games.shipped_games import aliases, first_game, names, summary, texts
from kibitz.language.errors import KibitzError, all_of, phrase, plain, quoted
from kibitz.language.languages import Language
from kibitz.rules.game_name import FILE_SUFFIX
from kibitz.system.whole_files import create_file

MOST_OTHERS = 5


COMMAND = Command(
    phrase("Write a small working game, with comments where the decisions are, to a new file."),
    Argument("file", phrase("such as mygame.py"), nargs="?"),
    Argument(
        "--example",
        phrase("copy an example instead, to NAME.py unless file is given; without NAME, list them"),
        "NAME",
        nargs="?",
        const="",
    ),
    Argument(
        "--like",
        phrase("start from the example that comes nearest to these words, such as morris"),
        "WORDS",
    ),
)


def main(chosen: Namespace) -> int:
    """Write the file, unless it exists."""
    if chosen.like is not None:
        if chosen.example is not None:
            raise KibitzError("give --example or --like, not both")
        chosen.example = print_found(chosen.like, chosen.language)
    if chosen.example == "":
        listed = dict(texts())
        width = max(map(len, listed), default=0)
        for name, text in listed.items():
            print(f"  {name:<{width}}  {chosen.language.plain(summary(text))}")
        return 0
    path = chosen.file or (f"{chosen.example}{FILE_SUFFIX}" if chosen.example else "")
    if not path:
        raise KibitzError("name the file to write, such as mygame.py")
    if not path.endswith(FILE_SUFFIX):
        raise KibitzError("a game is a Python file: call it {path}.py", path=path)
    check_name(path)
    create_file(path, example(chosen.example) if chosen.example else first_game())
    print(chosen.language.say("{path} is a game. Change it, and try:", path=path))
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


def print_found(words: str, language: Language) -> str:
    """Print which examples match some words; return the name of the best one."""
    found, missing = examples_like(words)
    found = found or near_names(words)
    if not found:
        raise KibitzError(
            "no example is like {words}; kibitz new --example lists them", words=quoted(words)
        )
    if missing:
        print(language.say("Nothing was found for {words}.", words=all_of(map(quoted, missing))))
    best, *others = found
    said = summary_in(summary(dict(texts())[best]).rstrip("."), language)
    print(language.say("The nearest example is {name}: {summary}.", name=best, summary=said))
    if others:
        others = others[:MOST_OTHERS]
        print(language.say("Other examples found: {names}.", names=all_of(others)))
    return best


def examples_like(words: str) -> tuple[list[str], list[str]]:
    """Return the examples that match some words, best first, and the words that match none.

    A word counts most as the name of an example, then within its names, in its first line, and
    anywhere in what is written about it.
    """
    import re

    there = dict(texts())
    asked = dict.fromkeys(re.findall(r"\w+", plain(words)))
    scores: dict[str, int] = dict.fromkeys(there, 0)
    missing = []
    for word in asked:
        begins = re.compile(rf"\b{word}")
        found = 0
        for name, text in there.items():
            called = plain(" ".join((name.replace("_", " "), *aliases(text))))
            about = plain(text.partition('"""')[2].partition('"""')[0])
            places = (word == plain(name), *map(begins.search, (called, summary(about), about)))
            score = next((1000 // 10**at for at, place in enumerate(places) if place), 0)
            scores[name] += score
            found += score
        if not found:
            missing.append(word)
    matching = sorted((name for name in there if scores[name]), key=lambda name: -scores[name])
    return matching, missing


def near_names(words: str) -> list[str]:
    """Return the example whose name is meant by a misspelled one, if there is one."""
    import difflib

    return difflib.get_close_matches(words.lower(), names(), n=1, cutoff=0.65)

"""`kibitz games`: the games, their variants and parameters."""

from __future__ import annotations

import json

from kibitz.cli.parser import Parser
from kibitz.play.about import heading, rules_text
from kibitz.play.naming import game as game_named
from kibitz.rules.errors import Sentence, all_of, listed, phrase
from kibitz.rules.registry import families

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from kibitz.play.language import Language
    from kibitz.rules.family import Family, Parameter
    from kibitz.rules.game import Game


def main(words: Sequence[str]) -> int:
    """List every family of games, or tell the rules of one game."""
    parser = Parser(
        "games",
        words,
        phrase("List the games, their variants and parameters; tell the rules of one."),
    )
    language = parser.language
    parser.add_argument(
        "game", nargs="?", help=parser.say("tell the rules of this game, such as peg:french")
    )
    parser.add_json()
    chosen = parser.read()
    if chosen.game is not None:
        tell_rules(game_named(chosen.game), language, as_data=chosen.json)
        return 0
    if chosen.json:
        print(json.dumps([as_json(family) for family in families()]))
        return 0
    for family in families():
        print(f"{family.name:<18}{language.plain(family.summary)}")
        for word, meaning in choices(family, language):
            print(f"  {word:<16}{meaning}")
        print()
    print(
        language.say(
            "A game is named by one text, such as peg:french,vacancy=d4 or noughts:oldest,pieces=4."
        )
    )
    return 0


def tell_rules(game: Game, language: Language, *, as_data: bool) -> None:
    """Tell the title of a game, its aim, its rules and how a move is written."""
    title, told = heading(game, language), dict(rules_text(game, language))
    if as_data:
        print(json.dumps({"game": game.name, "heading": title, "rules": told}, ensure_ascii=False))
        return
    from kibitz.cli.screen import Screen  # a list needs none

    screen = Screen()
    screen.tell_lines([title, game.name])
    for word, words in told.items():
        screen.tell()
        screen.tell_lines([word])
        screen.tell(words)


def as_json(family: Family) -> dict[str, Any]:
    """Return a family for programs."""
    return {
        "name": family.name,
        "summary": family.summary,
        "variants": family.variants,
        "parameters": [
            {
                "name": one.name,
                "meaning": one.meaning,
                "default": one.default,
                "bounds": one.bounds,
                "choices": list(one.choices),
                "only": one.only,
            }
            for one in family.parameters.values()
        ],
    }


def choices(family: Family, language: Language) -> Iterator[tuple[str, str]]:
    """Yield the words that a family takes, and what each means."""
    for variant, meaning in family.variants.items():
        if variant:
            yield f":{variant}", language.plain(meaning)
    for parameter in family.parameters.values():
        yield f"{parameter.name}=", str(language.tell(meaning_of(parameter)))


def meaning_of(parameter: Parameter) -> Sentence:
    """Return what a parameter means, what it can be, and which variants have it."""
    said = Sentence(parameter.meaning)
    if parameter.choices:
        said = Sentence("{meaning}: {choices}", meaning=said, choices=listed(parameter.choices))
    if parameter.default != "":
        default = str(parameter.default)
        said = Sentence("{meaning}, {default} unless given", meaning=said, default=default)
    if parameter.only:
        said = Sentence("{meaning}, for {games}", meaning=said, games=all_of(parameter.only))
    return said

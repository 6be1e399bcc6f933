"""`kibitz games`: the games, their variants and parameters."""

from __future__ import annotations

import json

from kibitz.cli.parser import Parser
from kibitz.play.about import heading, rules_text
from kibitz.play.language import LANGUAGES, language_for
from kibitz.play.naming import game as game_named
from kibitz.rules.registry import families

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from kibitz.play.language import Language
    from kibitz.rules.family import Family
    from kibitz.rules.game import Game


def main(words: Sequence[str]) -> int:
    """List every family of games, or tell the rules of one game."""
    parser = Parser(
        "games", "List the games, their variants and parameters; tell the rules of one."
    )
    parser.add_argument("game", nargs="?", help="tell the rules of this game, such as peg:french")
    parser.add_argument("--lang", metavar="LANG", help=f"the language: {', '.join(LANGUAGES)}")
    parser.add_json()
    chosen = parser.parse_args(words)
    if chosen.game is not None:
        tell_rules(game_named(chosen.game), language_for(chosen.lang), as_data=chosen.json)
        return 0
    if chosen.json:
        print(json.dumps([as_json(family) for family in families()]))
        return 0
    for family in families():
        print(f"{family.name:<18}{family.summary}")
        for word, meaning in choices(family):
            print(f"  {word:<16}{meaning}")
        print()
    print("A game is named by one text, such as peg:french,vacancy=d4 or noughts:oldest,pieces=4.")
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


def choices(family: Family) -> Iterator[tuple[str, str]]:
    """Yield the words that a family takes, and what each means."""
    for variant, meaning in family.variants.items():
        if variant:
            yield f":{variant}", meaning
    for parameter in family.parameters.values():
        goes_with = f", for {' and '.join(parameter.only)}" if parameter.only else ""
        among = f": {', '.join(parameter.choices)}" if parameter.choices else ""
        usual = "" if parameter.default == "" else f", {parameter.default} unless given"
        yield f"{parameter.name}=", f"{parameter.meaning}{among}{usual}{goes_with}"

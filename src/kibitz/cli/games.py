"""`kibitz games`: the games, their variants and parameters."""

from __future__ import annotations

import json

from kibitz.cli.parser import Parser
from kibitz.rules.registry import families

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from kibitz.rules.family import Family


def main(words: Sequence[str]) -> int:
    """List every family of games."""
    parser = Parser("games", "List the games, their variants and parameters.")
    parser.add_json()
    if parser.parse_args(words).json:
        print(json.dumps([as_json(family) for family in families()]))
        return 0
    for family in families():
        print(f"{family.name:<18}{family.summary}")
        for word, meaning in choices(family):
            print(f"  {word:<16}{meaning}")
        print()
    print("A game is named by one text, such as peg:french,vacancy=d4 or noughts:oldest,pieces=4.")
    return 0


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

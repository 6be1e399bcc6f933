"""`kibitz games`: list the games by kind, search them, or describe one."""

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from kibitz.cli.options import JSON, Argument, Command
from kibitz.games.game_facts import FACTS, HISTORY, facts, heading, history, rules_text
from kibitz.games.kinds import FIRST, Listed, all_games, summary_in
from kibitz.games.kinds import heading as heading_of
from kibitz.games.registry import family, game_named
from kibitz.language.errors import Sentence, UnknownGame, all_of, listed, phrase
from kibitz.language.languages import Language
from kibitz.rules.base_game import BaseGame
from kibitz.rules.family import Family, Parameter

COMMAND = Command(
    phrase("List the games by kind, search for some, or describe one."),
    Argument(
        "word",
        phrase("a game, such as peg:french; or words to search for, such as morris"),
        nargs="*",
    ),
    JSON,
)


def main(chosen: Namespace) -> int:
    """List the games, all or those that match some words, or describe one game."""
    language = chosen.language
    found = all_games()
    if chosen.word:
        try:
            game = game_named(" ".join(chosen.word))
        except UnknownGame:
            found = [one for one in found if one.has(chosen.word, language)]
            if not found:
                raise
        else:
            print_game(game, language, as_data=chosen.json)
            return 0
    if chosen.json:
        print(json.dumps([as_json(family(one.name)) for one in found]))
    else:
        print_list(found, language)
        if not chosen.word:
            print(language.say("Good first games: {names}.", names=all_of(FIRST)))
    return 0


def print_list(found: Sequence[Listed], language: Language) -> None:
    """Print the games by kind, one line each."""
    for kind, games in groupby(found, lambda one: one.kind):
        print(heading_of(kind, language))
        for one in games:
            print(f"  {one.name:<16}  {summary_in(one.summary, language)}")
        print()
    print(
        language.say(
            "A game has a name without spaces, such as peg:french,vacancy=d4 or "
            "noughts:oldest,pieces=4."
        )
    )
    print(
        language.say(
            "kibitz games NAME shows its rules, its parameters, its history and its exact value."
        )
    )


def print_game(game: BaseGame, language: Language, *, as_data: bool) -> None:
    """Print the description of a game: start, rules, parameters, history and exact value."""
    title, rules = heading(game, language), dict(rules_text(game, language))
    origin, known = history(game, language), facts(game, language)
    if as_data:
        rows = [
            {"game": one.row.name, "title": one.title, "facts": dict(one.lines)} for one in known
        ]
        said = {"game": game.name, "heading": title, "rules": rules, "history": origin}
        print(json.dumps({**said, "known": rows}, ensure_ascii=False))
        return
    from kibitz.cli.terminal import Terminal  # not needed for a list
    from kibitz.drawing.scene import scene_of
    from kibitz.play.match_history import MatchState

    screen = Terminal()
    screen.write_lines([title, game.name])
    screen.show(scene_of(MatchState(game), language.plain))
    for number, (word, words) in enumerate(rules.items()):
        if number:  # the picture ends with an empty line
            screen.write()
        screen.write_lines([word])
        screen.write(words)
    taken = list(choices(family(game.name.family), language)) if game.name.file is None else []
    if taken:
        screen.write()
        screen.write_lines([language.say("Variants and parameters")])
        column = 2 + max(len(word) for word, _ in taken) + 2
        for word, meaning in taken:
            screen.write_hanging(f"  {word:<{column - 2}}", meaning, min(column, screen.width // 3))
    if origin:
        screen.write()
        screen.write_lines([language.say(HISTORY)])
        screen.write(origin)
    if known:
        screen.write()
        screen.write_lines([language.say(FACTS)])
    for one in known:
        screen.write_lines([f"  {one.title}  ({one.row.name})"])
        for label, value in one.lines:
            screen.write_hanging("    " + language.say("{heading}: ", heading=label), value, 6)


def as_json(one: Family) -> dict[str, Any]:
    """Return a family as data for programs."""
    return {
        "name": one.name,
        "summary": one.summary,
        "kind": one.kind,
        "aliases": one.aliases,
        "variants": one.variants,
        "parameters": [
            {
                "name": each.name,
                "meaning": each.meaning,
                "default": each.default,
                "bounds": each.bounds,
                "choices": list(each.choices),
                "only": each.only,
            }
            for each in one.parameters.values()
        ],
    }


def choices(one: Family, language: Language) -> Iterator[tuple[str, str]]:
    """Yield the variants and parameters of a family, each with its meaning."""
    for variant, meaning in one.variants.items():
        if variant:
            yield f":{variant}", language.plain(meaning)
    for parameter in one.parameters.values():
        yield f"{parameter.name}=", str(language.tell(meaning_of(parameter)))


def meaning_of(parameter: Parameter) -> Sentence:
    """Return the meaning of a parameter, its values, and the variants that have it."""
    said = Sentence(parameter.meaning)
    if parameter.choices:
        said = Sentence("{meaning}: {choices}", meaning=said, choices=listed(parameter.choices))
    if parameter.default != "":
        default = str(parameter.default)
        said = Sentence("{meaning} (default: {default})", meaning=said, default=default)
    if parameter.only:
        said = Sentence("{meaning}, for {games}", meaning=said, games=all_of(parameter.only))
    return said

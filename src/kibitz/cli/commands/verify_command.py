"""`kibitz verify`: check a saved or shipped table against the rules alone."""

from __future__ import annotations

from kibitz.cli.options import GAME, JSON, MEMORY, Command, effort_of
from kibitz.cli.output import Bar, json_text
from kibitz.games.registry import game_named
from kibitz.language.errors import KibitzError, Sentence, phrase
from kibitz.solve.store.table_store import TableStore, kept_name
from kibitz.solve.verify.verification import Fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace


COMMAND = Command(
    phrase(
        "Check a kept or shipped table against the rules, with code that shares nothing with "
        "the solver. Exits with 0 if the table is right, with 1 if it is not."
    ),
    GAME,
    MEMORY,
    JSON,
)


def main(chosen: Namespace) -> int:
    """Print what was checked and return 0, or the error and return 1."""
    language = chosen.language
    game = game_named(chosen.game)
    store, name = TableStore(), kept_name(game.name, game.rules)
    table = store.find(name, game.rules)
    if table is None and store.shipped:
        table = store.shipped.find(name, game.rules)
    if table is None:
        raise KibitzError(
            "there is no table of {name} made by the present rules; kibitz table {name} makes one",
            name=game.name,
        )
    try:
        with Bar(language) as bar:
            said = table.verify(effort_of(chosen).watch(bar))
    except Fault as fault:
        if fault.position is None:
            wrong = Sentence("the table of {name} is wrong: {reason}", name=game.name, reason=fault)
        else:
            wrong = Sentence(
                "the table of {name} is wrong, at {position}: {reason}",
                name=game.name,
                position=game.text(fault.position),
                reason=fault,
            )
        if chosen.json:
            print(json_text({"game": game.name, "right": False, "wrong": str(wrong)}))
        else:
            print(language.tell(wrong))
        return 1
    if table.seconds is not None:
        said.append(Sentence("NOT CHECKED: how long solving took"))
    if chosen.json:
        print(json_text({"game": game.name, "right": True, "checked": list(map(str, said))}))
        return 0
    print("\n".join(f"- {language.tell(sentence)}" for sentence in said))
    print(language.say("the table of {name} is right", name=game.name))
    return 0

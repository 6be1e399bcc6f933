"""Compiled code of the games of a static site: one file that all share, and one for each game.

The page's worker asks the backend which files a question needs, and fetches them
(`page/transport/python.js`).
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from kibitz.solve.structure import lists_positions
from kibitz.web.site.site_packing import SUFFIX, packed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kibitz.games.collection import Collection

CODE = "code"  # the folder of these files
INDEX = "code.json"  # the file of each game, by name
SHARED = f"shared{SUFFIX}"
# Besides what the start page offers.
MORE = (
    *(f"lockout:helpers={count}" for count in (5, 6)),
    "four:rows=6,columns=7",
)


def compiled_names(games: Collection) -> list[str]:
    """Return the games that are compiled for a site: those that the start page offers, and more."""
    from kibitz.web.site.prepared_answers import offered

    return list(dict.fromkeys((*offered(games), *MORE)))


def compiled_games(
    games: Collection, names: Iterable[str]
) -> tuple[dict[str, str], dict[str, bytes]]:
    """Return the file of each game by its name, and the content of each file.

    A game whose rules cannot be compiled has none. These rules are trusted: no index is
    checked.
    """
    from kibitz.engines.wasm.emitter.emitted_module import emitted, shared_module
    from kibitz.engines.wasm.emitter.failures import NotEmitted

    index: dict[str, str] = {}
    made = {SHARED: packed(shared_module())}
    for name in names:
        game = games.game(name)
        if not lists_positions(game.rules):
            continue
        file = re.sub(r"[^\w.-]", "-", game.name) + SUFFIX
        with suppress(NotEmitted):
            made[file] = packed(emitted(game.rules, fuel=None))
            index[game.name] = file
    return index, made

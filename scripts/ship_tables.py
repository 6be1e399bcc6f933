"""Makes the tables that are shipped with Kibitz: run it after changing the rules of a game.

    .venv/bin/python scripts/ship_tables.py

It solves every game and variant that is listed, and some that are often asked for, writes the
tables that are small into `src/kibitz/tables`, and removes those that it does not write any more.
It says what it wrote, how large that is, and what it left out and why.
"""

from __future__ import annotations

import os
import sys

from kibitz.games import registry
from kibitz.language.errors import KibitzError
from kibitz.rules.game_name import GameName
from kibitz.solve.effort import Effort, Exhausted
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.store.table import table_from
from kibitz.solve.store.table_store import MADE, SHIPPED, SUFFIX, TableStore

MOST_POSITIONS = 50_000  # up to symmetry: a quarter of a megabyte
MOST_BYTES = 1_000_000  # of all tables together

OFTEN = [
    *(f"lockout:helpers={helpers}" for helpers in (1, 2, 3)),
    *(f"peg:triangle,vacancy={hole}" for hole in range(15)),
]


def listed() -> list[str]:
    """Return the names of Kibitz' own games and variants, then of those that are often asked for.

    A variant that needs a parameter has no table to ship.
    """
    names = []
    for family in map(registry.family, registry.BUILT_IN):
        for variant in family.variants or [""]:
            try:
                names.append(family.game(variant).name)
            except KibitzError as error:
                print(f"  not {GameName.of(family.name, variant)}: {error}")
    names += [registry.game(name).name for name in OFTEN]
    return list(dict.fromkeys(names))  # a usual vacancy is not named


def ship(name: str, store: TableStore) -> int:
    """Write one table, unless it is too large; return its bytes."""
    rules = registry.game(name).rules
    try:
        solution = solve(rules, effort=Effort(positions=MOST_POSITIONS))
    except Exhausted:
        print(f"  not {name}: it has more than {MOST_POSITIONS:,} positions up to symmetry")
        return 0
    store.keep(name, table_from(rules, solution, 0))
    os.unlink(store.path(name, MADE))
    size = os.path.getsize(store.path(name))
    print(f"{size:>10,}  {name}")
    return size


def main() -> int:
    """Make all tables; return 1 if they are too large together."""
    if sys.byteorder != "little":
        sys.exit("the tables are written on a little-endian machine, as most are")
    store = TableStore(SHIPPED)
    names = listed()
    sizes = {name: ship(name, store) for name in names}
    kept = {os.path.basename(store.path(name)) for name, size in sizes.items() if size}
    for file in sorted(set(os.listdir(store.folder)) - kept):
        if file.endswith(SUFFIX):
            os.unlink(os.path.join(store.folder, file))
            print(f"   removed  {file}")
    total = sum(sizes.values())
    print(f"{total:>10,}  together, in {os.path.relpath(SHIPPED)}")
    if total > MOST_BYTES:
        print(f"that is more than {MOST_BYTES:,} bytes")
    return int(total > MOST_BYTES)


if __name__ == "__main__":
    sys.exit(main())

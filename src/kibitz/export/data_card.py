"""Data card of an exported table: contents, meaning of the columns, and provenance."""

import os
from math import prod

from kibitz.export.planes import Planes
from kibitz.export.table_rows import TableRows
from kibitz.solve.store.fingerprint import identity
from kibitz.solve.store.table import Table

# Format of the columns of actions in each kind of file.
FORMS = {
    ".parquet": """\
| `outcome` | one of {kinds}, for the player to move |
| `{measure}` | {means}; null where there is none |
| `planes` | {planes} numbers, 0 or 1: planes of the shape {shape}, one after the other |
| `action_value` | for each action, what it leads to for the player who makes it: {values}; null \
where it is not legal |
| `action_{measure}` | for each action, the same of its {measure}; null where there is none |
| `optimal` | the numbers of the best actions, ascending |
""",
    ".csv": """\
| `outcome` | one of {kinds}, for the player to move |
| `{measure}` | {means}; empty where there is none |
| `planes` | {planes} digits, 0 or 1: planes of the shape {shape}, one after the other |
| `actions` | the numbers of the legal actions; the others are not legal |
| `action_outcomes` | what each of them leads to for the player who makes it, in the same order |
| `action_{measure}s` | the {measure} of each of them, `-` where there is none |
| `optimal` | the numbers of the best actions, ascending |
""",
    ".npz": """\
| `value` | the outcome for the player to move: {values} |
| `{measure}` | {means}; {nothing} where there is none |
| `planes` | 0 or 1, of the shape {shape} |
| `action_value` | for each action, what it leads to for the player who makes it; -128 where it is \
not legal |
| `action_{measure}` | for each action, the same of its {measure}; {nothing} where there is none |
| `optimal` | for each action, 1 if it is among the best, else 0 |
""",
}

CARD = """\
# {file}

The outcome of every position of `{game}`{title}, found by Kibitz. Each
value is exact: the result of perfect play.

- rows: {rows:,}, one for each set of mirror images (the position with the least number)
- positions, mirror images counted: {positions:,}
{counts}
- actions: {actions:,}, the moves of the game, numbered once for all positions
{planes}

| column | meaning |
|---|---|
| `position` | the position on one line, as `kibitz solve {game}` reads it |
| `number` | the same as the integer that the rules use |
| `mirror_class` | the least number among the mirror images: the same for all of them |
| `mirror_images` | how many different mirror images there are, itself included; {unknown} where \
the rules do not say |
{columns}
## Splits

Mirror images of a position are one row, so training and test rows never share a position. If you
add mirror images, split by `mirror_class`.

## How it was made

`kibitz export {game} --to {file}` wrote it from the table that `kibitz table {game}` makes and
`kibitz verify {game}` checks against the rules. Fingerprint of the rules: `{identity}`. If the game
stores positions as the player to move sees them, that player's pieces are in the first planes.

## Licence

The outcomes are facts about the game. Kibitz, which found them, is under the MIT licence.
"""


def card(table: Table, source: TableRows, path: str) -> str:
    """Return the data card that is written next to an exported file."""
    game, found = source.game, table.counts()
    ending = os.path.splitext(path)[1].lower()
    values = ", ".join(f"{value} {kind}" for value, kind in sorted(source.table.kinds.items()))
    columns = FORMS[ending].format(
        kinds=", ".join(f"`{kind}`" for kind in found),
        measure=source.measure,
        nothing=source.table.nothing,
        means=table.rules.objective.measured,
        planes=prod(source.planes.shape),
        shape=" × ".join(map(str, source.planes.shape)) + " (planes, rows, columns)",
        values=values,
    )
    counts = "\n".join(
        f"- {kind}: {count.positions:,} positions in {count.classes:,} rows"
        for kind, count in found.items()
    )
    return CARD.format(
        file=os.path.basename(path),
        game=game.name,
        title=f" ({game.title})" if game.title else "",
        rows=len(source),
        positions=sum(count.positions for count in found.values()),
        counts=counts,
        actions=source.actions.count,
        planes=planes_in_words(source.planes),
        unknown={".parquet": "null", ".csv": "empty", ".npz": "0"}[ending],
        columns=columns,
        identity=identity(game.rules),
    )


def planes_in_words(planes: Planes) -> str:
    """Return a line for the planes of the cells, and for those of each place beside the board."""
    game = planes.game
    named = game.to_move(game.rules.start) is not None
    groups = [(game.signs, 0, "on the cells where the sign stands")]
    for place, of_sign in enumerate(planes.beside, 1):
        what = f"for the sign at place {place} of the last row of `position`"
        what = "for the player to move" if named and place == 1 else what
        groups.append((list(of_sign), min(of_sign.values()), f"everywhere {what}"))
    return "\n".join(
        f"- planes {first} to {first + len(signs) - 1}: `{' '.join(signs)}`, 1 {where}"
        for signs, first, where in groups
    )

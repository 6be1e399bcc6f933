"""Solving tier by tier on a simulated card: the same files as the processor's."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from kibitz.oracle import named_tables
from kibitz.solve.gpu.merge_ranges import ranges
from kibitz.solve.store.table_store import TableStore
from tests.support import simulated

if TYPE_CHECKING:
    Done = dict[str, dict[str, Any]]

BY_TIERS = {"at_once": 0}
SCARCE = {**BY_TIERS, "memory": 2000, "edges": 16, "slots": 16}
AGAIN = "win, moves made again"
NOUGHTS = "noughts:rows=2,columns=3,line=2"
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "every move goes down": (NOUGHTS, {"threads": 3, "blocks": 2}),
    "in little memory": (NOUGHTS, SCARCE),
    "scores, and fewer positions than images": ("peg:triangle,side=4,vacancy=0", {}),
}
SCORES = (0, 1, 5, 9)
AIMS = {"win": (-1, 0, 1), "shortest": (0, 1), "lowest": SCORES, "highest": SCORES}
# With the last, positions reach several scores or no end.
SEEDS = {"win": 0, "shortest": 1, "lowest": 11, "highest": 11}

# Arbitrary positions, each with its tier and up to three moves, none of them to a higher tier.
GRAPH = '''"""A graph."""

from kibitz import Board, OwnGame, Rules

CHILDREN = {children}
WORTHS = {worths}
TIERS = {tiers}


def moves(position):
    for which in range(3):
        if CHILDREN[position][which] >= 0:
            yield CHILDREN[position][which]


def play(position, move):
    return move


def worth(position):
    return WORTHS[position]


def tier(position):
    return TIERS[position]


def pieces(position):
    return [chr(97 + position)]


def game():
    rules = Rules(
        aim="{aim}", start={start}, moves=moves, play=play, worth=worth, tier=tier, solved_at=5
    )
    return OwnGame(rules, Board.rectangle(1, 1), pieces, signs="abcdefghijklmnopqrstuvwxyz")
'''


def graph(aim: str, seed: int) -> str:
    """Return the file of a random game: four tiers of four positions, some of them ends."""
    chance = random.Random(seed)
    children = []
    for position in range(16):
        ends = position != 15 and chance.random() < 0.2
        most = position - position % 4 + 4
        reach = [child for child in range(most) if child != position]
        children.append((-1, -1, -1) if ends else tuple(chance.sample(reach, 3)))
    worths = tuple(chance.choice(AIMS[aim]) if -1 in row else 0 for row in children)
    tiers = tuple(3 * (position // 4) for position in range(16))
    return GRAPH.format(aim=aim, start=15, children=tuple(children), worths=worths, tiers=tiers)


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> Done:
    """Return what came of all games; one process does all of it, since starting takes longest."""
    folder = tmp_path_factory.mktemp("tiers")
    jobs = {what: (name, {**BY_TIERS, **sizes}) for what, (name, sizes) in GAMES.items()}
    for aim, seed in SEEDS.items():
        file = folder / f"{aim}.py"
        file.write_text(graph(aim, seed))
        jobs[aim] = (str(file), BY_TIERS)
    jobs[AGAIN] = (jobs["win"][0], {**BY_TIERS, "keep_moves": False})
    rising = folder / "rising.py"
    rising.write_text(graph("win", 0).replace("return TIERS[position]", "return position & 3"))
    jobs["rising"] = (str(rising), BY_TIERS)
    jobs["too large"] = (NOUGHTS, {**SCARCE, "memory": 700, "edges": 8})
    jobs["too many"] = (NOUGHTS, {**BY_TIERS, "slots": 16, "most_slots": 16})
    done = simulated.call(
        "solve",
        [(name, str(folder / f"{what}, solved"), sizes) for what, (name, sizes) in jobs.items()],
    )
    return {
        what: {**one, "name": name}
        for (what, (name, _)), one in zip(jobs.items(), done, strict=True)
    }


@pytest.mark.parametrize("what", [*GAMES, *AIMS, AGAIN])
def test_by_tiers_the_card_makes_the_same_file(what: str, card: Done, tmp_path: Path) -> None:
    done = card[what]
    named_tables.table_of(done["name"], store=TableStore(str(tmp_path), shipped=""), fresh=True)
    (file,) = tmp_path.glob("*.table")
    assert "path" in done, done
    assert done["by tiers"]
    assert Path(done["path"]).read_bytes() == file.read_bytes()


def test_a_tier_that_rises_is_refused(card: Done) -> None:
    assert card["rising"]["raised"] == "InvalidRules"
    assert "no move may raise it" in card["rising"]["said"]


def test_a_tier_that_does_not_fit_says_what_it_takes(card: Done) -> None:
    assert card["too large"]["raised"] == "TooLargeForCard"
    assert "of the GPU's memory, of which 700 B may be used" in card["too large"]["said"]


def test_a_tier_of_too_many_positions_says_how_many_can_be(card: Done) -> None:
    assert card["too many"]["raised"] == "TooLargeForCard"
    assert "more than 12 positions of this game" in card["too many"]["said"]


@pytest.mark.parametrize("most", [1, 7, 50, 1000])
def test_rows_are_divided_by_value(most: int) -> None:
    chance = random.Random(most)
    numbers = chance.sample(range(1000), 120)
    rows = [np.array(sorted(numbers[first:last])) for first, last in pairwise([0, 3, 3, 50, 120])]
    merged: list[int] = []
    for spans in ranges(rows, most):
        part = [int(row[at]) for row, span in zip(rows, spans, strict=True) for at in span]
        assert len(part) <= max(most, len(rows))
        merged += sorted(part)
    assert merged == sorted(numbers)

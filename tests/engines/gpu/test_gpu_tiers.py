"""Every kind of game on a simulated GPU, by tiers or not: the files of the processor.

The random games are solved on a hostile GPU: threads in any order, stale reads, memory that is not
cleared, and integers that have a width.
"""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from kibitz.engines.gpu.merge_ranges import ranges
from kibitz.oracle import named_tables
from kibitz.solve.store.table_store import TableStore
from tests.support import simulated
from tests.support.own_games import EXAMPLES
from tests.support.scope import EVERYTHING

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
    "points, and several moves in a row": (f"{EXAMPLES}/dots_and_boxes.py:rows=1,columns=1", {}),
}
SCORES = (0, 1, 5, 9)
AIMS = {
    "win": (-1, 0, 1),
    "score": (-5, 0, 3, 10**9),
    "shortest": (0, 1),
    "lowest": SCORES,
    "highest": SCORES,
}
TURNS, COSTS, ON = "same_mover=same_mover", "cost=cost", "goals_are_terminal=False"
# The aim of each random game, its seed, and what else its rules say. With these seeds, positions
# reach several scores or no end, and the values are the wrong ones if something else is left out.
KINDS = {
    "win": ("win", 0, ""),
    "several moves in a row": ("win", 0, TURNS),
    "points": ("score", 0, ""),
    "points and several moves in a row": ("score", 0, TURNS),
    "points in circles": ("score", 3, TURNS),
    "shortest": ("shortest", 1, ""),
    "costs": ("shortest", 1, COSTS),
    "moves from solved positions": ("shortest", 1, ON),
    "costs, and moves from solved positions": ("shortest", 1, f"{COSTS}, {ON}"),
    "lowest": ("lowest", 11, ""),
    "highest": ("highest", 11, ""),
}
WAYS: dict[str, dict[str, Any]] = {
    "by tiers": BY_TIERS,
    "at once": {},
    "at once, moves made again": {"keep_moves": False},
}
# Several threads, on a GPU that does what a real one may do.
HOSTILE: dict[str, Any] = {"threads": 2, "blocks": 2}
SEEDS = range(5 if EVERYTHING else 1)

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


def same_mover(position, move):
    return (position + move) % 3 == 0


def cost(position, move):
    return 1 + (7 * position + 5 * move) % 9


def pieces(position):
    return [chr(97 + position)]


def game():
    rules = Rules(
        aim="{aim}", start=15, moves=moves, play=play, worth=worth, tier=tier, solved_at=5, {more}
    )
    return OwnGame(rules, Board.rectangle(1, 1), pieces, signs="abcdefghijklmnopqrstuvwxyz")
'''


# Each move costs 1,000, so that 33 of them cost more than a table can hold.
CHAIN = '''"""A chain."""

from kibitz import Board, OwnGame, Rules


def moves(position):
    if position:
        yield position - 1


def pieces(position):
    return ["o" if at < position else "." for at in range(33)]


def game():
    rules = Rules(
        aim="shortest",
        start=33,
        moves=moves,
        play=lambda position, move: move,
        worth=lambda position: 1 if position == 0 else 0,
        cost=lambda position, move: 1000,
        tier=lambda position: position // 20,
    )
    return OwnGame(rules, Board.rectangle(1, 33), pieces, signs="o.")
'''


def graph(kind: str) -> str:
    """Return the file of a random game: four tiers of four positions, some of them ends."""
    aim, seed, more = KINDS[kind]
    forward = aim == "score" and "circles" not in kind
    chance = random.Random(seed)
    children = []
    for position in range(16):
        ends = position < 3 or (position != 15 and chance.random() < 0.2)
        most = position if forward else position - position % 4 + 4
        reach = [child for child in range(most) if child != position]
        children.append((-1, -1, -1) if ends else tuple(chance.sample(reach, 3)))
    worths = tuple(
        chance.choice(AIMS[aim]) if -1 in row or (ON in more and position % 5 == 3) else 0
        for position, row in enumerate(children)
    )
    tiers = tuple(3 * (position // 4) for position in range(16))
    return GRAPH.format(aim=aim, children=tuple(children), worths=worths, tiers=tiers, more=more)


WRONG = {
    "rising": graph("win").replace("return TIERS[position]", "return position & 3"),
    "for nothing": graph("costs").replace("return 1 + (7", "return (7"),
    "too far": CHAIN,
}


@pytest.fixture(scope="module")
def gpu(tmp_path_factory: pytest.TempPathFactory) -> Done:
    """Return what came of all games; one process does all of it, since starting takes longest."""
    folder = tmp_path_factory.mktemp("tiers")
    jobs = {what: (name, {**BY_TIERS, **sizes}) for what, (name, sizes) in GAMES.items()}
    for kind in KINDS:
        file = folder / f"{kind}.py"
        file.write_text(graph(kind))
        jobs |= {
            f"{kind}, {way}, {seed}": (str(file), {**sizes, **HOSTILE, "hostile": seed})
            for way, sizes in WAYS.items()
            for seed in SEEDS
        }
    jobs[AGAIN] = (str(folder / "win.py"), {**BY_TIERS, "keep_moves": False})
    for what, text in WRONG.items():
        file = folder / f"{what}.py"
        file.write_text(text)
        jobs |= {f"{what}, {way}": (str(file), sizes) for way, sizes in WAYS.items()}
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


@pytest.mark.parametrize(
    ("what", "by_tiers"),
    [
        *((what, True) for what in (*GAMES, AGAIN)),
        *(
            (f"{kind}, {way}, {seed}", sizes is BY_TIERS)
            for kind in KINDS
            for way, sizes in WAYS.items()
            for seed in SEEDS
        ),
    ],
)
def test_the_gpu_makes_the_same_file(what: str, by_tiers: bool, gpu: Done, tmp_path: Path) -> None:
    done = gpu[what]
    named_tables.table_of(done["name"], store=TableStore(str(tmp_path), shipped=""), fresh=True)
    (file,) = tmp_path.glob("*.table")
    assert "path" in done, done
    assert done["by tiers"] is by_tiers
    assert Path(done["path"]).read_bytes() == file.read_bytes()


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("rising, by tiers", "no move may raise it"),
        *((f"for nothing, {way}", "a move costs 0 at position ") for way in WAYS),
        *((f"too far, {way}", "a value of this game is beyond 32,766") for way in WAYS),
    ],
)
def test_wrong_rules_are_refused(what: str, said: str, gpu: Done) -> None:
    assert said in gpu[what]["said"]


def test_a_tier_that_does_not_fit_says_what_it_takes(gpu: Done) -> None:
    assert gpu["too large"]["raised"] == "TooLargeForGPU"
    assert "of the GPU's memory, of which 700 B may be used" in gpu["too large"]["said"]


def test_a_tier_of_too_many_positions_says_how_many_can_be(gpu: Done) -> None:
    assert gpu["too many"]["raised"] == "TooLargeForGPU"
    assert "more than 12 positions of this game" in gpu["too many"]["said"]


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

"""Games of men solved on a card by numbers: the codes are those of the processor's table.

The card is Numba's simulator, in a process of its own, so the board is the smallest.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import kibitz
from kibitz.solve.gpu.move_visits import visited
from kibitz.solve.memory.in_memory import solve
from tests.support.own_games import EXAMPLES

if TYPE_CHECKING:
    from pathlib import Path

MORRIS = f"{EXAMPLES / 'mens_morris'}.py:men=3"
SOLVE = """
import json, sys
import numpy as np
import kibitz
from kibitz.language.errors import KibitzError
from kibitz.solve.gpu.men import MenOnCard

name, folder = sys.argv[1:]
rules = kibitz.game(name).rules
solver = MenOnCard(rules, folder=folder)
said = {"first": [tier._asdict() for tier, _ in zip(solver.run(), range(4))]}
solver = MenOnCard(rules, folder=folder)  # goes on from the files
said["tiers"] = [tier._asdict() for tier in solver.run()]
positions = np.array(json.load(sys.stdin), dtype=np.int64)
said["codes"] = solver.codes_of(positions).tolist()
block = next(block for block in solver.numbering.blocks if block.mine == block.theirs == 3)
row = solver.codes.copy_to_host()
at = block.first + int((row[block.first : block.first + block.size] > 0).argmax())
row[at] += 1
solver.codes.copy_to_device(row)
try:
    list(solver.run(only=[block.tier]))  # from the file, which is right
    solver.folder = None
    solver.codes.copy_to_device(row)
    solver._solve = lambda blocks: 0
    list(solver.run(only=[block.tier]))
except KibitzError as error:
    said["noticed"] = str(error)
json.dump(said, sys.stdout)
"""


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder: Path = tmp_path_factory.mktemp("tiers")
    solution = solve(kibitz.game(MORRIS).rules, tier="interpreter")
    done = subprocess.run(
        [sys.executable, "-c", SOLVE, MORRIS, str(folder)],
        input=json.dumps(list(solution.positions)),
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    said["expected"] = list(solution.codes)
    return said


def test_the_codes_are_those_of_the_table(solved: dict[str, Any]) -> None:
    assert solved["codes"] == solved["expected"]


def test_every_placement_is_counted_once(solved: dict[str, Any]) -> None:
    for tier in solved["tiers"]:
        placements = sum(
            math.comb(9, mine) * math.comb(9 - mine, theirs) for mine, theirs, _ in tier["blocks"]
        )
        assert sum(tier["positions"]) == placements


def test_finished_tiers_are_taken_from_files(solved: dict[str, Any]) -> None:
    first, again = solved["first"], solved["tiers"][:4]
    assert [tier["digest"] for tier in first] == [tier["digest"] for tier in again]
    assert sum(tier["moves_inside"] for tier in first) > 0
    assert sum(tier["moves_inside"] for tier in again) == 0  # nothing was solved again


def test_a_wrong_code_is_noticed(solved: dict[str, Any]) -> None:
    assert "codes of the tier" in solved["noticed"]


def test_moves_are_visited_instead_of_stored() -> None:
    text = "def list_moves(p, _out, _n, _rows):\n    _out[_n] = p + 1\n    _n += 1\n    return _n\n"
    names: dict[str, Any] = {"visit_tried": lambda p, move, n, out, rows: (n, p, move, out)}
    exec(visited(text, "list_moves", "tried"), names)
    assert names["list_tried"](5, "where", "state", ()) == ("state", 5, 6, "where")

"""Rules on a GPU: lowered they say the same, and the GPU makes the same file as the processor.

There is no GPU here. What is lowered runs as Python, and kernels run on a simulated GPU, which is
very slow: so the games are small, and so is everything else that can be.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import kibitz
from kibitz.cli import main
from kibitz.engines.gpu.gpu_functions import lowered
from kibitz.engines.gpu.lowering import NotLowered
from kibitz.language.errors import KibitzError
from kibitz.oracle import named_tables
from kibitz.rules.rules import Rules
from kibitz.solve.store.table_store import TableStore
from tests.support import every_game, simulated
from tests.support.own_games import (
    EXAMPLES,
    HINTED,
    NOT_ALL_LISTED,
    NOT_ALL_PLACED,
    NOT_EVERY_POSITION,
    not_all_placed,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Moves = Callable[[int], Iterator[int]]
    Done = dict[str, dict[str, Any]]

# The table fits, its moves do not.
SCARCE: dict[str, Any] = {"memory": 2400, "edges": 16, "slots": 16}
COMMAND = "import sys; from kibitz.cli import main; sys.exit(main())"
FILES = sorted(str(file) for file in EXAMPLES.glob("*.py") if "def game(" in file.read_text())


@pytest.mark.parametrize("name", [*every_game.names(), *FILES], ids=lambda name: Path(name).name)
def test_lowered_rules_say_what_the_rules_say(name: str) -> None:
    game = kibitz.game(name)
    rules = game.rules
    source = lowered(rules)
    names: dict[str, Any] = {"device": lambda function: function}
    exec(source.text, names)
    run = {rule: names[at] for rule, at in source.names.items()}
    rows = tuple(source.rows)
    for position in every_game.random_positions(game, seed=1, count=60):
        moves = list(rules.moves(position))
        assert run["count_moves"](position, rows) == len(moves)
        out = [-1] * (len(moves) + 5)
        assert run["list_moves"](position, out, 3, rows) == 3 + len(moves)
        assert out == [-1, -1, -1, *moves, -1, -1]
        for move in moves:
            assert run["play"](position, move, rows) == rules.play(position, move)
            assert run["same_mover"](position, move, rows) == rules.moves_again(position, move)
            assert run["cost"](position, move, rows) == rules.cost_of(position, move)
        if not moves or not rules.goals_are_terminal:
            assert run["worth"](position, rows) == rules.worth(position)
        if rules.canonical is not None:
            assert run["canonical"](position, rows) == rules.canonical(position)
        if rules.orbit is not None:
            assert run["orbit"](position, rows) == rules.orbit(position)
        if rules.tier is not None:
            assert run["tier"](position, rows) == rules.tier(position)
        if rules.placement_at is not None and rules.may_be_canonical is not None:
            assert run["may_be_canonical"](position, rows) == rules.may_be_canonical(position)
    if rules.placement_at is not None:
        for index in range(200):
            assert run["placement_at"](index, rows) == rules.placement_at(index)


# What can be lowered, and what cannot

OFFSET, PRIMES, PAIRS, TABLE = 3, (2, 3, 5, 7), ((1, 2), (3, 4)), {1: 2}


def twice(number: int, by: int = 2) -> int:
    return number * by


def numbers(most: int) -> Iterator[int]:
    for number in range(most):
        if number == 4:
            return
        yield number


def times(factor: int, other: Callable[[int], int]) -> Callable[[int], int]:
    return lambda number: other(number) * factor


thirtyfold = times(3, times(5, twice))  # two functions of one name


def able(position: int) -> Iterator[int]:
    yield from numbers(position)
    yield from (7, 9)
    for first, second in enumerate(PRIMES):
        if second in (3, 5):
            yield first + twice(second) + twice(second, by=OFFSET) + thirtyfold(first)
    yield PAIRS[position & 1][1] + PRIMES[-1] + len(PRIMES) + (10, 20, 30)[position % 3]
    while position > 2:
        position -= 1
        if position == 5:
            continue
        yield position


def test_what_rules_may_use() -> None:
    source = lowered(rules_of(able))
    names: dict[str, Any] = {"device": lambda function: function}
    exec(source.text, names)
    for position in range(9):
        out = [0] * 40
        end = names[source.names["list_moves"]](position, out, 0, source.rows)
        assert out[:end] == list(able(position))


def a_list(position: int) -> Iterator[int]:
    yield position
    yield [position][0]


def a_dict(position: int) -> Iterator[int]:
    yield TABLE[position]


def a_sum(position: int) -> Iterator[int]:
    yield sum(PRIMES)


def a_loop_over_a_generator(position: int) -> Iterator[int]:
    for number in numbers(position):
        yield number + 1


def a_text(position: int) -> Iterator[int]:
    yield position + len("a")


def an_attribute(position: int) -> Iterator[int]:
    yield position.bit_count()


def itself_again(position: int) -> int:
    return itself_again(position - 1) if position else 0


def a_recursion(position: int) -> Iterator[int]:
    yield itself_again(position)


def rules_of(moves: Moves) -> Rules:
    return Rules(aim="win", start=0, moves=moves, play=lambda p, m: p + m, worth=lambda p: 0)


@pytest.mark.parametrize(
    ("moves", "line", "what"),
    [
        (a_list, 2, "a list"),
        (a_dict, 1, "TABLE (a dict)"),
        (a_sum, 1, "sum()"),
        (a_loop_over_a_generator, 1, "a loop over the generator numbers"),
        (a_text, 1, "a text"),
        (an_attribute, 1, "position.bit_count()"),
        (a_recursion, -4, "recursion"),
    ],
)
def test_the_rest_is_refused_with_its_line(moves: Moves, line: int, what: str) -> None:
    with pytest.raises(NotLowered) as refusal:
        lowered(rules_of(moves))
    assert refusal.value.details["what"] == what
    assert refusal.value.details["line"] == str(moves.__code__.co_firstlineno + line)
    assert "test_gpu.py" in str(refusal.value)


# On a simulated GPU. One process does all of it: starting one takes longest.

TOWER = "hanoi.py:discs=4"  # 16 thin layers
SAME: dict[str, tuple[str, dict[str, Any]]] = {
    "scores, and fewer positions than images": ("peg:triangle,side=4,vacancy=0", {}),
    "the highest score": ("no_three_in_line.py:side=3", {}),
    "the shortest way, from placements": ("lockout:rows=3,columns=3,helpers=1", {}),
    "the same without moves": ("lockout:rows=3,columns=3,helpers=1", {"keep_moves": False}),
    "two players": ("noughts:oldest,columns=2,pieces=2,line=2", {}),
    "the same with moves that do not fit": ("noughts:oldest,columns=2,pieces=2,line=2", SCARCE),
    "blocks of threads": ("nim.py:heaps=32", {"threads": 3, "blocks": 2, "edges": 8}),
    "a table that grows and grows": ("chomp.py", {"slots": 4, "edges": 5}),
    "no symmetry": ("hanoi.py:discs=2", {"keep_moves": False}),
    "points, and several turns in a row": ("kalah.py:holes=2,counters=2", {}),
    "points in circles": ("awari.py:pits=2,seeds=1", {"threads": 3, "blocks": 2, "hostile": 1}),
    "costs, and solved positions that are not terminal": ("bridge.py:times=125", {}),
    # Layers of few moves are valued in one launch, and the others one by one.
    "thin layers": (TOWER, {"threads": 3, "edges": 1024, "slots": 1024}),
    "thin layers and thick ones": (TOWER, {"edges": 1024, "slots": 1024, "joined": 200}),
    "thick layers": (TOWER, {"edges": 1024, "joined": 0}),
    "thick layers without moves": (TOWER, {"edges": 1024, "slots": 1024, "keep_moves": False}),
    "costs, thin layers and thick ones": ("bridge.py:times=125", {"joined": 200}),
}
FAILING: dict[str, dict[str, Any]] = {
    "interrupted while exploring": {"interrupt_at": "exploring"},
    "interrupted while valuing": {"interrupt_at": "valuing"},
    "too large": {"memory": 700, "edges": 8},
}


@pytest.fixture(scope="module")
def gpu(tmp_path_factory: pytest.TempPathFactory) -> Done:
    """Return what came of everything that was to be solved on the GPU."""
    folder = tmp_path_factory.mktemp("gpu")
    jobs = {what: (named(name), str(folder / what), sizes) for what, (name, sizes) in SAME.items()}
    nim = named("nim.py:heaps=55")
    jobs |= {what: (nim, str(folder / what), sizes) for what, sizes in FAILING.items()}
    done = simulated.call("solve", list(jobs.values()))
    return {what: {**one, "folder": folder / what} for what, one in zip(jobs, done, strict=True)}


def test_thin_layers_are_valued_in_one_launch(gpu: Done) -> None:
    whats = ("thin layers", "thin layers and thick ones", "thick layers")
    counts: list[Counter[str]] = [Counter(gpu[what]["count"]) for what in whats]
    layers = counts[2]["link"]
    thin, mixed, thick = (count["settle"] for count in counts)
    assert layers > 12
    assert thick == layers * thin  # a launch for each layer in every sweep
    assert thin < mixed < thick


def test_placements_are_one_layer(gpu: Done) -> None:
    assert gpu["the shortest way, from placements"]["count"]["link"] == 1


def test_moves_made_again_take_no_more_arrays(gpu: Done) -> None:
    count: Counter[str] = Counter(gpu["thick layers without moves"]["count"])
    sweeps = count["settle"]
    assert sweeps > 12
    assert count["link"] > 2 * sweeps - 2
    assert count["arrays"] < 2 * sweeps
    assert count["waits"] < 6 * sweeps


def named(name: str) -> str:
    return str(EXAMPLES / name) if ".py" in name else name


@pytest.mark.parametrize("what", SAME)
def test_the_gpu_makes_the_same_file(what: str, gpu: Done, tmp_path: Path) -> None:
    named_tables.table_of(
        named(SAME[what][0]), store=TableStore(str(tmp_path), shipped=""), fresh=True
    )
    (file,) = tmp_path.glob("*.table")
    assert "path" in gpu[what], gpu[what]
    assert Path(gpu[what]["path"]).read_bytes() == file.read_bytes()
    again = "moves" in what
    assert gpu[what]["kept moves"] is not (again or what == "no symmetry")


def test_images_are_counted_where_rules_do_not_say(tmp_path: Path) -> None:
    text = (EXAMPLES / "lights.py").read_text().replace("orbit=orbit,", "")
    reached = text.replace("placements=placements,", "")
    small = {"slots": 4, "edges": 9}
    jobs: list[tuple[str, str, dict[str, Any]]] = []
    for example, rules, sizes in (
        ("placed", text, {}),
        ("listed by the processor", text.replace(HINTED, ""), {}),
        ("reached", reached, {}),
        ("reached little by little", reached, small),
        ("too many", reached, {**small, "memory": 700}),
    ):
        file = tmp_path / f"{example}.py"
        file.write_text(rules)
        jobs.append((f"{file}:rows=2,columns=2", str(tmp_path / f"{example} on the GPU"), sizes))
    *solved, refused = simulated.call("solve", jobs)
    for (name, _, _), done in zip(jobs, solved, strict=False):
        folder = tmp_path / "usual" / Path(name).name.partition(".")[0]
        named_tables.table_of(name, store=TableStore(str(folder), shipped=""), fresh=True)
        (file,) = folder.glob("*.table")
        assert Path(done["path"]).read_bytes() == file.read_bytes()
    assert re.match(
        r"the game has more than \d+ positions, mirror images included", refused["said"]
    )


def test_placements_must_be_all_positions(tmp_path: Path) -> None:
    names = [not_all_placed(tmp_path, name) for name in (*NOT_ALL_PLACED, *NOT_ALL_LISTED)]
    jobs: list[tuple[str, str, dict[str, Any]]] = [
        (name, str(tmp_path / f"table {at}"), {}) for at, name in enumerate(names)
    ]
    for done in simulated.call("solve", jobs):
        assert NOT_EVERY_POSITION in done["said"]


@pytest.mark.parametrize("what", ["interrupted while exploring", "interrupted while valuing"])
def test_an_interruption_leaves_nothing_behind(what: str, gpu: Done) -> None:
    assert gpu[what]["raised"] == "KeyboardInterrupt"
    assert not gpu[what]["folder"].exists()


def test_too_large_a_game_says_what_it_takes(gpu: Done) -> None:
    assert gpu["too large"]["raised"] == "TooLargeForGPU"
    assert "of the GPU's memory, of which 700 B may be used" in gpu["too large"]["said"]


def test_a_table_is_asked_for_by_a_word(tmp_path: Path) -> None:
    assert simulated.call("table", named("nim.py:heaps=21"), str(tmp_path)) == 6


@pytest.mark.parametrize("name", ["noughts", "peg:english"])
def test_without_a_gpu_a_sentence_says_so(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, "table", name, "--on", "gpu", "--fresh"],
        capture_output=True,
        text=True,
        check=False,
        env={"KIBITZ_CACHE": str(tmp_path), "PATH": ""},
    )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "GPU" in done.stderr


def test_a_table_is_made_in_one_of_three_places() -> None:
    with pytest.raises(KibitzError, match="on ray or on gpu, not on mars"):
        kibitz.table("noughts", on="mars")


def test_sums_of_tiles_of_tiles() -> None:
    counts = [1, 3, 4, 5, 16, 17, 70]
    for count, (total, sums) in zip(counts, simulated.call("sums", counts, 4), strict=True):
        assert sums == [at * (at + 1) // 2 for at in range(count + 1)]
        assert total == sums[-1]


# The doctor


@pytest.mark.parametrize(("fine", "status"), [("range(3)", 0), ("range(pow(3, 1))", 1)])
def test_the_doctor_looks_at_rules_for_a_gpu(
    fine: str, status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (EXAMPLES / "nim.py").read_text()
    file = tmp_path / "own.py"
    file.write_text(text.replace("for heap in range(count):", f"for heap in {fine}:"))
    assert main(["doctor", str(file), "--gpu"]) == status
    said = capsys.readouterr().out
    assert "can run on a GPU" in said
    line = 1 + text[: text.index("for heap in range(count):")].count("\n")
    wrong = f"own.py, line {line}: moves uses pow(), which cannot run on a GPU"
    assert (wrong in said) is bool(status)

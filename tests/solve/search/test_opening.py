"""Proofs of the first plies of a game: they agree with its table, and none is lost."""

from __future__ import annotations

import pytest
from book_making import BookMaker, Checkpoint
from opening_tree import OpeningTree

from kibitz.games.registry import game_named
from kibitz.language.errors import KibitzError
from kibitz.rules import ClassId, PositionId
from kibitz.rules.objectives.outcomes import Bound, Draw, Loss, Win
from kibitz.solve.effort import Effort
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.search.two_player_search import outcome_of_proof
from tests.support.own_games import EXAMPLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kibitz.rules.rules import Rules

FOUR = str(EXAMPLES / "four.py")
BOXES = str(EXAMPLES / "dots_and_boxes.py") + ":rows=1,columns=3"
ENTRIES = 1 << 14


def maker(rules: Rules, plies: int, path: Path, exact: int = -1) -> BookMaker:
    return BookMaker(rules, OpeningTree(rules, plies), Checkpoint(str(path), rules), exact)


def make(made: BookMaker, progress: Callable[[], None] = lambda: None, threads: int = 2) -> None:
    made.make(Effort(), threads, ENTRIES, progress)


@pytest.mark.parametrize(("name", "plies"), [(FOUR, 5), (BOXES, 3)])  # boxes: points, moves again
def test_an_opening_is_proved_as_the_table_says(name: str, plies: int, tmp_path: Path) -> None:
    rules = game_named(name).rules
    made = maker(rules, plies, tmp_path / "proofs", exact=plies)
    make(made)
    table = solve(rules)
    assert len(made.tree.proved) == sum(map(len, made.tree.plies)) > 20
    for position, proved in made.tree.proved.items():
        code = table.code(ClassId(PositionId(position)))
        assert code is not None
        assert outcome_of_proof(proved, rules) == rules.objective.outcome(code)


def test_a_result_is_proved_without_its_distance(tmp_path: Path) -> None:
    rules = game_named(FOUR).rules
    made = maker(rules, 5, tmp_path / "proofs")
    make(made)
    table = solve(rules)
    distances = 0
    for position, proved in made.tree.proved.items():
        code = table.code(ClassId(PositionId(position)))
        assert code is not None
        exact, outcome = rules.objective.outcome(code), outcome_of_proof(proved, rules)
        if isinstance(outcome, Bound):
            distances += 1
            assert isinstance(exact, (Win, Loss))
            assert outcome.value == exact.value
            assert outcome.worst is None or outcome.worst <= exact
            assert outcome.best is None or outcome.best >= exact
        else:
            assert outcome == exact
    assert distances > 20
    assert outcome_of_proof(made.tree.proved[made.tree.plies[0][0]], rules) == Draw()


class Killed(BaseException):
    """The process ends here."""


def test_nothing_proved_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    rules = game_named(FOUR).rules
    path = tmp_path / "proofs"
    killed = maker(rules, 5, path)

    def kill() -> None:
        if killed.asked == 10:
            raise Killed

    with pytest.raises(Killed):
        make(killed, kill, threads=1)
    path.write_text(path.read_text() + "123 4")  # a line that is not finished
    again = maker(rules, 5, path)
    assert again.tree.proved == killed.tree.proved
    make(again, threads=1)
    lines = path.read_text().splitlines()
    assert len(lines) == 1 + 10 + again.asked
    assert again.asked > 10
    assert len(set(lines)) == len(lines), "nothing is searched twice"
    assert maker(rules, 5, path).tree.proved == again.tree.proved


def test_the_start_is_decided_before_the_rest(tmp_path: Path) -> None:
    rules = game_named(FOUR).rules
    made = maker(rules, 6, tmp_path / "proofs")
    start, leaves = made.tree.plies[0][0], made.tree.plies[-1]
    open_then: list[int] = []

    def progress() -> None:
        if not open_then and made.tree.question(start, exact=False) is None:
            open_then.append(
                sum(made.tree.question(one, exact=False) is not None for one in leaves)
            )

    make(made, progress, threads=1)
    assert open_then[0] > len(leaves) / 2
    assert not any(made.tree.question(one, exact=False) is not None for one in leaves)


def test_proofs_of_other_rules_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "proofs"
    Checkpoint(str(path), game_named(FOUR).rules).open()
    with pytest.raises(KibitzError, match="other rules"):
        maker(game_named(FOUR + ":line=3").rules, 2, path)


def test_a_game_without_a_longest_length_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KibitzError, match="max_game_length"):
        maker(game_named("noughts:any").rules, 2, tmp_path / "proofs")

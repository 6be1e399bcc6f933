"""No face knows what another does not: terminal, dialogue, page, agents and Python agree.

For every game, variant and example, at random positions, with nothing kept, with its table kept,
and with the set of every position kept. All faces are given the same effort, so an outcome may be
unknown only where all of them say so, for the same reason.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kibitz.adapters.arena import Arena
from kibitz.cli import main
from kibitz.cli.dialogue import Dialogue
from kibitz.engines.pegs.sets import whole_board
from kibitz.games.collection import Collection
from kibitz.games.registry import game_named
from kibitz.language.errors import KibitzError
from kibitz.oracle.named_tables import table_of
from kibitz.oracle.oracle import Oracle
from kibitz.play.match_history import MatchState
from kibitz.questions.answering import answer, wanted
from kibitz.questions.app_state import AppState, Oracles
from kibitz.rules.objectives.outcomes import Unknown
from kibitz.solve.effort import Effort, Exhausted
from kibitz.solve.store.table_store import TableStore
from tests.support import every_game
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from kibitz.drawing.scene import Scene
    from kibitz.rules import PositionId
    from kibitz.rules.base_game import BaseGame

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.py"))
ALL = [*every_game.names(), *(str(file) for file in EXAMPLES if "def game(" in file.read_text())]
# The faces share an oracle, so a game of each kind stands for the others: of each objective and
# structure, with costs, several moves of one player, endless play, and too large to know.
OF_EACH_KIND = {
    "noughts:classic", "noughts:any", "lgame", "lockout:helpers=1", "peg:triangle", "peg:english",
    "bridge.py", "dots_and_boxes.py", "four.py", "kalah.py", "nim.py", "no_three_in_line.py",
}  # fmt: skip
GAMES = [name for name in ALL if EVERYTHING or Path(name).name in OF_EACH_KIND]
MOST = 30  # positions that each face may look at
SMALL = 1_000  # positions of a game whose table is made for this


pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("ignore:there is no table of:UserWarning"),
]


class Paper:
    """A screen that remembers what was said, one line for each thing."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def write(self, text: str = "") -> None:
        self.lines.append(text)

    def write_hanging(self, first: str, text: str) -> None:
        self.lines.append(first + text)

    def write_lines(self, lines: list[str]) -> None:
        self.lines += lines

    def show(self, scene: Scene) -> None:
        pass


class Faces:
    """Everything that can be asked about one game, with the same tables and the same effort."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.store = TableStore(str(folder))
        self.effort = Effort(positions=MOST)
        self.game = game_named(name)
        self.oracle = Oracle(self.game, self.store, self.effort)
        self.arena = Arena(self.game, self.effort)
        self.state = AppState(self.store, Collection([name]))
        self.state.oracles = Oracles(self.store, self.effort)

    def terminal(self, text: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
        """Return what `kibitz solve --json` prints."""
        assert main(["solve", self.name, text, "--json", "--positions", str(MOST)]) == 0
        said: dict[str, Any] = json.loads(capsys.readouterr().out)
        return said

    def dialogue(self, position: int) -> tuple[list[str], list[str]]:
        """Return what the dialogue says to `hint` and to `moves`."""
        hint, moves = Paper(), Paper()
        for paper, command in ((hint, "hint"), (moves, "moves")):
            match, oracle = MatchState(self.game, position), self.fresh()
            talk = Dialogue(match, paper, wanted("en"), oracle=oracle)  # type: ignore[arg-type]
            talk.step(command)
        return hint.lines, moves.lines

    def page(self, text: str) -> dict[str, Any]:
        """Return what the page gets about a position."""
        name = self.state.games.chosen[0]
        ((_, _, body),) = answer(self.state, "position", "en", {"name": name, "position": text})
        return dict(json.loads(body))

    def fresh(self) -> Oracle:
        return Oracle(self.game, self.store, self.effort)


def keep(kind: str, game: BaseGame, folder: Path) -> None:
    """Keep what there is to keep of a game, or skip where there is nothing of the kind."""
    store = TableStore(str(folder))
    if kind == "table":
        try:
            table_of(game, store=store, effort=Effort(positions=SMALL, compile=False))
        except Exhausted:
            pytest.skip("its table is large")
        except KibitzError as error:
            pytest.skip(str(error))
    if kind == "every position":
        jumps = game.rules.jumps
        if jumps is None or jumps.holes > 15:
            pytest.skip("not a small peg board")
        whole_board.make(store, jumps)


@pytest.fixture(autouse=True)
def without_a_look_at_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the games at their word, which each face would look at anew; test_examples.py does."""
    monkeypatch.setattr("kibitz.oracle.named_tables.check_promises", lambda game: None)


def test_the_games_of_each_kind_are_among_all() -> None:
    assert {Path(name).name for name in ALL} > OF_EACH_KIND


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *((name, kind) for name in GAMES for kind in ("nothing", "table")),
        *((name, "every position") for name in GAMES if name.startswith("peg:")),
    ],
    ids=lambda one: one.rpartition("/")[2],
)
def test_all_faces_agree(
    name: str,
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    game = game_named(name)
    if kind == "table" and game.rules.jumps is not None and game.rules.jumps.holes > 21:
        pytest.skip("a large peg board")
    keep(kind, game, tmp_path)
    faces = Faces(name, tmp_path)
    walk = list(every_game.random_positions(game, seed=7, count=40))
    for position in {game.rules.start, walk[-1]}:
        check(faces, position, capsys)


def check(faces: Faces, position: PositionId, capsys: pytest.CaptureFixture[str]) -> None:
    game, text = faces.game, faces.game.text(position)
    oracle = faces.fresh()
    outcome, moves = oracle.outcome(position), oracle.moves(position)
    value = {"value": outcome.value, "distance": outcome.distance}
    expected = {game.move_text(position, one.move): one.outcome for one in moves}

    said = faces.terminal(text, capsys)
    assert {key: said[key] for key in value} == value
    assert {one["move"]: (one["value"], one["distance"]) for one in said["moves"]} == {
        move: (one.value, one.distance) for move, one in expected.items()
    }
    if isinstance(outcome, Unknown):
        assert said["reason"] == str(outcome.reason)

    shown = faces.page(text)
    assert shown["value"]["words"] == str(outcome)
    assert {one["move"]: one["value"]["words"] for one in shown["moves"]} == {
        move: str(one) for move, one in expected.items()
    }

    assert faces.arena.value(position) == outcome
    best = oracle.best(position)
    optimal = faces.arena.at(position).optimal
    if outcome.known:
        assert optimal == tuple(sorted(map(faces.arena.actions.of, best)))
    else:
        assert optimal is None

    if moves:
        reported: dict[str, str] = {}
        (hint, *more), lines = faces.dialogue(position)
        for line in lines:
            words, colon, rest = line.partition(": ")
            if colon and words in {str(one) for one in expected.values()}:
                reported |= dict.fromkeys(rest.split(), words)
        assert reported == {move: str(one) for move, one in expected.items()}
        texts = {game.move_text(position, move) for move in best}
        if outcome.known and outcome.tone != "bad":
            assert hint in texts
        elif isinstance(outcome, Unknown):
            so_far = re.match(r"Best move found so far: (\S+?)(\.| \()", hint)
            if so_far is None and hint != "unknown":  # the short look ahead of a hint has proved it
                assert hint in expected
            else:
                assert so_far is None or so_far[1] in expected
                assert so_far is not None or not game.rules.two_players
                assert str(outcome.reason) in more[0]
        elif game.rules.two_players:
            assert hint in texts

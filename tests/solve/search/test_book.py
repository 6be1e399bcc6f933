"""Opening books: made, read, verified, looked up; outcomes without a distance."""

from __future__ import annotations

import random
import shutil
from importlib.resources import files
from pathlib import Path

import pytest
from book_making import BookMaker, Checkpoint
from opening_tree import OpeningTree
from verify_book import from_successors, verify_book

import kibitz
from kibitz.games.registry import game_named
from kibitz.oracle.answer import best_outcome
from kibitz.oracle.oracle import Oracle
from kibitz.oracle.sources import Source
from kibitz.play.match_history import MatchState
from kibitz.play.opponents import Opponent
from kibitz.play.session import Session
from kibitz.play.wording import change, hint, verdict
from kibitz.questions.commentary import height_for_two
from kibitz.rules import ClassId, PositionId
from kibitz.rules.objectives.outcomes import Bound, Draw, Loss, Regret, Win, regret
from kibitz.solve.effort import Effort
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.store.inventory import OPENING, kept
from kibitz.solve.store.opening_book import OpeningBook
from kibitz.solve.store.rowfile import Damaged
from kibitz.solve.store.table_store import BOOK, SHIPPED, TableStore, kept_name
from kibitz.web.site.static_site import sources
from tests.support.own_games import EXAMPLES
from tests.support.scope import EVERYTHING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.language.errors import Sentence
    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.objectives.outcomes import Outcome
    from kibitz.solve.search.two_player_search import Proved

FOUR = str(EXAMPLES / "four.py")
BOXES = str(EXAMPLES / "dots_and_boxes.py") + ":rows=1,columns=3"
USUAL_BOARD = "four:rows=6,columns=7"


def results(name: str, plies: int, folder: Path, exact: int = -1) -> dict[int, Proved]:
    rules = game_named(name).rules
    tree = OpeningTree(rules, plies)
    maker = BookMaker(rules, tree, Checkpoint(str(folder / "proofs"), rules), exact)
    maker.make(Effort(), 2, 1 << 14, lambda: None)
    return tree.results()


@pytest.mark.parametrize(
    ("name", "exact"), [(FOUR, -1), (FOUR, 2), (f"{FOUR}:line=3", 1), (BOXES, -1)]
)
def test_a_book_is_made_read_and_verified(name: str, exact: int, tmp_path: Path) -> None:
    rules = game_named(name).rules
    proved = results(name, 3 if "line" in name else 5, tmp_path, exact)
    path = str(tmp_path / "one.book")
    OpeningBook(rules, proved).write(path)
    book = OpeningBook.read(path, rules)
    assert book is not None
    assert dict(book.items()) == proved
    report = verify_book(book, Effort())
    assert not report.wrong
    assert report.again == report.searched > 20
    assert report.follow > 10
    table = solve(rules)
    for position in proved:
        code = table.code(ClassId(PositionId(position)))
        assert code is not None
        outcome, right = book.look_up(position), rules.objective.outcome(code)
        if isinstance(outcome, Bound):
            assert outcome.worst is None or outcome.worst <= right
            assert outcome.best is None or outcome.best >= right
        else:
            assert outcome is not None
            assert outcome.keeps(right)
            assert outcome.distance in (None, right.distance)
    start = book.look_up(rules.class_of(rules.start))
    assert start is not None
    assert start.known, "all of it is proved"


def test_what_is_wrong_in_a_book_is_found(tmp_path: Path) -> None:
    rules = game_named(FOUR).rules
    proved = results(FOUR, 5, tmp_path)
    sound = OpeningBook(rules, proved)
    drawn = [position for position, bounds in proved.items() if bounds == (0, 0)]
    inner = next(one for one in drawn if from_successors(sound, one) is not None)
    leaf = next(one for one in proved if from_successors(sound, one) is None)
    for position, wrong in ((inner, (1, 1 << 14)), (leaf, (-1, -1))):
        book = OpeningBook(rules, proved | {position: wrong})
        assert position in verify_book(book, Effort()).wrong


def test_the_first_moves_of_the_usual_board_are_as_published() -> None:
    """J. Allen and V. Allis, 1988; J. Tromp: -2 -1 0 1 0 -1 -2, the centre wins in 41 plies."""
    game = kibitz.game(USUAL_BOARD)
    oracle = Oracle(game, effort=Effort.lookup_only)
    start = game.rules.start
    assert oracle.outcome(start) == Win(41)
    moves = {int(option.move): option.outcome for option in oracle.moves(start)}
    assert [moves[column] for column in range(7)] == [
        *(Loss(40), Loss(42), Draw()),
        Win(41),
        *(Draw(), Loss(42), Loss(40)),
    ]
    assert oracle.best(start) == [3]
    assert oracle.hint(start) == 3
    assert Opponent("perfect", oracle).choose(start) == 3


def test_a_move_with_the_distance_of_its_position_comes_first() -> None:
    game = kibitz.game(USUAL_BOARD)
    oracle = Oracle(game, effort=Effort.lookup_only)
    moves = oracle.moves(game.rules.play(game.rules.start, 3))
    assert moves[0].outcome == Loss(40)
    assert Loss() in [option.outcome for option in moves[1:]]


class Says(Source):
    """A source with one answer."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome

    def ask(self, position: int, effort: Effort, so_far: Bound | None) -> Outcome:
        return self.outcome


def test_a_weaker_bound_does_not_replace_what_is_proved() -> None:
    game = kibitz.game(USUAL_BOARD)
    book, search = Bound(worst=Draw()), Bound(Win(9), Loss(8))
    oracle = Oracle(game, sources=[Says(book), Says(search)], effort=Effort.lookup_only)
    assert oracle.outcome(game.rules.start) == Bound(Win(9), Draw())


def test_no_position_of_the_first_three_plies_is_unknown() -> None:
    game = kibitz.game(USUAL_BOARD)
    oracle = Oracle(game, effort=Effort.lookup_only)
    positions = {game.rules.start}
    for _ in range(3):
        positions = {
            game.rules.play(one, move) for one in positions for move in game.rules.moves(one)
        }
        assert all(oracle.outcome(one).known for one in positions)


def test_the_shipped_book_follows_from_itself() -> None:
    game = kibitz.game(USUAL_BOARD)
    path = TableStore(SHIPPED).path(game.name, BOOK)
    assert 10_000 < Path(path).stat().st_size < 100_000
    book = OpeningBook.read(path, game.rules)
    assert book is not None
    positions = list(book.items())
    for position, (least, greatest) in (
        positions if EVERYTHING else random.Random(1).sample(positions, 1_000)
    ):
        found = from_successors(book, position)
        assert found is None or (found[0] >= least and found[1] <= greatest)


def test_the_book_is_part_of_a_site() -> None:
    names = [name for name, _ in sources(files("kibitz"), "kibitz")]
    assert sum(name.endswith(BOOK) for name in names) == 1


def own_game(folder: Path, name: str = "mine.py") -> BaseGame:
    shutil.copy(FOUR, folder / name)
    return game_named(f"{folder / name}:rows=4,columns=5")


def test_any_game_may_have_a_book_in_the_folder_of_tables(tmp_path: Path) -> None:
    game = own_game(tmp_path)
    store = TableStore(str(tmp_path / "tables"))
    path = store.path(kept_name(game.name, game.rules), BOOK)
    start = game.rules.class_of(game.rules.start)
    assert Oracle(game, store, Effort.lookup_only).outcome(start).value == "unknown"
    OpeningBook(game.rules, {start: (1, 1 << 14)}).write(path)  # a false one, so that it shows
    assert Oracle(game, store, Effort.lookup_only).outcome(start) == Win()
    assert [one.kind for one in kept(store) if one.paths == [path]] == [OPENING]
    other = game_named(f"{tmp_path / 'mine.py'}:rows=4,columns=5,line=3")
    shutil.copy(path, store.path(kept_name(other.name, other.rules), BOOK))
    assert Oracle(other, store, Effort.lookup_only).outcome(start).value == "unknown"


@pytest.mark.parametrize("damage", ["heading", "shorter", "changed"])
def test_a_damaged_book_is_not_used(damage: str, tmp_path: Path) -> None:
    game = own_game(tmp_path)
    store = TableStore(str(tmp_path / "tables"))
    path = Path(store.path(kept_name(game.name, game.rules), BOOK))
    start = game.rules.class_of(game.rules.start)
    OpeningBook(game.rules, {start: (1, 1 << 14)}).write(str(path))
    data = path.read_bytes()
    if damage == "heading":
        data = b"x" + data
    elif damage == "shorter":
        data = data[:-3]
    else:
        data = data[:-1] + bytes([data[-1] ^ 1])
    path.write_bytes(data)
    with pytest.raises(Damaged):
        OpeningBook.read(str(path), game.rules)
    notices: list[Sentence] = []
    oracle = Oracle(game, store, Effort.lookup_only, notice=notices.append)
    assert oracle.outcome(start).value == "unknown"
    assert "damaged" in str(notices[0])


def test_a_win_without_a_distance() -> None:
    assert (str(Win()), str(Loss()), repr(Win())) == ("a win", "a loss", "Win()")
    assert Win().as_json() == {"value": "win", "distance": None}
    assert Win().before() == Loss()
    assert Win().before(same_mover=True) == Win().later(1) == Loss().for_other() == Win()
    assert Draw() < Win() < Win(41) < Win(3)
    assert Loss(2) < Loss(40) < Loss() < Draw()
    assert Win(7).keeps(Win())
    assert Win(7).is_best(Win())
    assert not Win().is_best(Win(7))
    assert not Draw().is_best(Win())
    assert regret(Win(), Draw()) == Regret(1, 0)
    assert regret(Win(5), Win()) == regret(Win(), Win(5)) == Regret(0, 0)


def test_a_distance_that_is_not_known_may_be_the_best() -> None:
    assert best_outcome([Win(), Win(33), Draw()]) == Win()
    assert best_outcome([Loss(4), Loss(), Loss(6)]) == Loss()
    assert best_outcome([Draw(), Loss()]) == Draw()
    assert best_outcome([Win(5), Win(7), Loss()]) == Win(5)


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (Bound(worst=Draw()), Bound(Win(9), Loss(8)), Bound(Win(9), Draw())),
        (Bound(worst=Draw()), Bound(best=Draw()), Draw()),
        (Bound(Win(3)), Bound(Win(9)), Bound(Win(9))),
    ],
)
def test_bounds_of_two_sources_are_put_together(one: Bound, other: Bound, both: Outcome) -> None:
    assert one.narrowed(other) == other.narrowed(one) == both


@pytest.mark.parametrize(
    ("before", "made", "said"),
    [
        (Win(41), Win(), "still a win"),
        (Win(), Win(7), "still wins in 6 moves"),
        (Win(), Draw(), "that threw away the win; now a draw"),
        (Draw(), Loss(), "that threw away the draw; now a loss"),
    ],
)
def test_what_a_move_does_to_a_win_without_a_distance(
    before: Outcome, made: Outcome, said: str
) -> None:
    assert str(change(before, made)) == said


def test_the_verdict_and_the_hint_of_a_win_without_a_distance() -> None:
    game = kibitz.game(USUAL_BOARD)
    oracle = Oracle(game, effort=Effort.lookup_only)
    match = MatchState(game)
    match.play(game.parse_move(match.position, "f4"))
    for outcome, said in ((Win(), "a win"), (Loss(), "a loss")):
        move = "f1" if outcome == Win() else oracle.best(match.position)[0]
        match.play(game.parse_move(match.position, move) if isinstance(move, str) else move)
        assert oracle.outcome(match.position) == outcome
        found = verdict(match, outcome)
        assert (str(found.head), found.detail, found.tone) == ("X wins", None, "good")
        words, option = hint(Session(match, oracle), oracle.moves(match.position), None)
        assert option is not None
        assert f"({said})" in str(words)
        height = height_for_two(outcome, match.mover)
        assert height is not None
        assert height > 0.5

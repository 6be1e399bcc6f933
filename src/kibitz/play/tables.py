"""Tables of named games: found, or made and kept."""

from __future__ import annotations

import os
import time
from functools import cached_property, partial

from kibitz.play.chart import bars
from kibitz.play.gamefile import BrokenRules
from kibitz.play.naming import game as game_named
from kibitz.play.picture import picture
from kibitz.rules.errors import KibitzError
from kibitz.rules.simple_game import OwnGame
from kibitz.solve import unfinished, workfolder
from kibitz.solve.answer import value_of
from kibitz.solve.compiled import Kernel
from kibitz.solve.effort import Effort, Exhausted
from kibitz.solve.graph import Graph, silence
from kibitz.solve.identity import identity
from kibitz.solve.in_memory import solve
from kibitz.solve.lines import Answer
from kibitz.solve.pegs.table import PegTable, sets_in_memory, solve_pegs
from kibitz.solve.rowfile import Damaged
from kibitz.solve.shelf import Shelf
from kibitz.solve.table import NotInTable, Table, table_from
from kibitz.solve.unfinished import GOING_ON, INTERRUPTED
from kibitz.solve.workfolder import WorkFolder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kibitz.play.notebook import Picture
    from kibitz.play.oracle import Oracle
    from kibitz.rules.game import Game
    from kibitz.solve.answer import Value
    from kibitz.solve.graph import Progress
    from kibitz.solve.outcome import Outcome
    from kibitz.solve.shards.resources import Resources
    from kibitz.solve.table import Answers

    Notice = Callable[[str], None]


A_LOOK = 0.3  # seconds for a sample of the promises of somebody's own game
MOST_HOLES = 21  # of a board whose every position is kept with its score; beyond that, what wins


def unnoticed(sentence: str) -> None:
    """Tell nobody."""


class GameTable:
    """The table of a game; positions may be given as their text. A notebook shows it as a chart."""

    def __init__(self, game: Game, answers: Answers) -> None:
        self.game = game
        self.rules = game.rules
        self.answers = answers

    def __repr__(self) -> str:
        name = self.game.name or "an unnamed game"
        return f"<table of {name}, {len(self):,} positions up to symmetry>"

    def __len__(self) -> int:
        """Return the number of positions, mirror images counted once."""
        return len(self.answers)

    def __iter__(self) -> Iterator[int]:
        """Yield the positions of the table, ascending, of mirror images the least."""
        if not isinstance(self.answers, Table):
            raise KibitzError(
                "the table of {name} holds one bit a position and does not list them",
                name=self.game.name,
            )
        return iter(self.answers)

    def __contains__(self, position: int | str) -> bool:
        """Tell whether a position, or a text that is one, can be reached in the game."""
        if isinstance(position, str):
            try:
                position = self.game.parse(position)
            except KibitzError:
                return False
        return position in self.answers

    def __getitem__(self, position: int | str) -> PicturedAnswer:
        """Return the value of a position, its moves with theirs, and one best line."""
        position = self._number(position)
        if position not in self.answers:
            raise NotInTable("this position cannot be reached in this game, so its table lacks it")
        return PicturedAnswer(self.game, self._oracle.answer(position))

    @cached_property
    def _oracle(self) -> Oracle:
        from kibitz.play.oracle import PATIENT, Oracle

        return Oracle(self.game, effort=PATIENT, table=self.answers)

    def graph(self, position: int | str | None = None, plies: int = 2, widest: int = 6) -> Picture:
        """Return a picture of what can follow a position (else the start), each move valued."""
        from kibitz.play.notebook import value_graph  # drawn for those who ask

        start = self.rules.start if position is None else self._number(position)
        return value_graph(self, start, plies, widest)

    def outcome(self, position: int | str) -> Outcome:
        """Return the outcome of a position."""
        return self._oracle.outcome(self._number(position))

    def value(self, position: int | str) -> Value:
        """Return the value of a position."""
        return self.answers.value(self._number(position))

    def code(self, position: int | str) -> int:
        """Return the value of a position as one number."""
        return self.answers.code(self._number(position))

    def find(self, position: int | str) -> int | None:
        """Return the code of a position, None if it is not known."""
        return self.answers.find(self._number(position))

    def _number(self, position: int | str) -> int:
        return self.game.parse(position) if isinstance(position, str) else position

    def _repr_svg_(self) -> str:
        return bars(self.game.name, chart(self.answers))


def chart(answers: Answers) -> list[tuple[str, int]]:
    """Return how many positions there are of each value, or in each layer."""
    if isinstance(answers, Table):
        counts = answers.census.in_full.items()
        return [(repr(value_of(answers.rules.aim, code)), count) for code, count in counts]
    assert isinstance(answers, PegTable)
    layers = answers.figures["layers"]
    return [(f"{layer['jumps']} jumps", layer["positions"]) for layer in layers]


class PicturedAnswer(Answer):
    """An answer that a notebook shows as a picture of the position."""

    def __init__(self, game: Game, plain: Answer) -> None:
        super().__init__(plain.position, plain.outcome, plain.moves, plain.line)
        self.game = game

    @property
    def value(self) -> str | int:
        """The outcome without its distance, as JSON says it."""
        return self.outcome.value

    @property
    def distance(self) -> int | None:
        """How many moves it takes, None where there is nothing to count."""
        return self.outcome.distance

    @property
    def text(self) -> str:
        """The position on one line."""
        return self.game.text(self.position)

    def _repr_svg_(self) -> str:
        return picture(self.game, self.position)


def table_of(
    game: Game | str,
    *,
    fresh: bool = False,
    progress: Progress | None = None,
    notice: Notice = unnoticed,
    shelf: Shelf | None = None,
    resources: Resources | None = None,
    effort: Effort | None = None,
) -> GameTable:
    """Return the table of a game: a kept or shipped one, or one solved now and kept.

    `fresh` solves again though there is a table. What goes wrong with keeping is told to `notice`
    in a sentence, and the table is returned all the same. `resources` says how to solve what does
    not fit into memory; the table is the same. `effort` limits the work otherwise: `Exhausted` is
    raised where it does not suffice.
    """
    if isinstance(game, str):
        game = game_named(game)
    shelf = shelf or Shelf()
    if not fresh:
        kept = find(game, shelf, notice)
        if kept is not None:
            return kept
    return GameTable(game, make(game, shelf, progress, notice, resources, effort))


def kept_name(game: Game) -> str:
    """Return the name that the table of a game is kept by.

    A game that is made in Python and not named is known by its rules, so two of them never share
    a file. A game in a file is known by the name of the file, wherever it lies: the page calls it
    so, too.
    """
    if not game.name:
        return f"unnamed-{identity(game.rules)}"
    file = game.name.file
    return game.name.replace_family(os.path.basename(file)) if file else game.name


def find(game: Game, shelf: Shelf, notice: Notice = unnoticed) -> GameTable | None:
    """Return the kept table of a game, else the shipped one; None if none can be used."""
    try:
        kept = shelf.find(kept_name(game), game.rules)
        if kept is not None:
            kept.find(game.rules.start)  # so that damage shows here
            return GameTable(game, kept)
    except Damaged as error:
        notice(f"{error}; doing without it")
    except OSError as error:
        notice(f"the table in {shelf.folder} cannot be read: {error.strerror}; doing without it")
    return find(game, shelf.shipped, notice) if shelf.shipped else None


def make(
    game: Game,
    shelf: Shelf,
    progress: Progress | None,
    notice: Notice,
    resources: Resources | None = None,
    effort: Effort | None = None,
) -> Answers:
    """Solve a game and keep its table.

    What was done before an interruption is kept, and the next call goes on from there.
    """
    check_promises(game)
    jumps = game.rules.jumps
    if jumps is not None and jumps.holes > MOST_HOLES:
        if resources is None or not resources.on_ray:
            return make_pegs(game, shelf, progress, notice, resources and resources.memory)
        raise KibitzError(
            "the table of a board of {holes} holes is one set of bits and is not divided among "
            "machines; kibitz table {name} makes it here, and --memory says in how much memory",
            holes=jumps.holes,
            name=game.name,
        )
    if resources is not None:
        from kibitz.solve.shards.solving import solve_in_shards  # for those who ask for it

        name = kept_name(game)
        return solve_in_shards(name, game.rules, shelf, resources, progress or silence, notice)
    table = make_whole(game, shelf, progress, notice, effort)
    if keep(game, table, shelf, notice):
        unfinished.forget(shelf, kept_name(game))
    return table


def check_promises(game: Game, seconds: float = A_LOOK) -> None:
    """Refuse a game of somebody's own that is seen to break its word, as `kibitz doctor` says it.

    Its table would look right and be wrong.
    """
    if isinstance(game, OwnGame):
        from kibitz.conformance import quick_check  # only for those

        for wrong in quick_check(game, seconds):
            raise BrokenRules(
                "{wrong}; kibitz doctor {name} tells more",
                wrong=str(wrong).replace("\n", "; "),
                name=game.name,
            )


def keep(game: Game, table: Answers, shelf: Shelf, notice: Notice) -> bool:
    """Keep a table; tell whether it could be kept."""
    try:
        shelf.keep(kept_name(game), table)
    except OSError as error:
        notice(f"the table cannot be kept in {shelf.folder}: {error.strerror}")
        return False
    return True


def make_whole(
    game: Game,
    shelf: Shelf,
    progress: Progress | None,
    notice: Notice,
    effort: Effort | None = None,
) -> Table:
    """Solve a game, whatever it is."""
    name = kept_name(game)
    graph = unfinished.find(shelf, name, game.rules) or Graph()
    if graph.seeded:
        notice(GOING_ON)
    begin = time.perf_counter() - Kernel.preparing  # compiling is not solving
    try:
        solution = solve(game.rules, progress=progress, graph=graph, effort=effort)
    except (KeyboardInterrupt, MemoryError, Exhausted) as stopped:
        if getattr(stopped, "estimate", None) is None:  # what is only measured is soon made again
            write = partial(unfinished.keep, shelf, name, game.rules, graph)
            put_aside(shelf, notice, write, stopped)
        raise
    return table_from(game.rules, solution, time.perf_counter() - Kernel.preparing - begin)


def make_pegs(
    game: Game,
    shelf: Shelf,
    progress: Progress | None,
    notice: Notice,
    memory: int | None = None,
) -> Answers:
    """Solve a game of jumps on a large board and keep its table."""
    from kibitz.solve.pegs.stages import Stages

    folder = shelf.path(kept_name(game), workfolder.SUFFIX)
    if memory is not None:
        return make_pegs_in_files(game, shelf, progress, notice, memory)
    stages = Stages.in_memory(game.rules, folder)
    if stages.begun:
        notice(GOING_ON)
    watch = Effort().watch(progress or silence)
    try:
        watch.need(sets_in_memory(game.rules))
        table = solve_pegs(game.rules, watch, stages)
    except (KeyboardInterrupt, MemoryError, Exhausted) as stopped:
        if stages.begun:
            put_aside(shelf, notice, lambda: stages.keep(folder), stopped)
        raise
    if keep(game, table, shelf, notice):
        workfolder.discard(folder)
    return table


def make_pegs_in_files(
    game: Game, shelf: Shelf, progress: Progress | None, notice: Notice, memory: int
) -> Answers:
    """Do the same with files for all that is not just worked on, in so many bytes of memory."""
    from kibitz.solve.pegs.budget import budget
    from kibitz.solve.pegs.stages import Stages

    bounds = budget(game.rules, memory)
    try:
        with WorkFolder(shelf.path(kept_name(game), workfolder.SUFFIX)) as work:
            stages = Stages.in_files(game.rules, work.path, bounds)
            if stages.begun:
                notice(GOING_ON)
            table: Answers = solve_pegs(game.rules, progress, stages)
            if keep(game, table, shelf, notice):
                work.remove()
                table = shelf.find(kept_name(game), game.rules) or table
            return table
    except KeyboardInterrupt:
        notice(INTERRUPTED)
        raise
    except OSError as error:
        raise KibitzError(
            "the table cannot be made in {folder}: {error}; what is finished is kept there, and "
            "the next call goes on from it",
            folder=shelf.folder,
            error=error.strerror,
        ) from error


def put_aside(
    shelf: Shelf, notice: Notice, write: Callable[[], object], stopped: BaseException
) -> None:
    """Keep what has been done so far; say so, unless what stopped it is a sentence itself."""
    try:
        write()
        if isinstance(stopped, KeyboardInterrupt):
            notice(INTERRUPTED)
    except OSError as error:
        notice(f"interrupted, and nothing can be kept in {shelf.folder}: {error.strerror}")

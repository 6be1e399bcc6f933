"""Makes and stores the tables of games; resumes interrupted work from a checkpoint."""

from __future__ import annotations

import math

from kibitz.language.errors import KibitzError, Sentence
from kibitz.solve.compiling.not_compiled import SLOWER, Uncompilable
from kibitz.solve.effort import Effort, Exhausted
from kibitz.solve.store.table_store import ignore_notice, kept_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.core.rules import Rules
    from kibitz.solve.effort import Meter
    from kibitz.solve.memory.move_graph import Progress
    from kibitz.solve.resources import Resources
    from kibitz.solve.store.table import Table
    from kibitz.solve.store.table_store import Notice, TableStore
    from kibitz.solve.strategy import Made, Strategy

GOING_ON = Sentence("continuing where the last run was interrupted")
DROPPED = Sentence("the game is too large, so the work of the interrupted call is removed")
INTERRUPTED = Sentence("interrupted; the next run continues from here")


def make(
    name: str,
    rules: Rules,
    store: TableStore,
    *,
    resources: Resources | None = None,
    effort: Effort | None = None,
    progress: Progress | None = None,
    notice: Notice = ignore_notice,
) -> Table:
    """Solve a game and save its table.

    Work done before an interruption is saved, and the next call resumes from there. Failures to
    save are reported to `notice` as a sentence, and the table is returned all the same. `resources`
    selects an engine for games that do not fit into memory; the table is the same. `effort` limits
    the work otherwise: `Exhausted` is raised if it does not suffice.
    """
    effort = effort or Effort()
    if resources is not None and resources.on != "gpu":  # these define the memory limit
        effort = effort.replace(memory=math.inf)
    strategy = strategy_for(kept_name(name, rules), rules, store, resources)
    try:
        return run_strategy(strategy, store, effort.watch(progress), notice)
    except Uncompilable as error:
        if resources is not None or not effort.compile:
            raise
        notice(Sentence(SLOWER, reason=error))
        effort = effort.replace(compile=False)
        return make(name, rules, store, effort=effort, progress=progress, notice=notice)


def strategy_for(
    name: str, rules: Rules, store: TableStore, resources: Resources | None
) -> Strategy[Table]:
    """Return the strategy for building a table: the first way that serves the game."""
    from importlib import import_module

    from kibitz.solve.capabilities import check, engine_for, ways

    engine = engine_for(resources)
    check(engine, name, rules)
    module, _, of = ways(engine, rules)[0].strategy.rpartition(".")
    strategy: type[Strategy[Table]] = getattr(import_module(f"kibitz.solve.{module}"), of)
    return strategy(name, rules, store, resources)


def run_strategy(strategy: Strategy[Made], store: TableStore, watch: Meter, notice: Notice) -> Made:
    """Make something, keep it, and return it."""
    from kibitz.solve.store.table import PositionTable
    from kibitz.solve.verify.verification import check_sample

    try:
        with strategy:
            if strategy.has_checkpoint:
                notice(GOING_ON)
            try:
                made = strategy.run(watch)
                if isinstance(made, PositionTable) and not strategy.in_files:
                    check_sample(made)
                return _kept(strategy, made, store, notice)
            except (KeyboardInterrupt, MemoryError, Exhausted) as stopped:
                # A game rejected by an estimate has been explored only briefly: no checkpoint.
                if getattr(stopped, "estimate", None) is None:
                    _write_checkpoint(strategy, store, notice, stopped)
                elif strategy.drop():
                    notice(DROPPED)
                raise
    except OSError as error:
        if not strategy.in_files:
            raise
        raise KibitzError(
            "the table cannot be made in {folder}: {error}; what is finished is kept there, and "
            "the next call continues from it",
            folder=store.folder,
            error=error.strerror,
        ) from error


def _kept(strategy: Strategy[Made], made: Made, store: TableStore, notice: Notice) -> Made:
    """Save the result; return the object to use from now on."""
    try:
        return strategy.keep(made)
    except OSError as error:
        held = strategy.fallback_if_unsaved(made)
        if held is None:
            raise
        notice(
            Sentence(
                "the table cannot be kept in {folder}: {error}",
                folder=store.folder,
                error=error.strerror,
            )
        )
        return held


def _write_checkpoint(
    strategy: Strategy[Made], store: TableStore, notice: Notice, stopped: BaseException
) -> None:
    """Write a checkpoint; report it, unless the interruption itself is a sentence."""
    from kibitz.solve.store.workfolder import InUse

    try:
        if strategy.checkpoint_work() and isinstance(stopped, KeyboardInterrupt):
            notice(INTERRUPTED)
    except OSError as error:
        notice(
            Sentence(
                "interrupted, and nothing can be kept in {folder}: {error}",
                folder=store.folder,
                error=error.strerror,
            )
        )
    except InUse as error:
        notice(Sentence("interrupted, and nothing can be kept: {error}", error=error))

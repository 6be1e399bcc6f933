"""Makes and stores the tables of games; resumes interrupted work from a checkpoint."""

from __future__ import annotations

import math

from kibitz.language.errors import KibitzError, Sentence
from kibitz.rules.rules import Rules
from kibitz.solve.builder import Builder, Made
from kibitz.solve.compiling.not_compiled import SLOWER, Uncompilable
from kibitz.solve.effort import Effort, Exhausted, Meter, Progress
from kibitz.solve.resources import Resources
from kibitz.solve.store.table import PositionTable, Table
from kibitz.solve.store.table_store import Notice, TableStore, ignore_notice, kept_name

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
    builder = builder_for(kept_name(name, rules), rules, store, resources)
    try:
        return run_builder(builder, store, effort.watch(progress), notice)
    except Uncompilable as error:
        if resources is not None or not effort.compile:
            raise
        notice(Sentence(SLOWER, reason=error))
        effort = effort.replace(compile=False)
        return make(name, rules, store, effort=effort, progress=progress, notice=notice)


def builder_for(
    name: str, rules: Rules, store: TableStore, resources: Resources | None
) -> Builder[Table]:
    """Return the builder of a table: the first of the engine that serves the game."""
    from kibitz.solve.capabilities import builders, check, engine_for

    engine = engine_for(resources)
    check(engine, name, rules)
    builder = next(builders(engine, rules), None)
    if builder is None:
        raise KibitzError("no builder of {engine} serves {name}", engine=engine, name=name)
    return builder(name, rules, store, resources)


def run_builder(builder: Builder[Made], store: TableStore, watch: Meter, notice: Notice) -> Made:
    """Make something, keep it, and return it."""
    from kibitz.solve.store.table import PositionTable
    from kibitz.solve.verify.verification import check_sample

    try:
        with builder:
            if builder.has_checkpoint:
                notice(GOING_ON)
            try:
                made = builder.run(watch)
                in_file = isinstance(made, PositionTable) and not len(made.positions)
                if isinstance(made, PositionTable) and not in_file:
                    check_sample(made)
                kept = _kept(builder, made, store, notice)
                if isinstance(kept, PositionTable) and in_file:
                    _check_file(builder, kept, store)
                return kept
            except (KeyboardInterrupt, MemoryError, Exhausted) as stopped:
                # A game rejected by an estimate has been explored only briefly: no checkpoint.
                if getattr(stopped, "estimate", None) is None:
                    _write_checkpoint(builder, store, notice, stopped)
                elif builder.drop():
                    notice(DROPPED)
                raise
    except OSError as error:
        if not builder.in_files:
            raise
        raise KibitzError(
            "the table cannot be made in {folder}: {error}; the next run continues from what is "
            "finished there",
            folder=store.folder,
            error=error.strerror,
        ) from error


def _kept(builder: Builder[Made], made: Made, store: TableStore, notice: Notice) -> Made:
    """Save the result; return the object to use from now on."""
    try:
        return builder.keep(made)
    except OSError as error:
        held = builder.fallback_if_unsaved(made)
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


def _check_file(builder: Builder[Made], kept: PositionTable, store: TableStore) -> None:
    """Ask the rules about a sample of a table that was written piece by piece."""
    from kibitz.solve.verify.verification import check_sample

    try:
        check_sample(kept)
    except KibitzError:
        store.remove(builder.name)
        raise


def _write_checkpoint(
    builder: Builder[Made], store: TableStore, notice: Notice, stopped: BaseException
) -> None:
    """Write a checkpoint; report it, unless the interruption itself is a sentence."""
    from kibitz.solve.store.workfolder import InUse

    try:
        if builder.checkpoint_work() and isinstance(stopped, KeyboardInterrupt):
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

"""Proofs of the first plies of a game, by several threads, with a checkpoint.

Each thread searches its own position; all share one transposition table. The positions at the last
ply are proved in the order in which the plies before need them: so the start is decided first, then
every position after one ply, and so on. Every answer is appended to the checkpoint at once, so a
process that is killed loses only the searches under way.
"""

from __future__ import annotations

import os
from contextlib import suppress
from threading import Condition, Thread

from kibitz.language.errors import KibitzError
from kibitz.solve.effort import Effort, Exhausted
from kibitz.solve.search.transposition_table import empty_table
from kibitz.solve.search.two_player_search import NOTHING_PROVED, PlayersSearch
from kibitz.solve.store.fingerprint import identity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from opening_tree import OpeningTree, Question

    from kibitz.rules.rules import Rules
    from kibitz.solve.search.two_player_search import Proved

HEADING = "kibitz-opening"
LATER = 2  # plies that are decided before the distances of a ply are searched
AHEAD = 64  # undecided positions among which a thread looks for something to search


class Checkpoint:
    """File of proved bounds: a heading with the fingerprint of the rules, then a line for each.

    A line is a position and its bounds, the least and the greatest possible outcome. A line that
    was not finished is ignored, and overwritten.
    """

    def __init__(self, path: str, rules: Rules) -> None:
        self.path = path
        self._heading = f"{HEADING} {identity(rules)}\n"

    def read(self) -> Iterator[tuple[int, Proved]]:
        """Yield the stored proofs; none if there is no file yet."""
        if not os.path.exists(self.path):
            return
        with open(self.path, encoding="ascii") as file:
            if file.readline() != self._heading:
                raise KibitzError("{path} was made for other rules", path=self.path)
            for line in file:
                if line.endswith("\n"):
                    position, least, greatest = map(int, line.split())
                    yield position, (least, greatest)

    def open(self) -> Callable[[int, Proved], None]:
        """Return a function that appends a proof."""
        text = ""
        if os.path.exists(self.path):
            with open(self.path, encoding="ascii") as file:
                text = file.read()
        whole = text[: text.rfind("\n") + 1] or self._heading
        if whole != text:
            with open(self.path, "w", encoding="ascii") as file:
                file.write(whole)
        descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND)

        def append(position: int, proved: Proved) -> None:
            os.write(descriptor, f"{position} {proved[0]} {proved[1]}\n".encode())

        return append


class BookMaker:
    """Proves an opening tree with several threads.

    All its positions are proved to be won, drawn or lost, and those up to the ply `exact` with
    their distance (-1: none).
    """

    def __init__(
        self,
        rules: Rules,
        tree: OpeningTree,
        checkpoint: Checkpoint,
        exact: int = -1,
    ) -> None:
        if rules.max_game_length is None:  # a draw by repetition is never proved by a search
            raise KibitzError("an opening is proved only for rules with max_game_length")
        self._rules = rules
        self.tree = tree
        self._checkpoint = checkpoint
        questions = sorted(
            (ply + LATER * exactly, exactly, position)
            for exactly, plies in ((False, tree.plies), (True, tree.plies[: exact + 1]))
            for ply, positions in enumerate(plies)
            for position in positions
        )
        self._roots = [(position, exactly) for _, exactly, position in questions]
        self._decided = 0  # roots at the front of the list of which all is proved
        self._busy: set[int] = set()
        self._changed = Condition()
        self._failed: BaseException | None = None
        self._stopping = False
        self.searched = 0
        self.asked = 0
        for position, proved in checkpoint.read():
            if position in tree.proved:
                tree.learn(position, proved)

    def make(
        self, effort: Effort, threads: int, entries: int, progress: Callable[[], None]
    ) -> None:
        """Search until all is proved or the effort ends; `progress` is called after each answer.

        `entries` is the size of the transposition table, a power of 2.
        """
        effort = effort.begun()
        table = empty_table(entries)
        append = self._checkpoint.open()
        with suppress(Exhausted):  # compiles
            search = PlayersSearch(self._rules, threads=1, table=table)
            search.prove(self.tree.plies[0][0], NOTHING_PROVED, Effort(positions=0).watch())

        def work() -> None:
            search = PlayersSearch(self._rules, threads=1, table=table)
            try:
                for position, wanted in self._questions():
                    before = search.searched
                    known = self.tree.proved[position]
                    proved = search.prove(position, known, effort.watch(self._check), wanted)
                    with self._changed:
                        append(position, proved)
                        self.tree.learn(position, proved)
                        self._busy.remove(position)
                        self.searched += search.searched - before
                        self.asked += 1
                        progress()
                        self._changed.notify_all()
            except Exhausted:
                pass
            except BaseException as error:
                self._failed = error
            finally:
                with self._changed:
                    self._stopping = True
                    self._changed.notify_all()

        team = [Thread(target=work, daemon=True) for _ in range(threads)]
        for thread in team:
            thread.start()
        try:
            for thread in team:
                thread.join()
        finally:
            self._stopping = True
        if self._failed is not None:
            raise self._failed

    def _check(self, phase: str, done: int, total: int | None) -> None:
        """Stop a search if another thread has failed or the process is interrupted."""
        if self._stopping and self._failed is not None:
            raise Exhausted("seconds", done, 0)

    def _questions(self) -> Iterator[Question]:
        """Yield questions about leaves until none is left; wait while others are searching."""
        while True:
            with self._changed:
                question = self._next()
                while question is None:
                    if not self._busy or self._stopping:
                        return
                    self._changed.wait()
                    question = self._next()
                self._busy.add(question[0])
            yield question

    def _next(self) -> Question | None:
        """Return the most important question that no thread is searching."""
        undecided = 0
        at = self._decided
        while at < len(self._roots) and undecided < AHEAD:
            position, exactly = self._roots[at]
            wanted = self.tree.question(position, exactly)
            if wanted is not None:
                undecided += 1
                found = self.tree.leaf_question(position, wanted, self._busy)
                if found:
                    return found
            elif not undecided:
                self._decided = at + 1
            at += 1
        return None

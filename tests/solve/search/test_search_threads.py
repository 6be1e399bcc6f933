"""Several threads at one table of a search: no entry is read in part."""

from __future__ import annotations

from threading import Thread

from kibitz.solve.compiling.compiled import kernel
from kibitz.solve.search.transposition_table import MOST, TAKEN, empty_table, look_up, store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def test_a_bucket_that_another_thread_holds_is_left_alone() -> None:
    table = empty_table(4)
    store(table, 5, 1, 2, 1, 0)
    held, table[0] = table[0], TAKEN
    before = table.copy()
    assert look_up(table, 5) == 0
    assert store(table, 7, 1, 2, 1, 0), "what was found is returned even so"
    assert (table == before).all()
    table[0] = held
    assert look_up(table, 5)
    assert not look_up(table, 7)


def hammer(table: Any, seed: int, rounds: int) -> int:
    """Store and look up, at random, what is the same each time; return how often it was not."""
    wrong = 0
    for _ in range(rounds):
        seed = seed * 6364136223846793005 + 1442695040888963407
        position = seed >> 33 & 0xFF
        least, greatest, best = position - 7 * 64, position * 3, position
        if seed >> 20 & 1:
            store(table, position, least, greatest, 1, best)
        else:
            facts = look_up(table, position)
            wanted = best << 38 | 1 << 32 | (greatest + MOST) << 16 | (least + MOST)
            if facts and facts != wanted:
                wrong += 1
    return wrong


def test_threads_never_read_the_facts_of_another_position() -> None:
    """256 positions fight for 8 places, so nearly every entry is written while others read it."""
    work = kernel(hammer)
    table = empty_table(8)
    assert work(table, 1, 10) == 0
    wrong = [-1] * 4

    def run(number: int) -> None:
        wrong[number] = work(table, number, 8_000_000)

    threads = [Thread(target=run, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == [0, 0, 0, 0]

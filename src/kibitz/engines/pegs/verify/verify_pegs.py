"""Verification of a table of a large peg board against the rules alone.

Only the order of the bits is shared with the solver (which holes an index encodes, and how the
others follow): that is the format of the file. If a position wins exactly if it is solved or a move
leads to one that wins, the row is correct by induction over the number of pegs.
"""

from __future__ import annotations

from typing import Any

from kibitz.engines.pegs.figures.peg_table import PegTable
from kibitz.engines.pegs.verify.verify_figures import Recount
from kibitz.engines.pegs.verify.verify_pegs_kernels import CHUNK, check_wins
from kibitz.language.errors import Sentence, plural
from kibitz.solve.compiling.compiled import available, bound, kernel
from kibitz.solve.effort import Progress, no_progress
from kibitz.solve.verify.verification import CHECKING, FAULTS, Fault
from kibitz.solve.verify.verify_kernels import RIGHT
from kibitz.system.thread_pool import Team, spans

BATCH = 1 << 12  # words


def verify_pegs(table: PegTable, progress: Progress = no_progress) -> list[Sentence]:
    """Check every bit of a table; return what was checked, one sentence each, or raise `Fault`."""
    import numpy as np

    rules = table.rules
    row = table.words
    words = np.asarray(row.whole() if hasattr(row, "whole") else row).view(np.int64)
    flips, holes = _order(table)
    index = sum(1 << bit for bit, hole in enumerate(holes) if rules.start >> hole & 1)
    most = rules.start.bit_count()
    lows = [_spread(flips, content) for content in range(1 << min(6, len(flips)))]
    bits = _bits(holes, table.coordinates.board.holes)
    check = (kernel if available() else bound)(check_wins, rules)
    arguments = (
        words,
        rules.start ^ _spread(flips, index),
        np.array(flips[6:], np.int64),
        np.array(lows, np.int64),
        bits,
        np.array([content.bit_count() for content in range(1 << CHUNK)], np.int64),
        most,
        rules.solved_at,
    )

    def wins(positions: Any) -> Any:
        index = np.zeros(len(positions), np.int64)
        for chunk, meaning in enumerate(bits):
            index |= meaning[positions >> CHUNK * chunk & (1 << CHUNK) - 1]
        return (words[index >> 6] >> (index & 63) & 1).astype(bool)

    checked = 0
    with Team() as team:
        for first in range(0, len(words), team.size * BATCH):
            last = min(first + team.size * BATCH, len(words))
            shares = [(*arguments, *span) for span in spans(first, last, team.size)]
            for fault, position, count in team.run(check, shares):
                if fault != RIGHT:
                    raise Fault(FAULTS[fault], int(position))
                checked += int(count)
            progress(CHECKING, last, len(words))
    return [
        Sentence("every jump leads from the bit of a position to the bit of the position after it"),
        plural(
            "{count} position of at most {most} pegs wins exactly if it is won or a move leads to "
            "one that wins",
            "{count} positions of at most {most} pegs win exactly if they are won or a move leads "
            "to one that wins",
            checked,
            most=most,
        ),
        *Recount(table, wins, progress).run(),
    ]


def _order(table: PegTable) -> tuple[list[int], list[int]]:
    """Return the holes that each index bit flips, and its hole; a `Fault` if jumps do not fit."""
    coordinates = table.coordinates
    flips = [
        1 << hole | sum(1 << pivot for pivot, members in coordinates.pivots if members >> hole & 1)
        for hole in coordinates.free
    ]
    for jump in table.rules.jumps.jumps:
        touched = sum(1 << hole for hole in jump)
        index = sum(1 << bit for bit, hole in enumerate(coordinates.free) if hole in jump)
        if _spread(flips, index) != touched:
            raise Fault("a jump leads out of the class of the start")
    return flips, coordinates.free


def _spread(flips: list[int], index: int) -> int:
    """Return the xor of the flips of the bits of an index."""
    together = 0
    for bit, flip in enumerate(flips):
        if index >> bit & 1:
            together ^= flip
    return together


def _bits(holes: list[int], count: int) -> Any:
    """Return [chunk, content]: the index bits for the pegs of a chunk of holes."""
    import numpy as np

    bits = np.zeros((-(-count // CHUNK), 1 << CHUNK), np.int64)
    contents = np.arange(1 << CHUNK)
    for bit, hole in enumerate(holes):
        chunk, place = divmod(hole, CHUNK)
        bits[chunk] |= (contents >> place & 1) << bit
    return bits

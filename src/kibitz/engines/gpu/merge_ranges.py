"""Division of many ascending rows by value, so that each part can be merged separately."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.solve.arrays import Array


def ranges(rows: list[Array], most: int) -> Iterator[list[range]]:
    """Divide ascending rows so that each part is below the next and has at most `most` numbers.

    Yield the range of each row in a part.
    """
    import numpy as np

    waiting = [[range(len(row)) for row in rows]]
    while waiting:
        spans = waiting.pop()
        largest = max(range(len(rows)), key=lambda which: len(spans[which]))
        if sum(map(len, spans)) <= most or len(spans[largest]) < 2:
            yield spans
            continue
        span = spans[largest]
        middle = rows[largest][span.start + len(span) // 2]
        cuts = [
            span.start + int(np.searchsorted(row[span.start : span.stop], middle))
            for row, span in zip(rows, spans, strict=True)
        ]
        waiting.append([range(cut, span.stop) for cut, span in zip(cuts, spans, strict=True)])
        waiting.append([range(span.start, cut) for cut, span in zip(cuts, spans, strict=True)])

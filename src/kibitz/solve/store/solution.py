"""A completely solved game: positions, codes and orbit sizes."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

from kibitz.rules import ClassId
from kibitz.rules.objectives.objective import Code

NUMPY_ABOVE = 50_000  # below that, counting is faster than importing NumPy


class Solution:
    """The value of every position of a game, up to symmetry.

    Three arrays of equal length, as memory views (`numpy.asarray` does not copy them):

    - `positions`: int64, ascending, in canonical form;
    - `codes`: int16, and int32 for margins: the values, for the player to move;
    - `images`: int16, the number of its images, itself included, that belong to the game: are
      reachable from the start, or placements. Their sum is the number of all positions.

    The meaning of a code is defined in `rules/objectives/`.

    `start` is the canonical form of the initial position.
    """

    def __init__(
        self, start: ClassId, positions: memoryview, codes: memoryview, images: memoryview
    ) -> None:
        self.start = start
        self.positions = positions
        self.codes = codes
        self.images = images

    def __len__(self) -> int:
        return len(self.positions)

    def code(self, position: ClassId) -> Code | None:
        """Return the code of a position in canonical form; None if unknown."""
        at = bisect_left(self.positions, position)
        if at == len(self.positions) or self.positions[at] != position:
            return None
        return Code(int(self.codes[at]))

    def histogram(self, *, in_full: bool) -> dict[int, int]:
        """Return the number of positions with each code, ascending, with or without images."""
        if len(self) >= NUMPY_ABOVE:
            from kibitz.solve.array_backend import has_numpy

            if has_numpy():
                return self._histogram_by_numpy(in_full)
        counts: Counter[int] = Counter()
        if in_full:
            for code, images in zip(self.codes, self.images, strict=True):
                counts[code] += images
        else:
            counts.update(self.codes)
        return dict(sorted(counts.items()))

    def _histogram_by_numpy(self, in_full: bool) -> dict[int, int]:
        import numpy as np

        codes, places = np.unique(np.asarray(self.codes), return_inverse=True)
        counts = np.bincount(places, weights=np.asarray(self.images) if in_full else None)
        return {int(code): int(count) for code, count in zip(codes, counts, strict=True)}

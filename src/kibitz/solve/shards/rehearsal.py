"""Every step once, on the start of a game alone, so that all its kernels are compiled or loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kibitz.solve import kernels as of_rules
from kibitz.solve.compiled import kernel
from kibitz.solve.graph import itself
from kibitz.solve.shards import kernels, steps, valuing

if TYPE_CHECKING:
    from kibitz.rules.contract import Rules


def rehearse(rules: Rules) -> None:
    """Run every step on one position."""
    nothing = np.empty(0, dtype=np.int64)
    if rules.placements is not None:
        kernel(of_rules.place, rules)(0, 0, 1, nothing)  # which ends at the first placement
    kernel(kernels.sort_seeds)(nothing, nothing, np.zeros(1, dtype=np.int64), nothing)
    start = np.array([(rules.canonical or itself)(rules.start)], dtype=np.int64)
    facts, children, parents = steps.expand(rules, 1, True, start, 0, 1, 0).arrays
    new, *numbered = steps.merge(0, 1, [start], [children], [parents], (0,)).arrays
    count = 1 + len(new)
    starts, links = valuing.link(count, 0, False, *([row] for row in numbered)).arrays
    all_facts = [facts, np.full(len(new), -2, dtype=np.int32)]
    codes, left, *heard = valuing.begin(rules.aim, 0, all_facts, starts, links).arrays
    valuing.wave(rules.aim, 0, False, codes, left, starts, links, heard)
    if rules.aim == "fewest":
        codes, left, *heard = valuing.stir(0, codes, left, starts, links).arrays
        valuing.wave(rules.aim, 0, True, codes, left, starts, links, heard)
    (images,) = steps.tally(rules, count, [start, new], [start]).arrays
    steps.finish(rules, count, [start, new], codes, images if rules.orbit is None else None)

"""Every step once, on the start of a game alone, so that all its kernels are compiled or loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kibitz.solve import kernels as of_rules
from kibitz.solve import tiers
from kibitz.solve.compiled import kernel
from kibitz.solve.graph import itself
from kibitz.solve.shards import kernels, steps, valuing

if TYPE_CHECKING:
    from kibitz.rules.contract import Rules


def rehearse(rules: Rules) -> None:
    """Run every step on one position."""
    if rules.tier is not None:
        tiers.rehearse(rules)
    nothing = np.empty(0, dtype=np.int64)
    if rules.placements is not None:
        kernel(of_rules.place, rules)(0, 0, 1, nothing)  # which ends at the first placement
    kernel(kernels.sort_seeds)(nothing, nothing, np.zeros(1, dtype=np.int64), nothing)
    start = np.array([(rules.canonical or itself)(rules.start)], dtype=np.int64)
    facts, bucket = steps.expand(rules, 1, True, start, 0, 1, 0).arrays
    new, arrivals, spans = steps.merge(0, 1, 0, [start], [bucket], (0,)).arrays
    count = 1 + len(new)
    (links,) = valuing.link(count, 0, False, [arrivals], [spans]).arrays
    all_facts = [facts, np.full(len(new), valuing.FINISHED, dtype=np.int32)]
    values, *heard = valuing.begin(rules.objective, 0, count, all_facts, links).arrays
    valuing.wave(rules.objective, 0, False, count, values, links, heard)
    if rules.objective.by_score:
        values, *heard = valuing.stir(0, count, values, links).arrays
        valuing.wave(rules.objective, 0, True, count, values, links, heard)
    (images,) = steps.tally(rules, count, [start, new], [start]).arrays
    steps.finish(rules, count, [start, new], values, images if rules.orbit is None else None)

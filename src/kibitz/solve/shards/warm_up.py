"""Warm-up: every step once on the initial position, so that all kernels are compiled or loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kibitz.solve.compiling.compiled import kernel
from kibitz.solve.memory import game_kernels as of_rules
from kibitz.solve.memory import tiers
from kibitz.solve.memory.move_graph import same_position
from kibitz.solve.shards import explore_steps, shard_kernels, value_steps

if TYPE_CHECKING:
    from kibitz.core.rules import Rules


def warm_up(rules: Rules) -> None:
    """Run every step on one position."""
    if rules.tier is not None:
        tiers.warm_up(rules)
    nothing = np.empty(0, dtype=np.int64)
    if rules.placements is not None:
        kernel(of_rules.place, rules)(0, 0, 1, nothing)  # this ends at the first placement
    kernel(shard_kernels.sort_seeds)(nothing, nothing, np.zeros(1, dtype=np.int64), nothing)
    start = np.array([(rules.canonical or same_position)(rules.start)], dtype=np.int64)
    facts, bucket = explore_steps.expand(rules, 1, True, start, 0, 1, 0).arrays
    new, arrivals, spans = explore_steps.merge(0, 1, 0, [start], [bucket], (0,)).arrays
    count = 1 + len(new)
    (links,) = value_steps.link(count, 0, False, [arrivals], [spans]).arrays
    all_facts = [facts, np.full(len(new), value_steps.FINISHED, dtype=np.int32)]
    values, *heard = value_steps.begin(rules.objective, 0, count, all_facts, links).arrays
    value_steps.propagate(rules.objective, 0, False, count, values, links, heard)
    if rules.objective.by_score:
        values, *heard = value_steps.restart_scores(0, count, values, links).arrays
        value_steps.propagate(rules.objective, 0, True, count, values, links, heard)
    (images,) = explore_steps.tally(rules, count, [start, new], [start]).arrays
    explore_steps.finish(
        rules, count, [start, new], values, images if rules.orbit is None else None
    )

"""Warm-up: every step once on the initial position, so that all kernels are compiled or loaded."""

from __future__ import annotations

import numpy as np

from kibitz.engines.shards import explore_steps, finish_steps, shard_kernels, value_steps
from kibitz.engines.shards.explore_steps import NEVER, columns_of
from kibitz.rules.rules import Rules
from kibitz.solve.compiling.compiled import kernel
from kibitz.solve.memory import game_kernels as of_rules
from kibitz.solve.memory import tiers
from kibitz.solve.rows import Row


def warm_up(rules: Rules) -> None:
    """Run every step on one position."""
    nothing = np.empty(0, dtype=np.int64)
    if rules.placements is not None:
        kernel(of_rules.place, rules)(0, 0, 1, nothing)  # this ends at the first placement
    kernel(shard_kernels.sort_seeds)(nothing, nothing, np.zeros(1, dtype=np.int64), nothing)
    start = np.array([rules.class_of(rules.start)], dtype=np.int64)
    objective, columns = rules.objective, columns_of(rules)
    facts, bucket = explore_steps.expand(rules, 1, True, None, start, 0, 1, 0).arrays
    new, arrivals, spans = explore_steps.merge(
        rules, None, columns, 1, 0, NEVER, [start], [bucket], (0,)
    ).arrays
    count = 1 + len(new)
    (links,) = value_steps.link(count, 0, False, columns, [arrivals], [spans]).arrays
    ends = np.full(len(new), -1, dtype=facts.dtype)
    values, *rest = value_steps.begin(objective, 0, count, [facts, ends], links, []).arrays
    for turn in (value_steps.NO_TURN, value_steps.FIRST_TURN):
        value_steps.propagate(objective, 0, turn, count, values, links, rest[0], rest[1:])
    value_steps.restart(objective, 1, count, values, links)
    (codes,) = value_steps.close(objective, count, values).arrays
    (images,) = finish_steps.tally(rules, count, [start, new], [start]).arrays
    finish_steps.finish(rules, count, [start, new], codes, images if rules.orbit is None else None)
    if rules.tier is not None:
        tiers.warm_up(rules)
        _warm_up_tiers(rules, [start, new], codes, facts)


def _warm_up_tiers(rules: Rules, runs: list[Row], codes: Row, facts: Row) -> None:
    """Run the steps of a solve by tiers."""
    (start, new), columns = runs, columns_of(rules)
    assert rules.tier is not None
    tier = int(rules.tier(int(start[0])))
    _, inside, below = explore_steps.expand(rules, 1, True, tier, start, 0, 1, 0).arrays
    explore_steps.merge(rules, tier, columns, 1, 0, NEVER, [start], [inside, below], ())
    (messages,) = value_steps.answer(
        rules, tier, 1, columns, 1 + len(new), runs, codes, [inside, below], (0, 0)
    ).arrays
    links = np.zeros(2, dtype=np.int32)
    value_steps.begin(rules.objective, 0, 1, [facts], links, [messages])

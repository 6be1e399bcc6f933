"""Kernels of shards: sorting of moves by owner, linking, and counting.

A link is the source of a move: the number of a position in its shard and that shard, packed into
one integer, `number << bits | shard`; if the same player moves again after it, the number is
complemented, `~number`.
"""

from __future__ import annotations

from kibitz.solve.memory.numbering import share_of
from kibitz.solve.rows import Row


def count_owners(keys: Row, below: Row, shards: int, ends: Row) -> None:
    """Count how many of the keys belong to each shard; `ends` must be zeros.

    Those marked in `below`, if there are marks, belong to a second group of shards.
    """
    for at in range(len(keys)):
        owner = share_of(keys[at], shards)
        ends[owner + shards if len(below) and below[at] else owner] += 1


def sort_by_owner(
    keys: Row,
    below: Row,
    children: Row,
    degrees: Row,
    marks: Row,
    costs: Row,
    first: int,
    shards: int,
    starts: Row,
    sorted_children: Row,
    parents: Row,
    sorted_costs: Row,
) -> None:
    """Sort children by owner, each with the number of its parent (a counting sort).

    The children of one parent are consecutive; parents are numbered from `first` and have as many
    as `degrees` say. `marks`, if there are any, tell for each child whether the same player moves
    again there: then the number is complemented. `costs`, if there are any, are those of the moves.
    `starts` are the offsets of each owner, and are advanced.
    """
    child = 0
    for at in range(len(degrees)):
        for _ in range(degrees[at]):
            owner = share_of(keys[child], shards)
            if len(below) and below[child]:
                owner += shards
            to = starts[owner]
            starts[owner] = to + 1
            sorted_children[to] = children[child]
            parents[to] = ~(first + at) if len(marks) and marks[child] else first + at
            if len(costs):
                sorted_costs[to] = costs[child]
            child += 1


def sort_seeds(keys: Row, positions: Row, starts: Row, sorted_positions: Row) -> None:
    """Sort positions without parents by owner."""
    shards = len(starts)
    for at in range(len(keys)):
        owner = share_of(keys[at], shards)
        sorted_positions[starts[owner]] = positions[at]
        starts[owner] += 1


def state_facts(degrees: Row, worths: Row, go_on: bool, least: int, facts: Row) -> None:
    """Write the facts: the number of moves, or of an end the complement of its worth less `least`.

    If solved positions `go_on`, those with moves are ends too.
    """
    for at in range(len(degrees)):
        is_end = degrees[at] == 0 or (go_on and worths[at] == 1)
        facts[at] = ~(worths[at] - least) if is_end else degrees[at]


def count_links(numbers: Row, starts: Row) -> None:
    """Count the links of each position, shifted by two entries, as `place_links` expects."""
    for at in range(len(numbers)):
        starts[numbers[at] + 2] += 1


def add_up(starts: Row) -> None:
    """Convert counts to offsets."""
    for at in range(2, len(starts)):
        starts[at] += starts[at - 1]


def place_links(
    numbers: Row,
    parents: Row,
    first: int,
    last: int,
    shard: int,
    bits: int,
    starts: Row,
    links: Row,
    costs: Row,
    link_costs: Row,
) -> None:
    """Enter the links from one shard: `parents[first:last]`, whose moves lead to `numbers`.

    `costs`, if there are any, are those of the moves.
    """
    for at in range(first, last):
        to = numbers[at] + 1
        links[starts[to]] = parents[at] << bits | shard
        if len(costs):
            link_costs[starts[to]] = costs[at]
        starts[to] += 1


def tally_codes(codes: Row, images: Row, lowest: int, classes: Row, in_full: Row) -> None:
    """Count the positions with each code from `lowest` on, once each, and with their images."""
    for at in range(len(codes)):
        classes[codes[at] - lowest] += 1
        in_full[codes[at] - lowest] += images[at]


def count_numbers(numbers: Row, images: Row) -> None:
    """Count the occurrences of each number; -1 is none."""
    for at in range(len(numbers)):
        if numbers[at] >= 0:
            images[numbers[at]] += 1

"""Kernels of shards: sorting of messages by receiver, linking, and propagation of values.

A link is the source of a move: the number of a position in its shard and that shard, packed into
one integer, `number << bits | shard`; if the same player moves again after it, the number is
complemented, `~number`. A message to such a position carries the code after one of its moves:
`number << CODE_BITS | code`, the code made non-negative.

The global names `final` and `better` are bound to the arithmetic of an objective.
"""

from __future__ import annotations

from kibitz.objectives.objective import LARGEST_CODE
from kibitz.solve.memory.backward import TOO_LONG
from kibitz.solve.memory.numbering import share_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.solve.rows import Row

    def final(worth: int) -> int: ...
    def better(one: int, other: int) -> bool: ...


CODE_BITS = 16
LOWEST_CODE = -(1 << CODE_BITS - 1)


def count_owners(keys: Row, shards: int, ends: Row) -> None:
    """Count how many of the keys belong to each shard; `ends` must be zeros."""
    for at in range(len(keys)):
        ends[share_of(keys[at], shards)] += 1


def sort_by_owner(
    keys: Row,
    children: Row,
    facts: Row,
    marks: Row,
    first: int,
    starts: Row,
    sorted_children: Row,
    parents: Row,
) -> None:
    """Sort children by owner, each with the number of its parent (a counting sort).

    The children of one parent are consecutive; parents are numbered from `first`, and `facts` are
    theirs. `marks`, if there are any, tell for each child whether the same player moves again
    there: then the number is complemented. `starts` are the offsets of each owner, and are
    advanced.
    """
    shards = len(starts)
    child = 0
    for at in range(len(facts)):
        for _ in range(max(facts[at], 0)):
            owner = share_of(keys[child], shards)
            to = starts[owner]
            starts[owner] = to + 1
            sorted_children[to] = children[child]
            parents[to] = ~(first + at) if len(marks) and marks[child] else first + at
            child += 1


def sort_seeds(keys: Row, positions: Row, starts: Row, sorted_positions: Row) -> None:
    """Sort positions without parents by owner."""
    shards = len(starts)
    for at in range(len(keys)):
        owner = share_of(keys[at], shards)
        sorted_positions[starts[owner]] = positions[at]
        starts[owner] += 1


def state_facts(degrees: Row, worths: Row) -> None:
    """Convert degrees to facts: the number of moves, or, of an end, -2 minus its worth."""
    for at in range(len(degrees)):
        if degrees[at] == 0:
            degrees[at] = -2 - worths[at]


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
) -> None:
    """Enter the links from one shard: `parents[first:last]`, whose moves lead to `numbers`."""
    for at in range(first, last):
        to = numbers[at] + 1
        links[starts[to]] = parents[at] << bits | shard
        starts[to] += 1


def begin(facts: Row, codes: Row, decided: Row) -> int:
    """Set the codes of terminal positions and list those that decide something."""
    count = 0
    for at in range(len(facts)):
        if facts[at] < 0:
            codes[at] = final(-2 - facts[at])
            if codes[at] != 0:
                decided[count] = at
                count += 1
    return count


def receive_contest(messages: Row, codes: Row, left: Row, decided: Row, count: int) -> int:
    """Process codes after moves, all at one distance; list the positions they decide.

    `left` are the numbers of moves of a position not yet known to lose.
    """
    for at in range(len(messages)):
        number = messages[at] >> CODE_BITS
        if codes[number] == 0:
            code = (messages[at] & (1 << CODE_BITS) - 1) + LOWEST_CODE
            if abs(code) == LARGEST_CODE:
                return TOO_LONG
            if code < 0:
                codes[number] = 1 - code
            else:
                left[number] -= 1
                if left[number] == 0:
                    codes[number] = -1 - code
            if codes[number] != 0:
                decided[count] = number
                count += 1
    return count


def receive_first(messages: Row, codes: Row, left: Row, decided: Row, count: int) -> int:
    """Process codes after moves, all at one distance; list the positions they decide."""
    for at in range(len(messages)):
        number = messages[at] >> CODE_BITS
        if codes[number] == 0:
            code = (messages[at] & (1 << CODE_BITS) - 1) + LOWEST_CODE
            if code == LARGEST_CODE:
                return TOO_LONG
            codes[number] = code + 1
            decided[count] = number
            count += 1
    return count


def receive_scores(messages: Row, codes: Row, left: Row, decided: Row, count: int) -> int:
    """Process scores after moves; list the positions all of whose moves are known.

    `left` are the numbers of moves not yet known.
    """
    for at in range(len(messages)):
        number = messages[at] >> CODE_BITS
        code = (messages[at] & (1 << CODE_BITS) - 1) + LOWEST_CODE
        if better(code, codes[number]):
            codes[number] = code
        left[number] -= 1
        if left[number] == 0:
            decided[count] = number
            count += 1
    return count


def receive_better(messages: Row, codes: Row, listed: Row, decided: Row, count: int) -> int:
    """Process scores after moves; list the positions whose score has improved."""
    for at in range(len(messages)):
        number = messages[at] >> CODE_BITS
        code = (messages[at] & (1 << CODE_BITS) - 1) + LOWEST_CODE
        if better(code, codes[number]):
            codes[number] = code
            if listed[number] == 0:
                listed[number] = 1
                decided[count] = number
                count += 1
    return count


def list_undecided(codes: Row, left: Row, decided: Row) -> int:
    """List the positions that have a score although some of their moves are unknown."""
    count = 0
    for at in range(len(codes)):
        if left[at] > 0 and codes[at] != 0:
            decided[count] = at
            count += 1
    return count


def count_messages(decided: Row, starts: Row, links: Row, mask: int, ends: Row) -> None:
    """Count the messages to each shard; `ends` must be zeros."""
    for at in range(len(decided)):
        for link in range(starts[decided[at]], starts[decided[at] + 1]):
            ends[links[link] & mask] += 1


def write_messages(
    decided: Row, codes: Row, starts: Row, links: Row, bits: int, ends: Row, messages: Row
) -> None:
    """Write the messages sorted by receiver from the offsets `ends`, which are advanced."""
    mask = (1 << bits) - 1
    for at in range(len(decided)):
        code = codes[decided[at]]
        for link in range(starts[decided[at]], starts[decided[at] + 1]):
            to = links[link] & mask
            number = links[link] >> bits
            if number >= 0:
                messages[ends[to]] = number << CODE_BITS | code - LOWEST_CODE
            else:
                messages[ends[to]] = ~number << CODE_BITS | -code - LOWEST_CODE
            ends[to] += 1


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

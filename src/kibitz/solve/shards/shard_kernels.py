"""The kernels of shards: sorting messages by their receiver, linking, and spreading values.

A link is where a move comes from: the number of a position in its shard and that shard, packed
into one integer, `number << bits | shard`; where the same player is to move after it, the number
is turned round, `~number`. A message says to such a position what one of its moves leads to:
`number << CODE_BITS | code`, the code made non-negative.

The global names `final` and `better` stand for the arithmetic of an objective.
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
    """Count how many of the keys belong to each shard; `ends` comes as zeros."""
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
    """Put children where their owners' begin, each with the number of its parent beside it.

    The children of one parent follow each other; parents are numbered from `first`, and `facts`
    are theirs. `marks`, where there are any, say of each child whether the same player is to move
    there: then the number is turned round. `starts` is where each owner's begin, and is moved on.
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
    """Put positions that come from nowhere where their owners' begin."""
    shards = len(starts)
    for at in range(len(keys)):
        owner = share_of(keys[at], shards)
        sorted_positions[starts[owner]] = positions[at]
        starts[owner] += 1


def state_facts(degrees: Row, worths: Row) -> None:
    """Make facts of degrees: the number of moves, or, of a finished position, -2 less its worth."""
    for at in range(len(degrees)):
        if degrees[at] == 0:
            degrees[at] = -2 - worths[at]


def count_links(numbers: Row, starts: Row) -> None:
    """Count the links of each position, two places on, as `place_links` wants it."""
    for at in range(len(numbers)):
        starts[numbers[at] + 2] += 1


def add_up(starts: Row) -> None:
    """Make places of counts."""
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
    """Give the finished positions their codes and list those that decide something."""
    count = 0
    for at in range(len(facts)):
        if facts[at] < 0:
            codes[at] = final(-2 - facts[at])
            if codes[at] != 0:
                decided[count] = at
                count += 1
    return count


def receive_contest(messages: Row, codes: Row, left: Row, decided: Row, count: int) -> int:
    """Take in what moves lead to, all at one distance; list what is decided by it.

    `left` are the moves of a position of which it is not known yet that they lose.
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
    """Take in what moves lead to, all at one distance; list what is decided by it."""
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
    """Take in the scores that moves lead to; list the positions all of whose moves have told.

    `left` are the moves of a position that have not.
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
    """Take in the scores that moves lead to; list the positions that have got a better one."""
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
    """List the positions that have a score, though not all of their moves have told theirs."""
    count = 0
    for at in range(len(codes)):
        if left[at] > 0 and codes[at] != 0:
            decided[count] = at
            count += 1
    return count


def count_messages(decided: Row, starts: Row, links: Row, mask: int, ends: Row) -> None:
    """Count how many messages go to each shard; `ends` comes as zeros."""
    for at in range(len(decided)):
        for link in range(starts[decided[at]], starts[decided[at] + 1]):
            ends[links[link] & mask] += 1


def write_messages(
    decided: Row, codes: Row, starts: Row, links: Row, bits: int, ends: Row, messages: Row
) -> None:
    """Write the messages where their receivers' begin: `ends`, which is moved on."""
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
    """Count the positions of each code from `lowest` on, once each, and with their images."""
    for at in range(len(codes)):
        classes[codes[at] - lowest] += 1
        in_full[codes[at] - lowest] += images[at]


def count_numbers(numbers: Row, images: Row) -> None:
    """Count how often each number occurs; -1 is none."""
    for at in range(len(numbers)):
        if numbers[at] >= 0:
            images[numbers[at]] += 1

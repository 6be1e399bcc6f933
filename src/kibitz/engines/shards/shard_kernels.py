"""Kernels of shards: sorting of moves by owner, linking, counting, and messages.

A link is the source of a move: the number of a position in its shard and that shard, packed into
one integer, `number << bits | shard`; if the same player moves again after it, the number is
complemented, `~number`.

A message is `number << CODE_BITS | offer`, the number of a position in its shard and the code that
one of its moves offers, made non-negative. `left` is the number of undecided moves of a position.
It is `WAITING` when the position has a code that can only improve until its turn comes, and 0 once
that code has been sent. The global names `final`, `through`, `better`, `holds`, `update` and
`priority` are bound to the arithmetic of an objective.
"""

from __future__ import annotations

from kibitz.solve.arrays import Array
from kibitz.solve.memory.backward import TOO_LONG
from kibitz.solve.memory.numbering import share_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.solve.bound_names import *

CODE_BITS = 32
CODE_MASK = (1 << CODE_BITS) - 1
LOWEST_CODE = -(1 << CODE_BITS - 1)
WAITING = -1
SEVERAL = 2  # undecided moves


def count_owners(keys: Array, ends: Array) -> None:
    """Count how many of the keys belong to each shard; `ends` must be zeros."""
    for at in range(len(keys)):
        ends[share_of(keys[at], len(ends))] += 1


def sort_by_owner(
    keys: Array,
    children: Array,
    degrees: Array,
    marks: Array,
    costs: Array,
    first: int,
    starts: Array,
    sorted_children: Array,
    parents: Array,
    sorted_costs: Array,
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
            owner = share_of(keys[child], len(starts))
            to = starts[owner]
            starts[owner] = to + 1
            sorted_children[to] = children[child]
            parents[to] = ~(first + at) if len(marks) and marks[child] else first + at
            if len(costs):
                sorted_costs[to] = costs[child]
            child += 1


def sort_seeds(keys: Array, positions: Array, starts: Array, sorted_positions: Array) -> None:
    """Sort positions without parents by owner."""
    shards = len(starts)
    for at in range(len(keys)):
        owner = share_of(keys[at], shards)
        sorted_positions[starts[owner]] = positions[at]
        starts[owner] += 1


def state_facts(degrees: Array, worths: Array, go_on: bool, least: int, facts: Array) -> None:
    """Write the facts: the number of moves, or of an end the complement of its worth less `least`.

    If solved positions `go_on`, those with moves are ends too.
    """
    for at in range(len(degrees)):
        is_end = degrees[at] == 0 or (go_on and worths[at] == 1)
        facts[at] = ~(worths[at] - least) if is_end else degrees[at]


def count_links(numbers: Array, starts: Array) -> None:
    """Count the links of each position, shifted by two entries, as `place_links` expects."""
    for at in range(len(numbers)):
        starts[numbers[at] + 2] += 1


def add_up(starts: Array) -> None:
    """Convert counts to offsets."""
    for at in range(2, len(starts)):
        starts[at] += starts[at - 1]


def place_links(
    numbers: Array,
    parents: Array,
    first: int,
    last: int,
    shard: int,
    bits: int,
    starts: Array,
    links: Array,
    costs: Array,
    link_costs: Array,
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


def tally_codes(codes: Array, images: Array, lowest: int, classes: Array, in_full: Array) -> None:
    """Count the positions with each code from `lowest` on, once each, and with their images."""
    for at in range(len(codes)):
        classes[codes[at] - lowest] += 1
        in_full[codes[at] - lowest] += images[at]


def count_numbers(numbers: Array, images: Array) -> None:
    """Count the occurrences of each number; -1 is none."""
    for at in range(len(numbers)):
        if numbers[at] >= 0:
            images[numbers[at]] += 1


def begin(facts: Array, least: int, undecided: int, codes: Array, left: Array) -> None:
    """Set the codes of ends, and the numbers of undecided moves of all other positions."""
    for at in range(len(facts)):
        if facts[at] < 0:
            codes[at] = final(~facts[at] + least)
            left[at] = WAITING
        else:
            codes[at] = undecided
            left[at] = facts[at]


def receive(
    messages: Array, largest: int, codes: Array, left: Array, listed: Array, count: int
) -> int:
    """Process offers that arrive in the order of their priority, and list positions with a code.

    Returns the number of listed positions, or `TOO_LONG` if a code would not fit.
    """
    for at in range(len(messages)):
        number = messages[at] >> CODE_BITS
        if left[number] != 0:
            offer = (messages[at] & CODE_MASK) + LOWEST_CODE
            waits = left[number] == WAITING
            moves = SEVERAL if waits else left[number]
            undecided, code = update(moves, codes[number], offer)
            if waits and (undecided or not better(code, codes[number])):
                continue
            if code > largest or code < -largest:
                return TOO_LONG
            codes[number] = code
            if undecided:
                left[number] = undecided
            elif not waits:
                left[number] = WAITING
                listed[count] = number
                count += 1
    return count


def receive_all(
    messages: Array, largest: int, codes: Array, left: Array, listed: Array, count: int
) -> int:
    """Process offers that arrive in any order; list the positions all of whose moves are decided.

    Returns the number of listed positions.
    """
    for at in range(len(messages)):
        number = messages[at] >> CODE_BITS
        offer = (messages[at] & CODE_MASK) + LOWEST_CODE
        if left[number] > 0:
            if better(offer, codes[number]):
                codes[number] = offer
            left[number] -= 1
            if left[number] == 0:
                left[number] = WAITING
                listed[count] = number
                count += 1
    return count


def restart(codes: Array, left: Array) -> None:
    """Let undecided positions with a code wait for their turn."""
    for at in range(len(codes)):
        if left[at] > 0 and holds(codes[at]):
            left[at] = WAITING


def list_waiting(left: Array, starts: Array, listed: Array) -> int:
    """List the waiting positions that have predecessors; return their number."""
    count = 0
    for at in range(len(left)):
        if left[at] == WAITING and starts[at] < starts[at + 1]:
            listed[count] = at
            count += 1
    return count


def divide_by_turn(
    turn: int, waiting: Array, codes: Array, left: Array, decided: Array, still: Array
) -> tuple[int, int, int]:
    """Divide waiting positions into those whose turn it is and those that still wait.

    The turn 0 is that of all. Returns how many these are, and the next turn, 0 if none is left.
    """
    count = rest = following = 0
    for each in range(len(waiting)):
        at = waiting[each]
        its_turn = priority(codes[at])
        if turn == 0 or its_turn == turn:
            left[at] = 0
            decided[count] = at
            count += 1
        elif its_turn:
            still[rest] = at
            rest += 1
            if following == 0 or its_turn < following:
                following = its_turn
    return count, rest, following


def count_messages(decided: Array, starts: Array, links: Array, mask: int, ends: Array) -> None:
    """Count the messages to each shard; `ends` must be zeros."""
    for at in range(len(decided)):
        for link in range(starts[decided[at]], starts[decided[at] + 1]):
            ends[links[link] & mask] += 1


def write_messages(
    decided: Array,
    codes: Array,
    starts: Array,
    links: Array,
    costs: Array,
    bits: int,
    ends: Array,
    messages: Array,
) -> int:
    """Write the messages sorted by receiver from the offsets `ends`, which are advanced.

    Returns the first turn of what they offer, 0 if they decide nothing.
    """
    mask = (1 << bits) - 1
    soonest = 0
    for at in range(len(decided)):
        code = codes[decided[at]]
        for link in range(starts[decided[at]], starts[decided[at] + 1]):
            to = links[link] & mask
            number = links[link] >> bits
            offer = through(code, number < 0, costs[link] if len(costs) else 1)
            messages[ends[to]] = max(number, ~number) << CODE_BITS | offer - LOWEST_CODE
            ends[to] += 1
            turn = priority(offer)
            if turn and (soonest == 0 or turn < soonest):
                soonest = turn
    return soonest

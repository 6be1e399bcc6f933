"""Retrograde analysis: values propagated from terminal positions over the graph of moves.

Positions are numbered from 0; the graph is two arrays, the number of moves of each position
(`degrees`) and their targets (`targets`, position by position). A move after which the same player
moves again has the target `~number`, which is negative. These functions run in the interpreter on
lists and, compiled, on arrays: one source, so the two cannot disagree. The global names `final`,
`through`, `better`, `holds`, `update` and `priority` are bound to the arithmetic of an objective
(`rules/objectives/objective.py`).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.solve.arrays import Ints
    from kibitz.solve.bound_names import *


TOO_LONG = -1  # returned instead of the head: the next code would not fit
LAST_TURN = 1 << 62  # above all priorities
LOWER = -(1 << 31)  # the target of a move to a lower tier


def reverse(degrees: Ints, targets: Ints, starts: Ints, sources: Ints) -> None:
    """Reverse the graph: `sources[starts[n] : starts[n + 1]]` are the predecessors of n.

    A predecessor is `~source`, negative too, if the same player moves again after its move.
    `starts` must be zeros, two more than there are positions.
    """
    count = len(degrees)
    for edge in range(len(targets)):
        starts[max(targets[edge], ~targets[edge]) + 2] += 1
    for at in range(2, count + 2):
        starts[at] += starts[at - 1]
    edge = 0
    for at in range(count):
        for _ in range(degrees[at]):
            target = targets[edge]
            to = max(target, ~target) + 1
            sources[starts[to]] = at if target >= 0 else ~at
            starts[to] += 1
            edge += 1


def enter(degrees: Ints, worths: Ints, go_on: bool, left: Ints, codes: Ints) -> None:
    """Set the codes of terminal positions.

    If solved positions `go_on`, those with moves are terminal too.
    """
    for at in range(len(degrees)):
        if degrees[at] == 0 or (go_on and worths[at] == 1):
            codes[at] = final(worths[at])
            left[at] = 0


def list_decided(left: Ints, queue: Ints) -> int:
    """Queue the decided positions; return their number."""
    tail = 0
    for at in range(len(left)):
        if left[at] == 0:
            queue[tail] = at
            tail += 1
    return tail


def spread_all(
    starts: Ints,
    sources: Ints,
    left: Ints,
    codes: Ints,
    queue: Ints,
    head: int,
    tail: int,
    stop: int,
) -> tuple[int, int]:
    """Propagate codes in any order: a position is decided once all its moves are.

    The arrays are those of `spread`. Returns head and tail after at most `stop` positions.
    """
    stop = min(head + stop, len(queue))
    while head < tail and head < stop:
        at = queue[head]
        for edge in range(starts[at], starts[at + 1]):
            source = max(sources[edge], ~sources[edge])
            offer, own = through(codes[at], sources[edge] < 0, 1), codes[source]
            codes[source] = offer if better(offer, own) else own  # without a branch
            left[source] -= 1
            if left[source] == 0:
                queue[tail] = source
                tail += 1
        head += 1
    return head, tail


def list_waiting(decided: bool, left: Ints, codes: Ints, waiting: Ints, turns: Ints) -> int:
    """List positions with a code that has a priority, and these priorities.

    Positions that are `decided` are listed only if that is True. Returns the number of listed
    positions.
    """
    count = 0
    for at in range(len(codes)):
        turn = priority(codes[at])
        if turn and (decided or left[at]):
            waiting[count] = at
            turns[count] = turn
            count += 1
    return count


def spread(
    starts: Ints,
    sources: Ints,
    waiting: Ints,
    turns: Ints,
    left: Ints,
    codes: Ints,
    queue: Ints,
    first: int,
    head: int,
    tail: int,
    stop: int,
    largest: int,
) -> tuple[int, int, int]:
    """Propagate codes to predecessors, in the order of their priority.

    `queue[head:tail]` are the decided positions whose predecessors are still to be visited.
    `waiting` are the positions that had a code before, sorted by its priority, which is in `turns`.
    Those from `first` on are still to be queued: each when the offers of the queue reach its
    priority, if it still has that code and no offer can improve it any more. `left` counts the
    undecided moves of each position, 0 once it is decided.

    Returns first, head and tail after at most `stop` positions; the head is `TOO_LONG` if a code
    would exceed `largest`.
    """
    stop += head
    while head < stop:
        turn = LAST_TURN
        if head < tail and first < len(waiting):
            turn = priority(through(codes[queue[head]], False, 1))
        while first < len(waiting) and turns[first] <= turn:
            at = waiting[first]
            if priority(codes[at]) == turns[first] and (left[at] == 0 or holds(codes[at])):
                left[at] = 0
                queue[tail] = at
                tail += 1
                turn = min(turn, priority(through(codes[at], False, 1)))
            first += 1
        if head == tail:
            break
        at = queue[head]
        for edge in range(starts[at], starts[at + 1]):
            source = max(sources[edge], ~sources[edge])
            if left[source]:
                offer = through(codes[at], sources[edge] < 0, 1)
                undecided, code = update(left[source], codes[source], offer)
                if code > largest or code < -largest:
                    return first, TOO_LONG, tail
                left[source] = undecided
                codes[source] = code
                if undecided == 0 and priority(code) <= turn:  # else it is still waiting
                    queue[tail] = source
                    tail += 1
        head += 1
    return first, head, tail


def close(left: Ints, codes: Ints) -> None:
    """Set the code of undecided positions to 0."""
    for at in range(len(codes)):
        if left[at] > 0:
            codes[at] = 0


def reverse_costs(degrees: Ints, targets: Ints, costs: Ints, filled: Ints, turned: Ints) -> None:
    """Write the costs of moves in the order of the reversed graph; `filled` is a copy of `starts`.

    Each of its items becomes that of the next position.
    """
    edge = 0
    for at in range(len(degrees)):
        for _ in range(degrees[at]):
            to = targets[edge]
            turned[filled[to]] = costs[edge]
            filled[to] += 1
            edge += 1


def by_cost(
    starts: Ints, sources: Ints, costs: Ints, codes: Ints, heads: Ints, links: Ints
) -> bool:
    """Propagate codes to predecessors, increased by the cost of each move, the least first.

    This is Dijkstra's algorithm with buckets. `codes` are those known without a move along the
    graph, 0 if there is none: of solved positions, and what moves out of the graph offer. `heads`
    has a bucket for every code, all empty (-1). `links` has two entries per position: its
    predecessor and its successor in its bucket, a doubly linked list. Returns whether all codes
    fit.
    """
    fits = True
    for at in range(len(codes)):
        if codes[at]:
            first = heads[codes[at]]
            links[2 * at], links[2 * at + 1] = -1, first
            if first >= 0:
                links[2 * first] = at
            heads[codes[at]] = at
    for code in range(1, len(heads)):
        while heads[code] >= 0:
            at = heads[code]
            heads[code] = links[2 * at + 1]
            if heads[code] >= 0:
                links[2 * heads[code]] = -1
            for edge in range(starts[at], starts[at + 1]):
                source = sources[edge]
                new = code + costs[edge]
                old = codes[source]
                if old and old <= new:
                    continue
                if new >= len(heads):
                    fits = False
                    continue
                if old:  # remove it from its bucket
                    before, after = links[2 * source], links[2 * source + 1]
                    if before >= 0:
                        links[2 * before + 1] = after
                    else:
                        heads[old] = after
                    if after >= 0:
                        links[2 * after] = before
                codes[source] = new
                links[2 * source], links[2 * source + 1] = -1, heads[new]
                if heads[new] >= 0:
                    links[2 * heads[new]] = source
                heads[new] = source
    return fits


def offer(codes: Ints, again: Ints, costs: Ints, offers: Ints) -> None:
    """Write the codes that moves offer to their players, given those of their targets."""
    for each in range(len(codes)):
        offers[each] = through(codes[each], again[each] != 0, costs[each])


def mark_best(degrees: Ints, count: int, offers: Ints, best: Ints) -> None:
    """Mark the best moves of each position; `degrees` are the numbers of moves, in order."""
    edge = 0
    for at in range(count):
        most = edge
        for each in range(edge, edge + degrees[at]):
            if better(offers[each], offers[most]):
                most = each
        for each in range(edge, edge + degrees[at]):
            best[each] = offers[each] == offers[most]
        edge += degrees[at]


# Tiers: what moves to lower ones offer, and moves inside one


def enter_best_offers(
    degrees: Ints, targets: Ints, offers: Ints, in_order: bool, left: Ints, codes: Ints
) -> None:
    """Set the codes of undecided positions to the best that their moves to lower tiers offer.

    `degrees` become the numbers of moves inside the tier. If codes propagate `in_order`, a position
    whose move to a lower tier prevents its other moves from deciding it has one more `left`.
    """
    edge = 0
    for at in range(len(degrees)):
        inside, best, end = 0, codes[at], edge + degrees[at]
        for each in range(edge, end):
            if targets[each] != LOWER:
                inside += 1
            elif each - edge == inside or better(offers[each], best):  # the first, or better
                best = offers[each]
        lower = end - edge - inside
        edge = end
        degrees[at] = inside
        if left[at]:
            left[at] = inside
            if in_order and inside and lower and holds(best):
                left[at] += 1
            codes[at] = best


def keep_inside(targets: Ints, again: Ints, kept: Ints, known: int) -> int:
    """Append the targets inside the tier to the `known` ones in `kept`; return their number.

    They are complemented if the same player moves again.
    """
    for each in range(len(targets)):
        if targets[each] != LOWER:
            kept[known] = ~targets[each] if again[each] else targets[each]
            known += 1
    return known


def merge(
    positions: Ints,
    codes: Ints,
    others: Ints,
    other_codes: Ints,
    into: Ints,
    into_codes: Ints,
) -> None:
    """Merge two ascending arrays of different positions, and their codes."""
    one = two = 0
    for at in range(len(into)):
        if two == len(others) or (one < len(positions) and positions[one] < others[two]):
            into[at] = positions[one]
            into_codes[at] = codes[one]
            one += 1
        else:
            into[at] = others[two]
            into_codes[at] = other_codes[two]
            two += 1

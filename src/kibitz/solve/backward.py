"""Values from the ends of a game backwards, over the graph of its moves.

Positions are numbers from 0; the graph is two rows, how many moves each position has (`degrees`)
and where they lead (`targets`, position by position). A move after which the same player is to
move leads to `~number`, which is negative. These functions run in the interpreter on
lists and, compiled, on arrays: one text, so the two cannot disagree.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Row = Any  # a list or an array of integers

LARGEST_CODE = 32767
LEAST_MARGIN = -(1 << 31)  # less than any
TOO_LONG = -1  # instead of the head: the next code would not fit


def reverse(degrees: Row, targets: Row, starts: Row, sources: Row) -> None:
    """Turn the graph round: `sources[starts[n] : starts[n + 1]]` are those with a move to n.

    Where the same player is to move after that, they are negative too, `~source`.
    `starts` comes as zeros, two more than there are positions.
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


def enter(
    degrees: Row, worths: Row, least: int, most: int, raised: int, go_on: bool,
    codes: Row, queue: Row, tail: int,
) -> int:  # fmt: skip
    """Queue the finished positions worth `least` to `most`, their codes raised by so much.

    Where solved positions `go_on`, they are queued too if they have moves. What has the code 0
    then is not queued: it decides nothing. Returns the new tail.
    """
    for at in range(len(degrees)):
        ends = degrees[at] == 0 or go_on
        if ends and least <= worths[at] <= most and worths[at] + raised != 0:
            codes[at] = worths[at] + raised
            queue[tail] = at
            tail += 1
    return tail


def least_worth(degrees: Row, worths: Row, above: int) -> int:
    """Return the least worth of a finished position that is above the given one, else that one."""
    least = above
    for at in range(len(degrees)):
        if degrees[at] == 0 and worths[at] > above and (least == above or worths[at] < least):
            least = worths[at]
    return least


def contest(
    starts: Row, sources: Row, moves: Row, codes: Row, queue: Row, head: int, tail: int, stop: int
) -> tuple[int, int]:
    """Spread wins and losses of two players to the positions before them.

    `queue[head:tail]` are the decided positions whose predecessors are still to be looked at, the
    shortest first, `codes` their values: win in d plies d + 1, loss in d plies -(d + 1). A
    position is won as soon as one move leads to a loss, and lost when of its `moves`, counted down
    from its degree, none is left that does not lead to a win; as the queue is in order of
    distance, the winner hurries and the loser delays. Where the same player is to move again, wins
    and losses change places. Returns head and tail after at most `stop`
    positions.
    """
    stop = min(head + stop, len(queue))
    while head < tail and head < stop:
        at = queue[head]
        code = codes[at]
        for edge in range(starts[at], starts[at + 1]):
            again = sources[edge] < 0
            source = ~sources[edge] if again else sources[edge]
            if codes[source] == 0:
                if abs(code) == LARGEST_CODE:
                    return TOO_LONG, tail
                if (code < 0) != again:
                    codes[source] = abs(code) + 1
                    queue[tail] = source
                    tail += 1
                else:
                    moves[source] -= 1
                    if moves[source] == 0:
                        codes[source] = -1 - abs(code)
                        queue[tail] = source
                        tail += 1
        head += 1
    return head, tail


def begin_margins(degrees: Row, worths: Row, codes: Row, queue: Row) -> int:
    """Give finished positions their margins and queue them; others get the least there is.

    Returns how many are queued.
    """
    tail = 0
    for at in range(len(degrees)):
        codes[at] = LEAST_MARGIN
        if degrees[at] == 0:
            codes[at] = worths[at]
            queue[tail] = at
            tail += 1
    return tail


def margins(
    starts: Row, sources: Row, moves: Row, codes: Row, queue: Row, head: int, tail: int, stop: int
) -> tuple[int, int]:
    """Spread the margins of two players to the positions before them, as `contest` spreads wins.

    A position is queued when all of its `moves` have told theirs, so none is in a game that goes
    round in circles.
    """
    stop = min(head + stop, len(queue))
    while head < tail and head < stop:
        at = queue[head]
        for edge in range(starts[at], starts[at + 1]):
            again = sources[edge] < 0
            source = ~sources[edge] if again else sources[edge]
            codes[source] = max(codes[source], codes[at] if again else -codes[at])
            moves[source] -= 1
            if moves[source] == 0:
                queue[tail] = source
                tail += 1
        head += 1
    return head, tail


def flood(
    starts: Row, sources: Row, step: int, codes: Row, queue: Row, head: int, tail: int, stop: int
) -> tuple[int, int]:
    """Spread codes to the positions before, raised by `step` with every move.

    A position takes the first code that reaches it. Returns head and tail after at most `stop`
    positions of the queue.
    """
    stop = min(head + stop, len(queue))
    while head < tail and head < stop:
        at = queue[head]
        code = codes[at] + step
        for edge in range(starts[at], starts[at + 1]):
            source = sources[edge]
            if codes[source] == 0:
                if code > LARGEST_CODE:
                    return TOO_LONG, tail
                codes[source] = code
                queue[tail] = source
                tail += 1
        head += 1
    return head, tail


def reverse_costs(degrees: Row, targets: Row, costs: Row, starts: Row, turned: Row) -> None:
    """Write what moves cost in the order in which `reverse` has put them; `starts` are its."""
    edge = 0
    filled = starts.copy()
    for at in range(len(degrees)):
        for _ in range(degrees[at]):
            to = targets[edge]
            turned[filled[to]] = costs[edge]
            filled[to] += 1
            edge += 1


def by_cost(starts: Row, sources: Row, costs: Row, codes: Row, heads: Row, links: Row) -> bool:
    """Spread codes to the positions before, raised by what each move costs, the least first.

    `codes` are 1 where it is solved, else 0. `heads` has a bucket for every code, all empty (-1).
    `links` has two places for each position: what stands before it in its bucket, and after it.
    Says whether all codes fit.
    """
    fits = True
    for at in range(len(codes)):
        if codes[at]:
            links[2 * at], links[2 * at + 1] = -1, heads[1]
            if heads[1] >= 0:
                links[2 * heads[1]] = at
            heads[1] = at
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
                if old:  # out of the bucket it is in
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


def best_of_children(
    first: int, last: int, degrees: Row, worths: Row, numbers: Row, next_codes: Row, codes: Row
) -> None:
    """Write the code of each position from `first` to `last`, given those of the next layer.

    `numbers` are the places in the next layer of their children, in order.
    """
    edge = 0
    for at in range(first, last):
        best = worths[at] + 1
        for each in range(edge, edge + degrees[at]):
            code = next_codes[numbers[each]]
            if each == edge or code < best:
                best = code
        edge += degrees[at]
        codes[at] = best

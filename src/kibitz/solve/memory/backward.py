"""Values from the ends of a game backwards, over the graph of its moves.

Positions are numbers from 0; the graph is two rows, how many moves each position has (`degrees`)
and where they lead (`targets`, position by position). A move after which the same player is to
move leads to `~number`, which is negative. These functions run in the interpreter on
lists and, compiled, on arrays: one text, so the two cannot disagree. The global names `final`,
`through`, `better`, `update` and `priority` stand for the arithmetic of the objective that a
function is bound to (`objectives/objective.py`).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.solve.rows import EitherRow

    def final(worth: int) -> int: ...
    def through(code: int, again: bool, cost: int) -> int: ...
    def better(one: int, other: int) -> bool: ...
    def update(left: int, own: int, code: int, again: bool, cost: int) -> tuple[int, int]: ...
    def priority(code: int) -> int: ...


TOO_LONG = -1  # instead of the head: the next code would not fit


def reverse(degrees: EitherRow, targets: EitherRow, starts: EitherRow, sources: EitherRow) -> None:
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


def next_priority(degrees: EitherRow, worths: EitherRow, go_on: bool, above: int) -> int:
    """Return the lowest priority of an end that is above the given one, else that one."""
    lowest = above
    for at in range(len(degrees)):
        if degrees[at] == 0 or (go_on and worths[at] == 1):
            turn = priority(final(worths[at]))
            if turn > above and (lowest == above or turn < lowest):
                lowest = turn
    return lowest


def enter(
    degrees: EitherRow,
    worths: EitherRow,
    go_on: bool,
    turn: int,
    left: EitherRow,
    codes: EitherRow,
    queue: EitherRow,
    tail: int,
) -> int:
    """Give the ends of one priority their codes, and queue them; return the new tail.

    Where solved positions `go_on`, those with moves are ends too.
    """
    for at in range(len(degrees)):
        if degrees[at] == 0 or (go_on and worths[at] == 1):
            code = final(worths[at])
            if priority(code) == turn:
                codes[at] = code
                left[at] = 0
                queue[tail] = at
                tail += 1
    return tail


def spread(
    starts: EitherRow,
    sources: EitherRow,
    left: EitherRow,
    codes: EitherRow,
    queue: EitherRow,
    head: int,
    tail: int,
    stop: int,
    largest: int,
) -> tuple[int, int]:
    """Spread codes to the positions before them.

    `queue[head:tail]` are the decided positions whose predecessors are still to be visited, in
    order of priority. `left` counts the undecided moves of each position, 0 once it is decided.
    Returns head and tail after at most `stop` positions; the head is `TOO_LONG` if a code would
    be beyond `largest`.
    """
    stop = min(head + stop, len(queue))
    while head < tail and head < stop:
        at = queue[head]
        for edge in range(starts[at], starts[at + 1]):
            source = max(sources[edge], ~sources[edge])
            if left[source]:
                undecided, code = update(
                    left[source], codes[source], codes[at], sources[edge] < 0, 1
                )
                if code > largest or code < -largest:
                    return TOO_LONG, tail
                left[source] = undecided
                codes[source] = code
                if undecided == 0:
                    queue[tail] = source
                    tail += 1
        head += 1
    return head, tail


def reverse_costs(
    degrees: EitherRow, targets: EitherRow, costs: EitherRow, starts: EitherRow, turned: EitherRow
) -> None:
    """Write what moves cost in the order in which `reverse` has put them; `starts` are its."""
    edge = 0
    filled = starts.copy()
    for at in range(len(degrees)):
        for _ in range(degrees[at]):
            to = targets[edge]
            turned[filled[to]] = costs[edge]
            filled[to] += 1
            edge += 1


def by_cost(
    starts: EitherRow,
    sources: EitherRow,
    costs: EitherRow,
    codes: EitherRow,
    heads: EitherRow,
    links: EitherRow,
) -> bool:
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
    first: int,
    last: int,
    degrees: EitherRow,
    worths: EitherRow,
    numbers: EitherRow,
    next_codes: EitherRow,
    codes: EitherRow,
) -> None:
    """Write the code of each position from `first` to `last`, given those of the next layer.

    `numbers` are the places in the next layer of their children, in order.
    """
    edge = 0
    for at in range(first, last):
        best = final(worths[at])
        for each in range(edge, edge + degrees[at]):
            code = through(next_codes[numbers[each]], False, 1)
            if each == edge or better(code, best):
                best = code
        edge += degrees[at]
        codes[at] = best


def offer(codes: EitherRow, again: EitherRow, costs: EitherRow, offers: EitherRow) -> None:
    """Write what moves are worth to the player who makes them, given where they lead."""
    for each in range(len(codes)):
        offers[each] = through(codes[each], again[each] != 0, costs[each])


def mark_best(degrees: EitherRow, count: int, offers: EitherRow, best: EitherRow) -> None:
    """Mark the best moves of each position; `degrees` tells how many moves each has, in order."""
    edge = 0
    for at in range(count):
        most = edge
        for each in range(edge, edge + degrees[at]):
            if better(offers[each], offers[most]):
                most = each
        for each in range(edge, edge + degrees[at]):
            best[each] = offers[each] == offers[most]
        edge += degrees[at]

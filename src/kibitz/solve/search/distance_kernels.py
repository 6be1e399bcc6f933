"""Kernels for the best outcome of a puzzle: bidirectional A*, then iterative deepening.

The total of a line is what its moves add plus the total of its end; the least is best. The
objective of the rules defines both. To count moves, each adds its cost and a solved end has the
total 0. If ends have scores, moves add nothing, and the better the score, the less is the total.

`advance` is A*. It stores every generated position, and expands them in order of f = g + h, the
total so far plus the bound of what is still needed. So at any time all lines with a total below
`LEAST` are ruled out, and `MOST` is the total of the best one found; when the two are equal, that
is the outcome.

If the game defines predecessors and each move costs 1, `advance` also searches backwards from the
goals, in rings: when all positions within n moves of them are known, each other position needs at
least n + 1 moves. A position in a ring is not expanded: its distance is known.

`deepen` continues when memory is full. It starts from every unexpanded position and searches depth
first within `LIMIT`, which it increases: at first to the least total that was left out, and by
twice as much after each search that took less than twice as long as the one before. Positions that
`advance` reached with a total that is not larger are pruned, and so are those that a transposition
table contains.

The hints of the rules are checked on the way: no move decreases the bound by more than it adds, no
bound exceeds the total of a line, and the rings are complete. If `HINTED` is 0, the bound is not
used, so that a search without it can confirm the result of one with it.

The global names `moves`, `play`, `worth`, `canonical`, `cost`, `bound` and `predecessors` are bound
to the functions of some rules; `final`, `through` and `priority` to those of their objective, and
`counts_points` to whether ends have scores.
"""

from __future__ import annotations

from typing import NamedTuple

from kibitz.rules.objectives.objective import LARGEST_CODE
from kibitz.solve.invalid_rules import MOST_COST
from kibitz.solve.memory.numbering import MIXER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.solve.arrays import Array
    from kibitz.solve.bound_names import *


LARGEST = LARGEST_CODE - 1  # the largest score, and the largest bound
FAR = LARGEST_CODE + 1  # larger than any total searched for
MARKED = 1 << 40  # of entries of the transposition table
# Columns of the links
AWAY, LEFT, FROM, STATUS_OF_NODE = range(4)
# Cells of the state
NODES, ENTRIES, FREE, LEAST, MOST, MEETING, SEARCHED, STATUS = range(8)
FORWARD, BACKWARD, QUEUED, TAKEN, RING, RING_END, CUT = range(8, 15)
FRONTIER, PLY, HIGHER, FOUND, WAITING, SHARE, HINTED = range(15, 22)
LIMIT, STRIDE, SINCE, EARLIER, AT_FAULT = range(22, 27)
CELLS = 27
# Values of STATUS
RUNNING, DONE, FULL, TOO_MANY_MOVES, TOO_DEEP, BROKEN, BROKEN_RING = range(7)
WRONG_COST, WRONG_WORTH = range(7, 9)
# Columns of the stack
POSITION, COUNT, NEXT, NEEDED, GONE = range(5)


class Nodes(NamedTuple):
    """The nodes of a search, and what is known of them."""

    positions: Array
    # | total from the start | total left | from | status |, where status is the bound, doubled,
    # plus 1 if the node is expanded
    links: Array
    slots: Array  # a hash table of node + 1
    heads: Array  # for each total, its first entry + 1
    entries: Array  # | node | next entry + 1 |
    queue: Array  # the nodes of the rings, in order


class DeepArrays(NamedTuple):
    """The arrays of depth-first search: its stack, the children at each ply, the solution found."""

    stack: Array
    children: Array  # their positions, then their bounds, then what the moves to them add
    found: Array
    # A transposition table: | position | MARKED + limit: 16 bits + total from the start: 16 bits |
    seen: Array


def hash_of(position: int) -> int:
    """Return a hash of a position; its low bits are used."""
    mixed = (position ^ position >> 29) * MIXER
    return mixed ^ mixed >> 32


def slot_of(position: int, nodes: Nodes) -> int:
    """Return the slot of a position in the hash table, or the empty slot for it."""
    slots = nodes.slots
    mask = len(slots) - 1
    slot = hash_of(position) & mask
    while slots[slot] and nodes.positions[slots[slot] - 1] != position:
        slot = (slot + 1) & mask
    return slot


def node_of(position: int, nodes: Nodes) -> int:
    """Return the node of a position, -1 if it has none."""
    node: int = nodes.slots[slot_of(position, nodes)] - 1
    return node


def enter(position: int, slot: int, state: Array, nodes: Nodes) -> int:
    """Create a node for a position; return it."""
    node: int = state[NODES]
    state[NODES] = node + 1
    nodes.positions[node] = position
    nodes.links[node, AWAY] = -1
    nodes.links[node, LEFT] = -1
    nodes.links[node, FROM] = -1
    nodes.links[node, STATUS_OF_NODE] = 0
    nodes.slots[slot] = node + 1
    return node


def hinted_bound(position: int, state: Array) -> int:
    """Return the least total that is possible from a position by the rules, -1 if none is."""
    if not state[HINTED]:
        return 0
    return priority(min(max(bound(position), -1), LARGEST) + 1) - 1


def added(position: int, move: int, state: Array) -> int:
    """Return what a move adds to the total; -1, which is recorded, if its cost is not valid."""
    price = cost(position, move)
    if 1 <= price <= MOST_COST:
        return through(1, False, price) - 1
    state[STATUS] = WRONG_COST
    state[AT_FAULT] = position
    return -1


def total_of_end(position: int, needed: int, state: Array) -> int:
    """Return the total of a position without moves in a puzzle whose ends have scores.

    -1, which is recorded, if its score is not valid or its bound is proved wrong.
    """
    score = worth(position)
    left = priority(final(score)) - 1
    if not 0 <= score <= LARGEST:
        state[STATUS] = WRONG_WORTH
        state[AT_FAULT] = position
        return -1
    if needed > left:
        state[STATUS] = BROKEN
        return -1
    return left


def bound_is_wrong(needed: int, left: int, state: Array) -> bool:
    """Return, and record, whether the bound of a position is proved wrong.

    It needs at most `left` in all, by a move to a position with a known total, and is in no ring.
    """
    if needed > left:
        state[STATUS] = BROKEN
    elif left <= state[RING] < FAR:
        state[STATUS] = BROKEN_RING
    return bool(state[STATUS] != RUNNING)


def push(node: int, in_all: int, state: Array, nodes: Nodes) -> None:
    """Queue a node, to be expanded when lines of that total are searched for."""
    entry = state[FREE] - 1
    if entry >= 0:
        state[FREE] = nodes.entries[entry, 1]
    else:
        entry = state[ENTRIES]
        state[ENTRIES] = entry + 1
    nodes.entries[entry, 0] = node
    enqueue(entry, in_all, state, nodes)


def enqueue(entry: int, in_all: int, state: Array, nodes: Nodes) -> None:
    """Make an entry the first of those for that total."""
    nodes.entries[entry, 1] = nodes.heads[in_all]
    nodes.heads[in_all] = entry + 1
    state[WAITING] += 1


def note_solution(node: int, total: int, state: Array) -> None:
    """Record a solution through a node."""
    if total < state[MOST]:
        state[MOST] = total
        state[MEETING] = node
        state[FOUND] = 0


def fill_slots(count: int, nodes: Nodes) -> None:
    """Enter the positions of all nodes into an empty hash table."""
    for node in range(count):
        nodes.slots[slot_of(nodes.positions[node], nodes)] = node + 1


def widen_ring(state: Array, nodes: Nodes) -> bool:
    """Generate the predecessors of the next position of the rings; False if there is no space."""
    positions, links, queue = nodes.positions, nodes.links, nodes.queue
    node = queue[state[TAKEN]]
    left = links[node, LEFT] + 1
    for origin in predecessors(positions[node]):
        position = canonical(origin)
        slot = slot_of(position, nodes)
        at = nodes.slots[slot] - 1
        if at < 0:
            if state[NODES] == len(positions):
                return False
            at = enter(position, slot, state, nodes)
        if links[at, LEFT] < 0:
            links[at, LEFT] = left
            queue[state[QUEUED]] = at
            state[QUEUED] += 1
            if links[at, AWAY] >= 0:
                note_solution(at, links[at, AWAY] + left, state)
    state[TAKEN] += 1
    state[BACKWARD] += 1
    if state[TAKEN] == state[RING_END]:
        # If the goals have no more predecessors, all other positions are unsolvable.
        state[RING] = FAR if state[QUEUED] == state[TAKEN] else state[RING] + 1
        state[RING_END] = state[QUEUED]
    return True


def expand_node(node: int, weight: int, state: Array, nodes: Nodes) -> bool:
    """Expand a node: queue its children; False if there is no space (it can be repeated)."""
    positions, links = nodes.positions, nodes.links
    gone = links[node, AWAY]
    here = links[node, STATUS_OF_NODE] >> 1
    is_end = counts_points
    for move in moves(positions[node]):
        is_end = False
        step = added(positions[node], move, state)
        if step < 0:
            return True
        away = gone + step
        position = canonical(play(positions[node], move))
        slot = slot_of(position, nodes)
        at = nodes.slots[slot] - 1
        if not state[FREE] and state[ENTRIES] == len(nodes.entries):
            return False
        if at < 0:
            if state[NODES] == len(positions):
                return False
            at = enter(position, slot, state, nodes)
            if not counts_points and worth(position) == 1:
                links[at, LEFT] = 0
            else:
                links[at, STATUS_OF_NODE] = hinted_bound(position, state) << 1
        left = links[at, LEFT]
        needed = links[at, STATUS_OF_NODE] >> 1
        if left >= 0:
            if bound_is_wrong(here, step + left, state):
                return True
        elif 0 <= needed < here - step:
            state[STATUS] = BROKEN
            return True
        if 0 <= links[at, AWAY] <= away:
            continue
        links[at, AWAY] = away
        links[at, FROM] = node
        if left >= 0:
            note_solution(at, away + left, state)
            continue
        if needed < 0 or state[RING] == FAR:
            continue
        in_all = away + weight * max(needed, state[RING] + 1)
        state[LEAST] = min(state[LEAST], in_all)  # in weighted search
        if in_all >= FAR:
            state[CUT] = 1
        elif in_all < state[MOST] or weight > 1:
            push(at, in_all, state, nodes)
    if is_end:
        left = total_of_end(positions[node], here, state)
        links[node, LEFT] = left
        if left >= 0:
            note_solution(node, gone + left, state)
    return True


def advance(state: Array, nodes: Nodes, weight: int, budget: int) -> None:
    """Continue A* for `budget` positions, or until the status changes.

    With a weight above 1 (weighted A*) it ends with the first solution, which need not be shortest,
    and `LEAST` proves nothing.
    """
    links, heads, entries = nodes.links, nodes.heads, nodes.entries
    limit = state[SEARCHED] + budget
    while state[SEARCHED] < limit:
        if state[BACKWARD] * state[SHARE] < state[FORWARD] and state[TAKEN] < state[QUEUED]:
            if not widen_ring(state, nodes):
                state[STATUS] = FULL
                return
            state[SEARCHED] += 1
            continue
        in_all = state[LEAST] if state[WAITING] else state[MOST]
        while in_all < state[MOST] and not heads[in_all]:
            in_all += 1
        state[LEAST] = in_all
        if in_all >= state[MOST] or (weight > 1 and state[MOST] < FAR):
            state[STATUS] = DONE
            return
        entry = heads[in_all] - 1
        node = entries[entry, 0]
        heads[in_all] = entries[entry, 1]
        state[WAITING] -= 1
        if not links[node, STATUS_OF_NODE] & 1 and links[node, LEFT] < 0 and state[RING] < FAR:
            now = links[node, AWAY] + weight * (state[RING] + 1)
            if in_all < now < FAR:  # the rings have grown in the meantime
                enqueue(entry, now, state, nodes)
                continue
            if not expand_node(node, weight, state, nodes):
                enqueue(entry, in_all, state, nodes)
                state[STATUS] = FULL
                return
            if state[STATUS] != RUNNING:
                return
            links[node, STATUS_OF_NODE] |= 1
            state[SEARCHED] += 1
            state[FORWARD] += 1
        entries[entry, 1] = state[FREE]
        state[FREE] = entry + 1


def defer(in_all: int, state: Array) -> None:
    """Record that lines of that total are left for a higher limit."""
    if in_all >= FAR:
        state[CUT] = 1
    state[HIGHER] = min(state[HIGHER], in_all)


def note_deep(ply: int, total: int, state: Array, rows: DeepArrays) -> None:
    """Record a solution through the positions of the stack up to a ply."""
    state[MOST] = total
    state[MEETING] = state[FRONTIER] - 1
    state[FOUND] = ply
    for each in range(1, ply + 1):
        rows.found[each - 1] = rows.stack[each, POSITION]


def was_searched(position: int, gone: int, state: Array, rows: DeepArrays) -> bool:
    """Return whether a position was searched within the limit from no larger total; mark it."""
    seen = rows.seen
    slot = hash_of(position) & (len(seen) - 1)
    mark = MARKED | state[LIMIT] << 16 | gone
    if seen[slot, 0] == position and mark - gone <= seen[slot, 1] <= mark:
        return True
    seen[slot, 0] = position
    seen[slot, 1] = mark
    return False


def list_children(ply: int, state: Array, nodes: Nodes, rows: DeepArrays) -> bool:
    """List the children of the position at a ply that are not pruned, and their bounds.

    False if there is no space.
    """
    links, stack, children = nodes.links, rows.stack, rows.children
    position = stack[ply, POSITION]
    here = stack[ply, NEEDED]
    gone = stack[ply, GONE]
    width = children.shape[1] // 3
    count = 0
    is_end = counts_points
    for move in moves(position):
        is_end = False
        step = added(position, move, state)
        if step < 0:
            return True
        away = gone + step
        child = canonical(play(position, move))
        if ply and child == stack[ply - 1, POSITION]:
            continue
        at = node_of(child, nodes)
        solved = not counts_points and worth(child) == 1
        if solved or (at >= 0 and links[at, LEFT] >= 0):
            left = 0 if solved else links[at, LEFT]
            if bound_is_wrong(here, step + left, state):
                return True
            if away + left < state[MOST]:
                note_deep(ply, away + left, state, rows)
                rows.found[ply] = child
                state[FOUND] += 1
            continue
        if at >= 0 and 0 <= links[at, AWAY] <= away:
            continue
        needed = hinted_bound(child, state)
        if 0 <= needed < here - step:
            state[STATUS] = BROKEN
            return True
        if needed < 0 or state[RING] == FAR:
            continue
        in_all = away + max(needed, state[RING] + 1)
        if in_all > state[LIMIT] or in_all >= state[MOST]:
            defer(in_all, state)
        elif count == width:
            return False
        else:
            children[ply, count] = child
            children[ply, width + count] = needed
            children[ply, 2 * width + count] = step
            count += 1
    if is_end:
        left = total_of_end(position, here, state)
        if left >= 0 and gone + left < state[MOST]:
            note_deep(ply, gone + left, state, rows)
    stack[ply, COUNT] = count
    stack[ply, NEXT] = 0
    return True


def raise_limit(state: Array) -> None:
    """Begin with the unexpanded nodes again, after all within the limit was searched."""
    searched = state[SEARCHED] - state[SINCE]
    if searched < 2 * state[EARLIER]:
        state[STRIDE] *= 2
    state[EARLIER] = searched
    state[SINCE] = state[SEARCHED]
    state[LEAST] = min(state[HIGHER], state[MOST])
    state[LIMIT] = min(state[LEAST] + state[STRIDE] - 1, FAR - 1)
    state[HIGHER] = FAR
    state[FRONTIER] = 0


def deepen(state: Array, nodes: Nodes, rows: DeepArrays, budget: int, steps: int) -> None:
    """Search depth first from the unexpanded nodes, for `budget` positions and `steps` steps.

    `PLY` is 0 between two of these nodes, else one more than the number of moves made from there.
    """
    links, stack, children = nodes.links, rows.stack, rows.children
    width = children.shape[1] // 3
    limit = state[SEARCHED] + budget
    for _ in range(steps):
        if state[SEARCHED] >= limit:
            return
        if state[LEAST] >= state[MOST]:
            state[STATUS] = DONE
            return
        ply = state[PLY] - 1
        if ply < 0:
            node = state[FRONTIER]
            if node == state[NODES]:
                raise_limit(state)
                continue
            state[FRONTIER] = node + 1
            opened = links[node, STATUS_OF_NODE] & 1
            if links[node, AWAY] < 0 or opened or links[node, LEFT] >= 0:
                continue
            needed = links[node, STATUS_OF_NODE] >> 1
            if needed < 0 or state[RING] == FAR:
                continue
            gone = links[node, AWAY]
            in_all = gone + max(needed, state[RING] + 1)
            if in_all > state[LIMIT] or in_all >= state[MOST]:
                defer(in_all, state)
                continue
            ply = 0
            stack[0, POSITION] = nodes.positions[node]
        else:
            at = stack[ply, NEXT]
            if at == stack[ply, COUNT]:
                state[PLY] = ply
                continue
            stack[ply, NEXT] = at + 1
            child, needed = children[ply, at], children[ply, width + at]
            gone = stack[ply, GONE] + children[ply, 2 * width + at]
            if gone + needed >= state[MOST] or was_searched(child, gone, state, rows):
                continue
            ply += 1
            if ply == len(stack):
                state[STATUS] = TOO_DEEP
                return
            stack[ply, POSITION] = child
        stack[ply, NEEDED] = needed
        stack[ply, GONE] = gone
        state[SEARCHED] += 1
        state[PLY] = ply + 1
        if not list_children(ply, state, nodes, rows):
            state[FRONTIER] -= 1  # repeat from there, with more space
            state[PLY] = 0
            state[STATUS] = TOO_MANY_MOVES
            return
        if state[STATUS] != RUNNING:
            return

"""Kernels for the distance of a puzzle: bidirectional A*, then iterative deepening.

`advance` is A*. It stores every generated position, and expands them in order of f = g + h, the
moves made plus the lower bound of those still needed. So at any time all solutions shorter than
`LEAST` are ruled out, and `MOST` is the length of the best one found; when the two are equal, that
is the distance.

If the game defines predecessors, `advance` also searches backwards from the goals, in rings: when
all positions within n moves of them are known, each other position needs at least n + 1 moves. A
position in a ring is not expanded: its distance is known.

`deepen` continues when memory is full. It starts from every unexpanded position and searches depth
first within a limit, which it increases. Positions that `advance` reached by a path that is not
longer are pruned.

The hints of the rules are checked on the way: no move decreases `lower_bound` by more than one, no
bound exceeds the length of a solution, and the rings are complete. If `HINTED` is 0, `lower_bound`
is not used, so that a search without it can confirm the result of one with it.

The global names `moves`, `play`, `worth`, `canonical`, `lower_bound` and `predecessors` are bound
to the functions of some rules.
"""

from __future__ import annotations

from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.solve.rows import Row

    def moves(position: int) -> Iterator[int]: ...
    def play(position: int, move: int) -> int: ...
    def worth(position: int) -> int: ...
    def canonical(position: int) -> int: ...
    def lower_bound(position: int) -> int: ...
    def predecessors(position: int) -> Iterator[int]: ...


MIXER = 0x1E3779B97F4A7C15
FAR = 1 << 15  # longer than any solution searched for
# Columns of the links
AWAY, LEFT, FROM, STATUS_OF_NODE = range(4)
# Cells of the state
NODES, ENTRIES, FREE, LEAST, MOST, MEETING, SEARCHED, STATUS = range(8)
FORWARD, BACKWARD, QUEUED, TAKEN, RING, RING_END, CUT = range(8, 15)
FRONTIER, PLY, HIGHER, FOUND, WAITING, SHARE, HINTED = range(15, 22)
CELLS = 22
# Values of STATUS
RUNNING, DONE, FULL, TOO_MANY_MOVES, TOO_DEEP, BROKEN, BROKEN_RING = range(7)
# Columns of the stack
POSITION, COUNT, NEXT, NEEDED = range(4)


class Nodes(NamedTuple):
    """The nodes of a search, and what is known of them."""

    positions: Row
    # | moves from the start | moves left | from | status |, where status is `lower_bound`, doubled,
    # plus 1 if the node is expanded
    links: Row
    slots: Row  # a hash table of node + 1
    heads: Row  # for each number of moves, its first entry + 1
    entries: Row  # | node | next entry + 1 |
    queue: Row  # the nodes of the rings, in order


class DeepRows(NamedTuple):
    """The rows of depth-first search: its stack, the children at each ply, the solution found."""

    stack: Row
    children: Row  # their positions, then their lower bounds
    found: Row


def slot_of(position: int, nodes: Nodes) -> int:
    """Return the slot of a position in the hash table, or the empty slot for it."""
    slots = nodes.slots
    mask = len(slots) - 1
    mixed = (position ^ position >> 29) * MIXER
    slot = (mixed ^ mixed >> 32) & mask
    while slots[slot] and nodes.positions[slots[slot] - 1] != position:
        slot = (slot + 1) & mask
    return slot


def node_of(position: int, nodes: Nodes) -> int:
    """Return the node of a position, -1 if it has none."""
    node: int = nodes.slots[slot_of(position, nodes)] - 1
    return node


def enter(position: int, slot: int, state: Row, nodes: Nodes) -> int:
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


def hinted_bound(position: int, state: Row) -> int:
    """Return the lower bound of a position by the rules, clamped to its range."""
    return min(max(lower_bound(position), -1), FAR) if state[HINTED] else 0


def bound_is_wrong(needed: int, left: int, state: Row) -> bool:
    """Return, and record, whether the lower bound of a position is proved wrong.

    It needs at most one move plus the `left` needed after that, and it is in no ring.
    """
    if needed > left + 1:
        state[STATUS] = BROKEN
    elif left < state[RING] < FAR:
        state[STATUS] = BROKEN_RING
    return bool(state[STATUS] != RUNNING)


def push(node: int, moves_in_all: int, state: Row, nodes: Nodes) -> None:
    """Queue a node, to be expanded when solutions of that total length are searched for."""
    entry = state[FREE] - 1
    if entry >= 0:
        state[FREE] = nodes.entries[entry, 1]
    else:
        entry = state[ENTRIES]
        state[ENTRIES] = entry + 1
    nodes.entries[entry, 0] = node
    enqueue(entry, moves_in_all, state, nodes)


def enqueue(entry: int, moves_in_all: int, state: Row, nodes: Nodes) -> None:
    """Make an entry the first of those for that total length."""
    nodes.entries[entry, 1] = nodes.heads[moves_in_all]
    nodes.heads[moves_in_all] = entry + 1
    state[WAITING] += 1


def note_solution(node: int, length: int, state: Row) -> None:
    """Record a solution through a node."""
    if length < state[MOST]:
        state[MOST] = length
        state[MEETING] = node
        state[FOUND] = 0


def fill_slots(count: int, nodes: Nodes) -> None:
    """Enter the positions of all nodes into an empty hash table."""
    for node in range(count):
        nodes.slots[slot_of(nodes.positions[node], nodes)] = node + 1


def widen_ring(state: Row, nodes: Nodes) -> bool:
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


def expand_node(node: int, weight: int, state: Row, nodes: Nodes) -> bool:
    """Expand a node: queue its children; False if there is no space (it can be repeated)."""
    positions, links = nodes.positions, nodes.links
    away = links[node, AWAY] + 1
    here = links[node, STATUS_OF_NODE] >> 1
    for move in moves(positions[node]):
        position = canonical(play(positions[node], move))
        slot = slot_of(position, nodes)
        at = nodes.slots[slot] - 1
        if not state[FREE] and state[ENTRIES] == len(nodes.entries):
            return False
        if at < 0:
            if state[NODES] == len(positions):
                return False
            at = enter(position, slot, state, nodes)
            if worth(position) == 1:
                links[at, LEFT] = 0
            else:
                links[at, STATUS_OF_NODE] = hinted_bound(position, state) << 1
        left = links[at, LEFT]
        needed = links[at, STATUS_OF_NODE] >> 1
        if left >= 0:
            if bound_is_wrong(here, left, state):
                return True
        elif 0 <= needed < here - 1:
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
    return True


def advance(state: Row, nodes: Nodes, weight: int, budget: int) -> None:
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


def defer(in_all: int, state: Row) -> None:
    """Record that solutions of that total length are left for a higher limit."""
    if in_all >= FAR:
        state[CUT] = 1
    state[HIGHER] = min(state[HIGHER], in_all)


def list_children(ply: int, away: int, state: Row, nodes: Nodes, rows: DeepRows) -> bool:
    """List the children of the position at a ply that are not pruned, and their lower bounds.

    False if there is no space.
    """
    links, stack, children = nodes.links, rows.stack, rows.children
    position = stack[ply, POSITION]
    here = stack[ply, NEEDED]
    width = children.shape[1] // 2
    count = 0
    for move in moves(position):
        child = canonical(play(position, move))
        if ply and child == stack[ply - 1, POSITION]:
            continue
        at = node_of(child, nodes)
        solved = worth(child) == 1
        if solved or (at >= 0 and links[at, LEFT] >= 0):
            left = 0 if solved else links[at, LEFT]
            if bound_is_wrong(here, left, state):
                return True
            length = away + left
            if length < state[MOST]:
                state[MOST] = length
                state[MEETING] = state[FRONTIER] - 1
                state[FOUND] = ply + 1
                for each in range(1, ply + 1):
                    rows.found[each - 1] = stack[each, POSITION]
                rows.found[ply] = child
            continue
        if at >= 0 and 0 <= links[at, AWAY] <= away:
            continue
        needed = hinted_bound(child, state)
        if 0 <= needed < here - 1:
            state[STATUS] = BROKEN
            return True
        if needed < 0 or state[RING] == FAR:
            continue
        in_all = away + max(needed, state[RING] + 1)
        if in_all > state[LEAST]:
            defer(in_all, state)
        elif count == width:
            return False
        else:
            children[ply, count] = child
            children[ply, width + count] = needed
            count += 1
    stack[ply, COUNT] = count
    stack[ply, NEXT] = 0
    return True


def deepen(state: Row, nodes: Nodes, rows: DeepRows, budget: int, steps: int) -> None:
    """Search depth first from the unexpanded nodes, for `budget` positions and `steps` steps.

    `PLY` is 0 between two of these nodes, else one more than the number of moves made from there.
    """
    links, stack, children = nodes.links, rows.stack, rows.children
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
                state[LEAST] = min(state[HIGHER], state[MOST])
                state[HIGHER] = FAR
                state[FRONTIER] = 0
                continue
            state[FRONTIER] = node + 1
            opened = links[node, STATUS_OF_NODE] & 1
            if links[node, AWAY] < 0 or opened or links[node, LEFT] >= 0:
                continue
            needed = links[node, STATUS_OF_NODE] >> 1
            if needed < 0 or state[RING] == FAR:
                continue
            in_all = links[node, AWAY] + max(needed, state[RING] + 1)
            if in_all > state[LEAST]:
                defer(in_all, state)
                continue
            ply = 0
            stack[0, POSITION] = nodes.positions[node]
            stack[0, NEEDED] = needed
        else:
            if stack[ply, NEXT] == stack[ply, COUNT]:
                state[PLY] = ply
                continue
            at = stack[ply, NEXT]
            child, needed = children[ply, at], children[ply, children.shape[1] // 2 + at]
            stack[ply, NEXT] += 1
            ply += 1
            if ply == len(stack):
                state[STATUS] = TOO_DEEP
                return
            stack[ply, POSITION] = child
            stack[ply, NEEDED] = needed
        state[SEARCHED] += 1
        state[PLY] = ply + 1
        away = links[state[FRONTIER] - 1, AWAY] + ply + 1
        if not list_children(ply, away, state, nodes, rows):
            state[FRONTIER] -= 1  # repeat from there, with more space
            state[PLY] = 0
            state[STATUS] = TOO_MANY_MOVES
            return
        if state[STATUS] != RUNNING:
            return

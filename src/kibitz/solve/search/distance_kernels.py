"""How far a puzzle is from being solved, as kernels: A*, from both ends, then depth first.

`advance` is A*. It keeps every position that it meets, and opens them by the least number of moves
that a solution through them can have: the moves made, and those that are still needed at least. So
all solutions shorter than `LEAST` are ruled out at any time, and `MOST` is the length of the best
one found; where the two meet, it is the distance.

Where the game can tell what leads to a position, `advance` works from the solved positions too, by
rings: when all positions within n moves of them are known, each other position needs n + 1 moves
at least. A position in a ring need not be opened: its distance is known.

`deepen` goes on where memory is full. It starts from every position that is not opened yet, and
searches depth first within a limit, which it raises. Whatever `advance` has met is left out where
it was met by a way that is not longer.

What the rules promise is checked as it is seen: no move lowers `lower_bound` by more than one,
nothing needs more moves than a solution takes, and the rings leave nothing out. Where `HINTED` is
0, `lower_bound` is not asked, so that a search without it can confirm what one with it has found.

    node:  positions[node], links[node] = | moves from the start | moves left | from | status |
           where status is `lower_bound`, doubled, and 1 more if the node is opened
    slots: a hash table of node + 1
    heads: for each number of moves, its first entry + 1;  entries: | node | next entry + 1 |
    queue: the nodes of the rings, in order

The global names `moves`, `play`, `worth`, `canonical`, `lower_bound` and `predecessors` stand for
functions of the rules that a kernel is bound to.
"""

from __future__ import annotations

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
FAR = 1 << 15  # more moves than any solution that is looked for
# Columns of the links
AWAY, LEFT, FROM, STATUS_OF_NODE = range(4)
# Cells of the state
NODES, ENTRIES, FREE, LEAST, MOST, MEETING, SEARCHED, STATUS = range(8)
FORWARD, BACKWARD, QUEUED, TAKEN, RING, RING_END, CUT = range(8, 15)
FRONTIER, PLY, HIGHER, FOUND, WAITING, SHARE, HINTED = range(15, 22)
CELLS = 22
# What the state's STATUS says
RUNNING, DONE, FULL, TOO_MANY_MOVES, TOO_DEEP, BROKEN, BROKEN_RING = range(7)
# Columns of the stack
POSITION, COUNT, NEXT, NEEDED = range(4)


def slot_of(position: int, positions: Row, slots: Row) -> int:
    """Return where the hash table has a position, or the empty slot where it belongs."""
    mask = len(slots) - 1
    mixed = (position ^ position >> 29) * MIXER
    slot = (mixed ^ mixed >> 32) & mask
    while slots[slot] and positions[slots[slot] - 1] != position:
        slot = (slot + 1) & mask
    return slot


def node_of(position: int, positions: Row, slots: Row) -> int:
    """Return the node of a position, -1 if it has none."""
    node: int = slots[slot_of(position, positions, slots)] - 1
    return node


def enter(position: int, slot: int, state: Row, positions: Row, links: Row, slots: Row) -> int:
    """Give a position a node; return it."""
    node: int = state[NODES]
    state[NODES] = node + 1
    positions[node] = position
    links[node, AWAY] = -1
    links[node, LEFT] = -1
    links[node, FROM] = -1
    links[node, STATUS_OF_NODE] = 0
    slots[slot] = node + 1
    return node


def told(position: int, state: Row) -> int:
    """Return how many moves a position needs at least, as the rules say it, within bounds."""
    return min(max(lower_bound(position), -1), FAR) if state[HINTED] else 0


def is_wrong(needed: int, left: int, state: Row) -> bool:
    """Tell, and note, that a position needs fewer moves than is said of it.

    It needs no more than one move and the `left` that are needed after that, and it is in no ring.
    """
    if needed > left + 1:
        state[STATUS] = BROKEN
    elif left < state[RING] < FAR:
        state[STATUS] = BROKEN_RING
    return bool(state[STATUS] != RUNNING)


def push(node: int, moves_in_all: int, state: Row, heads: Row, entries: Row) -> None:
    """Put a node in line, to be opened when solutions of so many moves are looked for."""
    entry = state[FREE] - 1
    if entry >= 0:
        state[FREE] = entries[entry, 1]
    else:
        entry = state[ENTRIES]
        state[ENTRIES] = entry + 1
    entries[entry, 0] = node
    put_in_line(entry, moves_in_all, state, heads, entries)


def put_in_line(entry: int, moves_in_all: int, state: Row, heads: Row, entries: Row) -> None:
    """Make an entry the first of those for so many moves."""
    entries[entry, 1] = heads[moves_in_all]
    heads[moves_in_all] = entry + 1
    state[WAITING] += 1


def note_solution(node: int, length: int, state: Row) -> None:
    """Take note of a solution through a node."""
    if length < state[MOST]:
        state[MOST] = length
        state[MEETING] = node
        state[FOUND] = 0


def fill_slots(count: int, positions: Row, slots: Row) -> None:
    """Enter the positions of all nodes into an empty hash table."""
    for node in range(count):
        slots[slot_of(positions[node], positions, slots)] = node + 1


def widen_ring(state: Row, positions: Row, links: Row, slots: Row, queue: Row) -> bool:
    """Find what leads to the next position of the rings; False if there is no room."""
    node = queue[state[TAKEN]]
    left = links[node, LEFT] + 1
    for origin in predecessors(positions[node]):
        position = canonical(origin)
        slot = slot_of(position, positions, slots)
        at = slots[slot] - 1
        if at < 0:
            if state[NODES] == len(positions):
                return False
            at = enter(position, slot, state, positions, links, slots)
        if links[at, LEFT] < 0:
            links[at, LEFT] = left
            queue[state[QUEUED]] = at
            state[QUEUED] += 1
            if links[at, AWAY] >= 0:
                note_solution(at, links[at, AWAY] + left, state)
    state[TAKEN] += 1
    state[BACKWARD] += 1
    if state[TAKEN] == state[RING_END]:
        # Where nothing more leads to a solved position, the rest can never be solved.
        state[RING] = FAR if state[QUEUED] == state[TAKEN] else state[RING] + 1
        state[RING_END] = state[QUEUED]
    return True


def open_node(
    node: int,
    weight: int,
    state: Row,
    positions: Row,
    links: Row,
    slots: Row,
    heads: Row,
    entries: Row,
) -> bool:
    """Put what follows a node in line; False if there is no room, and then it can be repeated."""
    away = links[node, AWAY] + 1
    here = links[node, STATUS_OF_NODE] >> 1
    for move in moves(positions[node]):
        position = canonical(play(positions[node], move))
        slot = slot_of(position, positions, slots)
        at = slots[slot] - 1
        if not state[FREE] and state[ENTRIES] == len(entries):
            return False
        if at < 0:
            if state[NODES] == len(positions):
                return False
            at = enter(position, slot, state, positions, links, slots)
            if worth(position) == 1:
                links[at, LEFT] = 0
            else:
                links[at, STATUS_OF_NODE] = told(position, state) << 1
        left = links[at, LEFT]
        needed = links[at, STATUS_OF_NODE] >> 1
        if left >= 0:
            if is_wrong(here, left, state):
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
        state[LEAST] = min(state[LEAST], in_all)  # where it hurries
        if in_all >= FAR:
            state[CUT] = 1
        elif in_all < state[MOST] or weight > 1:
            push(at, in_all, state, heads, entries)
    return True


def advance(
    state: Row,
    positions: Row,
    links: Row,
    slots: Row,
    heads: Row,
    entries: Row,
    queue: Row,
    weight: int,
    budget: int,
) -> None:
    """Go on with A* for so many positions, or until the state says why not.

    With a weight above 1 it hurries: it ends with the first solution, which need not be shortest,
    and `LEAST` proves nothing.
    """
    limit = state[SEARCHED] + budget
    while state[SEARCHED] < limit:
        if state[BACKWARD] * state[SHARE] < state[FORWARD] and state[TAKEN] < state[QUEUED]:
            if not widen_ring(state, positions, links, slots, queue):
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
            if in_all < now < FAR:  # the rings have grown since
                put_in_line(entry, now, state, heads, entries)
                continue
            if not open_node(node, weight, state, positions, links, slots, heads, entries):
                put_in_line(entry, in_all, state, heads, entries)
                state[STATUS] = FULL
                return
            if state[STATUS] != RUNNING:
                return
            links[node, STATUS_OF_NODE] |= 1
            state[SEARCHED] += 1
            state[FORWARD] += 1
        entries[entry, 1] = state[FREE]
        state[FREE] = entry + 1


def put_off(in_all: int, state: Row) -> None:
    """Take note that solutions of so many moves are left for a higher limit."""
    if in_all >= FAR:
        state[CUT] = 1
    state[HIGHER] = min(state[HIGHER], in_all)


def list_children(
    ply: int,
    away: int,
    state: Row,
    positions: Row,
    links: Row,
    slots: Row,
    stack: Row,
    children: Row,
    found: Row,
) -> bool:
    """List what is worth trying after the position at a ply, and how many moves each needs.

    False if there is no room.
    """
    position = stack[ply, POSITION]
    here = stack[ply, NEEDED]
    width = children.shape[1] // 2
    count = 0
    for move in moves(position):
        child = canonical(play(position, move))
        if ply and child == stack[ply - 1, POSITION]:
            continue
        at = slots[slot_of(child, positions, slots)] - 1
        solved = worth(child) == 1
        if solved or (at >= 0 and links[at, LEFT] >= 0):
            left = 0 if solved else links[at, LEFT]
            if is_wrong(here, left, state):
                return True
            length = away + left
            if length < state[MOST]:
                state[MOST] = length
                state[MEETING] = state[FRONTIER] - 1
                state[FOUND] = ply + 1
                for each in range(1, ply + 1):
                    found[each - 1] = stack[each, POSITION]
                found[ply] = child
            continue
        if at >= 0 and 0 <= links[at, AWAY] <= away:
            continue
        needed = told(child, state)
        if 0 <= needed < here - 1:
            state[STATUS] = BROKEN
            return True
        if needed < 0 or state[RING] == FAR:
            continue
        in_all = away + max(needed, state[RING] + 1)
        if in_all > state[LEAST]:
            put_off(in_all, state)
        elif count == width:
            return False
        else:
            children[ply, count] = child
            children[ply, width + count] = needed
            count += 1
    stack[ply, COUNT] = count
    stack[ply, NEXT] = 0
    return True


def deepen(
    state: Row,
    positions: Row,
    links: Row,
    slots: Row,
    stack: Row,
    children: Row,
    found: Row,
    budget: int,
    steps: int,
) -> None:
    """Search depth first from the nodes that are not opened, for so many positions and steps.

    `PLY` is 0 between two of these nodes, else one more than the number of moves made from there.
    """
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
                put_off(in_all, state)
                continue
            ply = 0
            stack[0, POSITION] = positions[node]
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
        if not list_children(ply, away, state, positions, links, slots, stack, children, found):
            state[FRONTIER] -= 1  # once more from there, with more room
            state[PLY] = 0
            state[STATUS] = TOO_MANY_MOVES
            return
        if state[STATUS] != RUNNING:
            return

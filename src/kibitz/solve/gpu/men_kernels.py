"""GPU kernels for games of men on points: positions are ranked, not stored.

The rank of a position in its block: the class of the men of the player to move, up to the
symmetries of the board, then the combination of the remaining points with the other's men, in the
combinatorial number system. (If a symmetry fixes a class, some positions have two ranks; both get
the same value.) Ranks continue over all blocks, so one row holds all codes.

Inside a tier the moves are reversed, and values propagate along them, all of one size at a time.
`left` is the number of moves inside the tier that may still avoid a loss; a negative code with
moves left is a lower bound of the loss.

`list_weighed`, `list_linked` and `list_checked` are bound to the moves of the rules with `weigh`,
`link` and `check` called for each; `play` and `worth` are those of the rules.
"""

from __future__ import annotations

import numpy as np

from kibitz.solve.gpu.device import cuda as card_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.solve.rows import CardRow

    def play(position: int, move: int, rows: Any) -> int: ...
    def worth(position: int, rows: Any) -> int: ...
    def list_weighed(position: int, where: Any, state: int, rows: Any) -> int: ...
    def list_linked(position: int, where: Any, state: int, rows: Any) -> int: ...
    def list_checked(position: int, where: Any, state: int, rows: Any) -> int: ...


cuda = card_module()

# The parts of `numbering`, the tables for rank and unrank.
CLASSES, IMAGES, FIRSTS, WIDTHS, BLOCKS, BINOMIALS, POINTS, SYMMETRIES = range(8)
BYTES = 3  # of a set of points
CHOSEN = 16  # men of a side are fewer

# The accumulator over the moves of a position, in one number: | win: 15 bits | loss: 15 bits | 1 if
# one is drawn | moves: 10 bits | moves inside: 10 bits |
MOVE, DRAWN, LOSS, WIN = 1 << 10, 1 << 20, 21, 36
FIELD = (1 << 15) - 1

HIGHEST, INSIDE = range(2)  # in `signs`: the largest size of a code, whether moves stay inside
COUNTS = 10  # in `counts`: classes won, drawn, lost; positions; longest win, loss; wrong; digest
CLASS_COUNTS, POSITION_COUNTS, LONGEST_WIN, LONGEST_LOSS, WRONG, DIGEST = 0, 3, 6, 7, 8, 9


def image(some: int, symmetry: int, images: CardRow) -> int:
    """Return the image of a set of points under a symmetry."""
    at = symmetry * BYTES * 256
    mapped = int(images[at + (some & 255)])
    mapped |= int(images[at + 256 + (some >> 8 & 255)])
    mapped |= int(images[at + 512 + (some >> 16 & 255)])
    return mapped


def number_of(position: int, numbering: Any) -> int:
    """Return the rank of a position."""
    points = numbering[POINTS]
    full = (1 << points) - 1
    mine, theirs, rest = position & full, position >> points & full, position >> 2 * points
    packed = int(numbering[CLASSES][mine])
    symmetry = packed & 15
    block = numbering[BLOCKS][
        (rest * (points + 1) + cuda.popc(mine)) * (points + 1) + cuda.popc(theirs)
    ]
    free = ~image(mine, symmetry, numbering[IMAGES])
    left = image(theirs, symmetry, numbering[IMAGES])
    rank = 0
    chosen = 1
    while left:
        lowest = left & -left
        rank += int(numbering[BINOMIALS][cuda.popc(lowest - 1 & free) * CHOSEN + chosen])
        chosen += 1
        left ^= lowest
    return int(numbering[FIRSTS][block]) + (packed >> 4) * int(numbering[WIDTHS][block]) + rank


def position_at(
    at: int, width: int, men: int, rest: int, representatives: CardRow, numbering: Any
) -> int:
    """Return the position with a rank in a block, given the possible sets of the mover's men."""
    points: int = numbering[POINTS]
    mine = int(representatives[at // width])
    rank = at % width
    theirs = 0
    free: int = points - cuda.popc(mine)
    for back in range(points):
        point = points - 1 - back
        if men > 0 and not mine >> point & 1:
            free -= 1
            ways = int(numbering[BINOMIALS][free * CHOSEN + men])
            if rank >= ways:
                rank -= ways
                theirs |= 1 << point
                men -= 1
    return mine | theirs << points | rest << 2 * points


def find_least(
    count: int, images: CardRow, symmetries: int, least: CardRow, which: CardRow
) -> None:
    """Write the least image of each set of points, and the symmetry that yields it."""
    for some in range(cuda.grid(1), count, cuda.gridsize(1)):
        smallest = some
        by = 0
        for symmetry in range(1, symmetries):
            other = image(some, symmetry, images)
            if other < smallest:
                smallest = other
                by = symmetry
        least[some] = smallest
        which[some] = by


def folded(state: int, code: int) -> int:
    """Return the accumulator with a move to a position of that code added."""
    state += MOVE
    if code < 0:
        win = state >> WIN
        if win == 0 or 1 - code < win:
            state += (1 - code - win) << WIN
    elif code == 0:
        state |= DRAWN
    else:
        loss = state >> LOSS & FIELD
        if code + 1 > loss:
            state += (code + 1 - loss) << LOSS
    return state


def weigh(position: int, move: int, state: int, where: Any, rows: Any) -> int:
    """Process a move: count it at a target inside the tier, else fold the code of the target."""
    first, last, codes, arrivals, numbering = where
    at = number_of(play(position, move, rows), numbering)
    if first <= at < last:
        cuda.atomic.add(arrivals, at - first, 1)
        return state + MOVE + 1
    return folded(state, int(codes[at]))


def link(position: int, move: int, state: int, where: Any, rows: Any) -> int:
    """Write the source of a move inside the tier; the state is the rank of its position."""
    first, last, starts, sources, numbering = where
    at = number_of(play(position, move, rows), numbering)
    if first <= at < last:
        sources[cuda.atomic.add(starts, at - first, 1)] = state
    return state


def check(position: int, move: int, state: int, where: Any, rows: Any) -> int:
    """Fold the code of the target of a move, in any tier."""
    codes, numbering = where
    return folded(state, int(codes[number_of(play(position, move, rows), numbering)]))


def weigh_all(
    begin: int,
    count: int,
    width: int,
    men: int,
    rest: int,
    first: int,
    last: int,
    representatives: CardRow,
    codes: CardRow,
    left: CardRow,
    arrivals: CardRow,
    signs: CardRow,
    numbering: Any,
    rows: Any,
) -> None:
    """Weigh the moves of the positions of a block, which begins at rank `begin`.

    Its tier is the ranks from `first` to `last`.
    """
    where = (first, last, codes, arrivals, numbering)
    for each in range(cuda.grid(1), count, cuda.gridsize(1)):
        position = position_at(each, width, men, rest, representatives, numbering)
        state = list_weighed(position, where, 0, rows)
        inside, win, loss = state & MOVE - 1, state >> WIN, state >> LOSS & FIELD
        at = begin + each
        size = 0
        if state == 0:
            code = worth(position, rows)
            size = abs(code)
        elif win:
            code = win
            inside += 1
            size = win
        elif state & DRAWN:
            code = 0
            inside += 1
        else:
            code = -loss
            if inside == 0:
                size = loss
        codes[at] = code
        left[at - first] = inside
        if size > signs[HIGHEST]:
            cuda.atomic.max(signs, HIGHEST, size)
        if state & MOVE - 1 and signs[INSIDE] == 0:
            signs[INSIDE] = 1


def link_all(
    begin: int,
    count: int,
    width: int,
    men: int,
    rest: int,
    first: int,
    last: int,
    representatives: CardRow,
    starts: CardRow,
    sources: CardRow,
    numbering: Any,
    rows: Any,
) -> None:
    """Write the reversed moves inside a tier from a block.

    `starts` are the offsets of the moves to each position, and afterwards their ends.
    """
    where = (first, last, starts, sources, numbering)
    for each in range(cuda.grid(1), count, cuda.gridsize(1)):
        position = position_at(each, width, men, rest, representatives, numbering)
        list_linked(position, where, begin + each - first, rows)


def spread(
    size: int,
    first: int,
    count: int,
    codes: CardRow,
    left: CardRow,
    ends: CardRow,
    sources: CardRow,
    signs: CardRow,
) -> None:
    """Propagate all codes of one size to their predecessors in a tier."""
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        code = int(codes[first + at])
        if code == size or (code == -size and left[at] == 0):
            begin = 0
            if at:
                begin = ends[at - 1]
            for edge in range(begin, ends[at]):
                source = np.int64(sources[edge])
                known = int(codes[first + source])
                offered = 0
                if code < 0:
                    if known <= 0 or known > size + 1:
                        codes[first + source] = size + 1
                        offered = size + 1
                elif known <= 0 and cuda.atomic.sub(left, source, 1) == 1:
                    offered = max(size + 1, -known)
                    codes[first + source] = -offered
                if offered > signs[HIGHEST]:
                    cuda.atomic.max(signs, HIGHEST, offered)


def settle(first: int, count: int, codes: CardRow, left: CardRow) -> None:
    """Mark positions that are neither won nor lost as drawn."""
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        if left[at] > 0 and codes[first + at] < 0:
            codes[first + at] = 0


def tally(
    begin: int,
    count: int,
    width: int,
    men: int,
    rest: int,
    checking: int,
    representatives: CardRow,
    codes: CardRow,
    counts: CardRow,
    numbering: Any,
    rows: Any,
) -> None:
    """Count the codes of a block, and those that do not follow from the codes after each move."""
    points, symmetries, images = numbering[POINTS], numbering[SYMMETRIES], numbering[IMAGES]
    full = (1 << points) - 1
    won = drawn = lost = all_won = all_drawn = all_lost = wrong = digest = 0
    for each in range(cuda.grid(1), count, cuda.gridsize(1)):
        at = begin + each
        code = int(codes[at])
        position = position_at(each, width, men, rest, representatives, numbering)
        mine, theirs = position & full, position >> points & full
        fixing, least = 1, 1
        for symmetry in range(1, symmetries):
            if image(mine, symmetry, images) == mine:
                fixing += 1
                if image(theirs, symmetry, images) < theirs:
                    least = 0
        if code > 0:
            won += least
            all_won += symmetries // fixing
            if code > counts[LONGEST_WIN]:
                cuda.atomic.max(counts, LONGEST_WIN, code)
        elif code == 0:
            drawn += least
            all_drawn += symmetries // fixing
        else:
            lost += least
            all_lost += symmetries // fixing
            if -code > counts[LONGEST_LOSS]:
                cuda.atomic.max(counts, LONGEST_LOSS, -code)
        if least:
            digest += (code & 0xFFFF) * ((position ^ position >> 31) & 0xFFFFFF) & 0xFFFFFFFF
        if checking:
            state = list_checked(position, (codes, numbering), 0, rows)
            win, loss = state >> WIN, state >> LOSS & FIELD
            right = win if win else 0 if state & DRAWN else -loss
            if state == 0:
                right = worth(position, rows)
            if right != code:
                wrong += 1
    cuda.atomic.add(counts, CLASS_COUNTS, won)
    cuda.atomic.add(counts, CLASS_COUNTS + 1, drawn)
    cuda.atomic.add(counts, CLASS_COUNTS + 2, lost)
    cuda.atomic.add(counts, POSITION_COUNTS, all_won)
    cuda.atomic.add(counts, POSITION_COUNTS + 1, all_drawn)
    cuda.atomic.add(counts, POSITION_COUNTS + 2, all_lost)
    cuda.atomic.add(counts, WRONG, wrong)
    cuda.atomic.add(counts, DIGEST, digest)


def look_up(count: int, positions: CardRow, codes: CardRow, numbering: Any, found: CardRow) -> None:
    """Write the codes of some positions."""
    for at in range(cuda.grid(1), count, cuda.gridsize(1)):
        found[at] = codes[number_of(positions[at], numbering)]

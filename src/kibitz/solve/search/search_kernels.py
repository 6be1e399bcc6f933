"""Search kernel for two players: tests whether the outcome of a position is at least `wanted`.

Outcomes are integers, the greater the better for the player to move:

    win in n plies: MOST - n        draw: 0        loss in n plies: n - MOST

In a game of points, an outcome is the margin itself, and has no distance.

A question is a null-window search: a position and a number `wanted`: is the outcome at least that?
A move proves it if the position after it is *not* at least as good for the other player as the
number that `turned` returns. So a question about a win within 9 plies leads to questions about a
loss within 8, and so on; the search is never deeper than that. Results do not depend on the path to
a position. The bounds proved for each position, the least and the greatest possible outcome, are
stored, so proofs hold in games that repeat positions too.

The search has no recursion: its state is an explicit stack with a row per ply. It can stop after
any position and be resumed. Proved bounds are in a transposition table (`transposition_table.py`)
shared by several threads.

If the same player moves again after a move, the question about it is the same one, a ply later.

Two parts alternate: `enter` calls the rules for a position, and `proceed` does everything else,
which is the same for every game and so is compiled only once. A part that every position needs is
not a function of its own: a call takes 5 % of the time that a position takes.

In `enter`, the global names `moves`, `play`, `worth`, `canonical`, `order`, `wins` and `same_mover`
are bound to the functions of some rules, and `counts_points` is whether they count points.
"""

from __future__ import annotations

from kibitz.solve.memory.numbering import MIXER
from kibitz.solve.search.transposition_table import MOST, greatest_of, least_of, look_up, store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.solve.arrays import Array
    from kibitz.solve.bound_names import *


HISTORY = 1 << 12  # size of the history table of each player: how often a move answered a question

# Columns of the stack
POSITION, WANTED, LEAST, GREATEST, BEFORE, COUNT, NEXT, BEGAN, BEST = range(9)
COLUMNS = 9
# Columns of a child: TURN is the number of the move, from 1 on, doubled, plus 1 if the same player
# moves again
CHILD, MOVE, TURN = range(3)
OF_CHILD = 3
# Cells of the state. The first two are the proved bounds of the root position.
PROVED_LEAST, PROVED_GREATEST, PLY, ENTERED, SEARCHED, STATUS = range(6)
REACH, LONGEST, DEEPENING, PATIENCE, UNTIL, POINTS, ONLY = range(6, 13)
CELLS = 13
# Values of ENTERED: whether the moves of the position at PLY are listed, or the next question about
# the root is still to be chosen.
ASKING, NO, YES = range(3)
# Values of STATUS
RUNNING, DONE, TOO_MANY_MOVES, TOO_DEEP, TOO_MANY_POINTS, WRONG_WINS = range(6)
ALL_CHECKED = 1 << 12  # positions of a search that are all checked for immediate wins
CHECKED = 63  # mask: afterwards, one in 64 is checked
# Returned instead of a question: all is proved. Added to the only question of a search in ONLY,
# which is 0 if the search asks until the outcome is proved.
NOTHING = 1 << 20
FIRST_BUDGET = 2_000  # positions for the first questions
FACTOR = 4  # growth factor of the budget of the next questions
FOR_EVER = 1 << 62
PROBED = 12  # plies in which all children are looked up first: deeper, that costs what it saves


def turned(value: int, points: bool) -> int:
    """Return an outcome one ply earlier, for the player who moved to the position."""
    if points:
        return -value
    return 1 - value if value > 0 else (-1 - value if value < 0 else 0)


def asked_of_child(wanted: int, points: bool) -> int:
    """Return the least outcome after a move that proves the move not good enough."""
    if points:
        return 1 - wanted
    return -wanted if wanted > 1 else (1 - wanted if wanted >= 0 else 2 - wanted)


def delayed(value: int, points: bool) -> int:
    """Return an outcome one ply earlier, for a player who moves to the position and again."""
    if points:
        return value
    return value - 1 if value > 0 else (value + 1 if value < 0 else 0)


def asked_again(wanted: int, points: bool) -> int:
    """Return the least outcome after such a move that proves the move good enough."""
    if points:
        return wanted
    return wanted + 1 if wanted > 0 else (wanted - 1 if wanted < 0 else 0)


def next_question(state: Array, plies: int) -> int:
    """Return the next question about the root, `NOTHING` if all is proved or it is too deep.

    Iterative deepening: is it decided within 2 plies, 4, 6, …? That finds a short win soon, and is
    valid in games of unlimited length too. In a game of at most `LONGEST` moves it may be faster to
    ask whether it is won or lost at all. That is not known in advance, so both alternate, each with
    a larger budget than the other had before. Then the distance is found by bisection.
    """
    least: int = state[PROVED_LEAST]
    greatest: int = state[PROVED_GREATEST]
    if least == greatest:
        return NOTHING
    if least > 0 or greatest < 0:
        state[UNTIL] = FOR_EVER
        return (least + greatest + 1) // 2
    if state[LONGEST] < 0:
        state[UNTIL] = FOR_EVER
    elif state[SEARCHED] >= state[UNTIL]:
        state[DEEPENING] = 1 - state[DEEPENING]
        if not state[DEEPENING]:
            state[PATIENCE] *= FACTOR
        state[UNTIL] = state[SEARCHED] + state[PATIENCE]
    while state[DEEPENING] and (state[LONGEST] < 0 or state[REACH] < state[LONGEST]):
        reach: int = state[REACH]
        if reach > plies:
            return NOTHING
        if least < MOST - reach <= greatest:
            return MOST - reach
        if least < reach - MOST + 1 <= greatest:
            return reach - MOST + 1
        state[REACH] += 2
    if state[DEEPENING]:  # at the maximum length of the game both questions are the same
        state[UNTIL] = FOR_EVER
    return 1 if greatest > 0 else 0


def next_margin(state: Array) -> int:
    """Return the next margin to test, `NOTHING` if it is proved.

    The answers are bounds, often stronger than the question. So the next question is one point more
    than the last bound, or the bound itself after a no: MTD(f) of A. Plaat and others (1996).
    """
    least: int = state[PROVED_LEAST]
    greatest: int = state[PROVED_GREATEST]
    state[UNTIL] = FOR_EVER
    if least == greatest:
        return NOTHING
    if least <= 1 - MOST and greatest >= MOST - 1:
        state[REACH] = 0
    elif least <= 1 - MOST or (greatest < MOST - 1 and state[REACH] > least):
        state[REACH] = greatest
    else:
        state[REACH] = least + 1
    asked: int = state[REACH]
    return asked


def question_about_root(state: Array, plies: int) -> int:
    """Return the next question about the root, `NOTHING` if there is none left."""
    if not state[ONLY]:
        return next_margin(state) if state[POINTS] else next_question(state, plies)
    asked: int = state[ONLY] - NOTHING
    state[UNTIL] = FOR_EVER
    return asked if state[PROVED_LEAST] < asked <= state[PROVED_GREATEST] else NOTHING


def take_best(children: Array, ranks: Array, at: int, count: int) -> None:
    """Swap the child at a place with the one of the highest rank from there on."""
    best = at
    for other in range(at + 1, count):
        if ranks[other] > ranks[best]:
            best = other
    if best != at:
        ranks[at], ranks[best] = ranks[best], ranks[at]
        one, two = at * OF_CHILD, best * OF_CHILD
        children[one], children[two] = children[two], children[one]
        children[one + 1], children[two + 1] = children[two + 1], children[one + 1]
        children[one + 2], children[two + 2] = children[two + 2], children[one + 2]


def prefer_known(
    children: Array, ranks: Array, table: Array, count: int, wanted: int, points: bool
) -> None:
    """Give the highest rank to a child whose stored bounds answer the question.

    That is an enhanced transposition cutoff: A. Plaat and others (1996).
    """
    for at in range(count):
        facts = look_up(table, children[at * OF_CHILD + CHILD])
        if facts:
            if children[at * OF_CHILD + TURN] & 1:
                answers = least_of(facts) >= asked_again(wanted, points)
            else:
                answers = greatest_of(facts) < asked_of_child(wanted, points)
            if answers:
                ranks[at] = 1 << 61
                return


def search(
    state: Array,
    stack: Array,
    children: Array,
    ranks: Array,
    history: Array,
    table: Array,
    mirrored: int,
    budget: int,
) -> None:
    """Continue a search for `budget` positions, or until its status is final.

    `stack`, `children` and `ranks` have a row for each ply. Positions are replaced by their
    canonical form down to the ply `mirrored`.
    """
    limit = state[SEARCHED] + budget
    if not state[PROVED_LEAST] < stack[0, WANTED] <= state[PROVED_GREATEST]:
        state[PLY] = 0  # another thread has answered the question
        state[ENTERED] = ASKING
    while proceed(state, stack, children, ranks, history, table, limit):
        ply = state[PLY]
        state[STATUS] = enter(
            stack[ply], children[ply], ranks[ply], history, (ply & 1) * HISTORY, ply < mirrored
        )
        state[ENTERED] = YES


def is_end(position: int) -> bool:
    """Return whether there is no move."""
    for _ in moves(position):
        return False
    return True


def worth_after(position: int, move: int, child: int) -> int:
    """Return the worth of an end after a move, for the player who has not moved."""
    return -worth(child) if same_mover(position, move) else worth(child)


def wins_at_once(position: int) -> bool:
    """Return whether a move of a position wins immediately, without using the hint."""
    for move in moves(position):
        after = play(position, move)
        if is_end(after) and worth_after(position, move, after) < 0:
            return True
    return False


def loses_at_once(position: int) -> bool:
    """Return whether every move of a position loses immediately."""
    for move in moves(position):
        after = play(position, move)
        if not is_end(after) or worth_after(position, move, after) <= 0:
            return False
    return True


def enter(
    row: Array, children: Array, ranks: Array, history: Array, side: int, mirrored: bool
) -> int:
    """Look one and two plies ahead of a position, and list the moves that this does not decide.

    `history[side:]` is that of the player to move. Returns the new STATUS. The hint `wins` is
    checked where that costs little.
    """
    position = int(row[POSITION])  # rules get plain numbers in the interpreter, too
    wanted = row[WANTED]
    width = len(ranks)
    least = -MOST
    greatest = -MOST
    count = 0
    number = 0
    for move in moves(position):
        number += 1
        child = play(position, move)
        again = same_mover(position, move)
        if is_end(child):
            end = worth_after(position, move, child)
            if counts_points:
                if not -MOST + 1 < end < MOST - 1:
                    return TOO_MANY_POINTS
                least = max(least, -end)
                greatest = max(greatest, -end)
                continue
            value = MOST - 1 if end < 0 else (1 - MOST if end > 0 else 0)
            least = max(least, value)
            greatest = max(greatest, value)
            if end < 0:
                if wins(position) == 0:
                    return WRONG_WINS
                count = 0
                break
            continue
        win = -1 if counts_points else wins(child)
        if win > 0:
            checked = row[BEGAN] < ALL_CHECKED or (child ^ child >> 17) * MIXER >> 40 & CHECKED == 0
            if checked and not wins_at_once(child):
                return WRONG_WINS
            least = max(least, MOST - 2 if again else 2 - MOST)
            greatest = max(greatest, MOST - 2 if again else 2 - MOST)
        else:
            if not counts_points:
                least = max(least, 3 - MOST if win == 0 and not again else 2 - MOST)
            if count == width:
                return TOO_MANY_MOVES
            at = count * OF_CHILD
            children[at + CHILD] = canonical(child) if mirrored else child
            children[at + MOVE] = move
            children[at + TURN] = 2 * number + again
            count += 1
    if not number:
        end = worth(position)
        least = MOST if end > 0 else (-MOST if end < 0 else 0)
        least = end if counts_points else least
        greatest = least
    if count > 1 and least < wanted:
        for at in range(count):
            move = int(children[at * OF_CHILD + MOVE])
            rank = (order(position, move) << 32) + history[side + (move & (HISTORY - 1))]
            is_best = children[at * OF_CHILD + TURN] >> 1 == row[BEST]
            ranks[at] = 1 << 60 if is_best else rank
    row[COUNT] = count
    row[NEXT] = 0
    row[LEAST] = least
    row[GREATEST] = greatest
    if count and least < wanted and wanted >= MOST - 2:
        decide_within_two_plies(row, children)
    return RUNNING


def decide_within_two_plies(row: Array, children: Array) -> None:
    """Answer a question about a win within two plies; no listed move wins immediately.

    Does every move of a child lose immediately? Or, if the same player moves again, does a move win
    immediately?
    """
    if counts_points:
        return
    row[NEXT] = row[COUNT]
    row[GREATEST] = max(row[GREATEST], MOST - 2)
    if row[WANTED] == MOST - 2:
        for at in range(0, row[COUNT] * OF_CHILD, OF_CHILD):
            after = int(children[at + CHILD])
            again = children[at + TURN] & 1
            if wins_at_once(after) if again else loses_at_once(after):
                row[LEAST] = MOST - 2
                return
        row[GREATEST] = MOST - 3


def ask_about_root(state: Array, stack: Array) -> None:
    """Begin the next question about the root; the status is final if there is none."""
    row = stack[0]
    row[WANTED] = question_about_root(state, len(stack) - 2)
    row[BEFORE] = state[PROVED_GREATEST]
    state[ENTERED] = NO
    if row[WANTED] == NOTHING:
        state[STATUS] = DONE


def proceed(
    state: Array,
    stack: Array,
    children: Array,
    ranks: Array,
    history: Array,
    table: Array,
    limit: int,
) -> bool:
    """Continue until the rules are needed for the position at PLY; False at the end.

    It ends when the status is final, or when `limit` positions have been searched in total.
    """
    if state[STATUS] != RUNNING:
        return False
    points = state[POINTS] != 0
    ply = state[PLY]
    while True:
        row = stack[ply]
        if state[ENTERED] == ASKING:
            ask_about_root(state, stack)
            if state[STATUS] == DONE:
                return False
        wanted = row[WANTED]
        if state[ENTERED] == NO:
            if state[SEARCHED] >= limit:
                state[PLY] = ply
                return False
            if state[SEARCHED] >= state[UNTIL]:  # its results are in the table
                ply = 0
                state[ENTERED] = ASKING
                continue
            state[SEARCHED] += 1
            row[BEGAN] = state[SEARCHED]
            state[PLY] = ply
            return True
        if row[LEAST] >= wanted or row[NEXT] >= row[COUNT]:
            # Answer: store the bounds, and go up a ply.
            greatest = row[GREATEST] if row[NEXT] >= row[COUNT] else MOST - 1
            greatest = min(greatest, row[BEFORE])
            work = state[SEARCHED] - row[BEGAN]
            facts = store(table, row[POSITION], row[LEAST], greatest, work, row[BEST])
            if ply == 0:
                state[PROVED_LEAST] = max(state[PROVED_LEAST], least_of(facts))
                state[PROVED_GREATEST] = min(state[PROVED_GREATEST], greatest_of(facts))
                row[BEST] = facts >> 38
                state[ENTERED] = ASKING
                continue
            ply -= 1
            row = stack[ply]
        else:
            # Descend to the next child, unless stored bounds answer the question about it.
            at = row[NEXT]
            if at == 0 and row[COUNT] > 1 and ply < PROBED:
                prefer_known(children[ply], ranks[ply], table, row[COUNT], wanted, points)
            take_best(children[ply], ranks[ply], at, row[COUNT])
            row[NEXT] = at + 1
            child = children[ply, at * OF_CHILD + CHILD]
            again = children[ply, at * OF_CHILD + TURN] & 1
            asked = asked_again(wanted, points) if again else asked_of_child(wanted, points)
            facts = look_up(table, child)
            known_least, known_greatest = 1 - MOST, MOST - 1
            if facts:
                known_least = max(known_least, least_of(facts))
                known_greatest = min(known_greatest, greatest_of(facts))
            if known_least < asked <= known_greatest:
                ply += 1
                if ply == len(stack):
                    state[STATUS] = TOO_DEEP
                    return False
                row = stack[ply]
                row[POSITION] = child
                row[WANTED] = asked
                row[BEFORE] = known_greatest
                row[BEST] = facts >> 38
                state[ENTERED] = NO
                continue
            facts = (known_greatest + MOST) << 16 | (known_least + MOST)
        # The answer about a child raises the bounds of the position.
        at = (row[NEXT] - 1) * OF_CHILD
        move, turn = children[ply, at + MOVE], children[ply, at + TURN]
        least, greatest = least_of(facts), greatest_of(facts)
        if turn & 1:
            row[LEAST] = max(row[LEAST], delayed(least, points))
            row[GREATEST] = max(row[GREATEST], delayed(greatest, points))
        else:
            row[LEAST] = max(row[LEAST], turned(greatest, points))
            row[GREATEST] = max(row[GREATEST], turned(least, points))
        if row[LEAST] >= row[WANTED]:
            row[BEST] = turn >> 1 if turn >> 1 < 1 << 16 else 0
            history[(ply & 1) * HISTORY + (move & (HISTORY - 1))] += 1 + row[COUNT] - row[NEXT]

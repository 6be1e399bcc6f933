"""Checks of hints against exact values, wherever those are available."""

import heapq
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from kibitz.conformance.check_declarations import declared_at
from kibitz.conformance.check_rules import MOST_PLACEMENTS
from kibitz.conformance.complaint import Complaint
from kibitz.conformance.subject import Subject
from kibitz.language.errors import Sentence
from kibitz.solve.search.two_player_search import winning_at_once


def hints(subject: Subject) -> Iterator[Complaint]:
    """Check `wins`, `order`, `lower_bound` and the other hints at every sampled position."""
    for name, check in CHECKS.items():
        hint = getattr(subject.rules, name)
        for wrong in check(subject, hint) if hint is not None else ():
            yield Complaint(wrong, declared_at(subject, name), REMEDIES.get(name))


def max_game_length(subject: Subject, longest: int) -> Iterator[Sentence]:
    """Check that no game within the sampled positions exceeds `max_game_length` moves."""
    rules = subject.rules
    after = {
        at: [rules.play(at, move) for move in subject.moves(at)] for at in reversed(subject.near)
    }
    taken = dict.fromkeys(after, 0)  # the longest path from a position within the sample
    changed = True
    while changed and max(taken.values()) <= longest:
        changed = False
        for position, children in after.items():
            most = 1 + max((taken.get(child, 0) for child in children), default=-1)
            changed = changed or most > taken[position]
            taken[position] = max(most, taken[position])
    for passed in subject.plays:
        taken[passed[0]] = max(taken.get(passed[0], 0), len(passed) - 1)
    position = max(taken, key=taken.__getitem__)
    if taken[position] > longest:
        yield Sentence(
            "max_game_length is {longest}, but more moves can be made from {shown}",
            longest=longest,
            shown=subject.named(position),
        )


def wins(subject: Subject, wins: Callable[[int], int]) -> Iterator[Sentence]:
    """Check that `wins` is 1 where a move wins at once, and 0 elsewhere; ends are left out."""
    look = winning_at_once(subject.rules)
    for position in filter(subject.moves, subject.near):
        said, true = wins(position), look(position)
        if said != true:
            yield Sentence(
                "wins is {said} at {shown}, but it must be {true}",
                said=repr(said),
                shown=subject.named(position),
                true=true,
            )


def order(subject: Subject, order: Callable[[int, int], int]) -> Iterator[Sentence]:
    """Check that `order` gives small whole numbers."""
    for position in subject.near:
        for move in subject.moves(position):
            said = order(position, move)
            if not isinstance(said, int) or not -(1 << 20) < said < 1 << 20:
                yield Sentence(
                    "order is {said} at {shown}, but it must be a whole number below a million",
                    said=repr(said),
                    shown=subject.named(position),
                )


def lower_bound(subject: Subject, bound: Callable[[int], int]) -> Iterator[Sentence]:
    """Check that `lower_bound` is 0 where it is solved, and that no move lowers it by too much.

    By induction from the ends, no solution then has a lower cost, and no end a lower score. Where
    moves are counted, the bound is also compared with the solutions within the sampled positions.
    """
    yield from _wrong_bounds(subject, "lower_bound", bound)
    if subject.rules.objective.counts_moves:
        for position, count in _solved_within(subject).items():
            said = bound(position)
            if not 0 <= said <= count:
                yield Sentence(
                    "lower_bound is {said} at {shown}, but a solution takes {count}",
                    said=said,
                    shown=subject.named(position),
                    count=count,
                )


def upper_bound(subject: Subject, bound: Callable[[int], int]) -> Iterator[Sentence]:
    """Check that `upper_bound` is at least the score of every end, and that no move raises it."""
    yield from _wrong_bounds(subject, "upper_bound", bound)


def _solved_within(subject: Subject) -> dict[int, int]:
    """Return the costs of best solutions within the sample, by position."""
    rules = subject.rules
    origins: dict[int, list[tuple[int, int]]] = {}
    for position in subject.near:
        for move in subject.moves(position):
            origin = (position, rules.cost_of(position, move))
            origins.setdefault(rules.play(position, move), []).append(origin)
    solved: dict[int, int] = {}
    waiting = [(0, at) for at in {*subject.near, *origins} if rules.worth(at) == 1]
    heapq.heapify(waiting)
    while waiting:
        count, position = heapq.heappop(waiting)
        if position not in solved:
            solved[position] = count
            for before, cost in origins.get(position, ()):
                heapq.heappush(waiting, (count + cost, before))
    return solved


def _wrong_bounds(subject: Subject, name: str, bound: Callable[[int], int]) -> Iterator[Sentence]:
    """Yield the violations by a bound at each sampled position or after one of its moves."""
    for position in subject.near:
        said, shown = bound(position), subject.named(position)
        if type(said) is not int or said < -1:
            yield Sentence(
                "{name} is {said} at {shown}, but it must be a whole number of -1 or more",
                name=name,
                said=repr(said),
                shown=shown,
            )
        elif said != bound(subject.rules.class_of(position)):
            yield Sentence(
                "{name} gives {shown} and its mirror image two numbers", name=name, shown=shown
            )
        elif subject.rules.objective.counts_moves:
            yield from _wrong_count(subject, bound, position)
        else:
            yield from _wrong_score(subject, name, bound, position)


def _wrong_count(
    subject: Subject, bound: Callable[[int], int], position: int
) -> Iterator[Sentence]:
    """Yield the violations by a bound of the number of moves, or of their cost."""
    rules, said, shown = subject.rules, bound(position), subject.named(position)
    if rules.worth(position) == 1 and said:
        yield Sentence("lower_bound is {said} at {shown}, which is solved", said=said, shown=shown)
    for move in subject.moves(position):
        after = bound(rules.play(position, move))
        least = said - rules.cost_of(position, move)
        if (after < least) if said >= 0 and after >= 0 else (said < 0 <= after):
            yield Sentence(
                "lower_bound is {said} at {shown} and {after} after the move {move}, but no move "
                "may lower it by more than its cost, nor change it where it is -1",
                said=said,
                shown=shown,
                after=after,
                move=str(move),
            )


def _wrong_score(
    subject: Subject, name: str, bound: Callable[[int], int], position: int
) -> Iterator[Sentence]:
    """Yield the violations by a bound of the score of an end."""
    rules, said, shown = subject.rules, bound(position), subject.named(position)
    better = rules.objective.functions["better"]
    moves = subject.moves(position)
    if not moves and better(rules.worth(position) + 1, said + 1):
        yield Sentence(
            "{name} is {said} at {shown}, where the score is {score}",
            name=name,
            said=said,
            shown=shown,
            score=rules.worth(position),
        )
    for move in moves:
        after = bound(rules.play(position, move))
        if after >= 0 and better(after + 1, said + 1):
            yield Sentence(
                "{name} is {said} at {shown} and {after} after the move {move}, but no move may "
                "make it wider, nor change it where it is -1",
                name=name,
                said=said,
                shown=shown,
                after=after,
                move=str(move),
            )


def may_be_canonical(subject: Subject, may_be: Callable[[int], int]) -> Iterator[Sentence]:
    """Check that `may_be_canonical` passes every canonical position."""
    canonical = subject.rules.canonical
    for image in map(canonical, subject.near) if canonical is not None else ():
        if not may_be(image):
            yield Sentence(
                "may_be_canonical is 0 at {shown}, which is the least of its mirror images",
                shown=subject.named(image),
            )


def placement_at(subject: Subject, placement_at: Callable[[int], int]) -> Iterator[Sentence]:
    """Check that `placement_at` has every placement once, if there are not too many."""
    if subject.rules.placements is None:
        return
    placed = set(islice(subject.rules.placements(), MOST_PLACEMENTS))
    if len(placed) == MOST_PLACEMENTS:  # there may be more
        listed = [placement_at(index) for index in range(MOST_PLACEMENTS)]
        if len(set(listed)) < len(listed) or min(listed) < 0:
            yield Sentence("placement_at does not have every placement once")
    elif {*map(placement_at, range(len(placed)))} != placed or placement_at(len(placed)) >= 0:
        yield Sentence("placement_at does not have every placement once")


def goals(subject: Subject, goals: Callable[[], Iterator[int]]) -> Iterator[Sentence]:
    """Check that `goals` yields solved positions, and every one that is met."""
    worth = subject.rules.worth
    solved = set(islice(goals(), MOST_PLACEMENTS))
    wrong = next((position for position in solved if worth(position) != 1), None)
    if wrong is not None:
        yield Sentence("goals yields {shown}, which is not solved", shown=subject.named(wrong))
    elif len(solved) < MOST_PLACEMENTS:
        for position in subject.near:
            if worth(position) == 1 and position not in solved:
                yield Sentence("goals leaves out {shown}", shown=subject.named(position))


def predecessors(
    subject: Subject, predecessors: Callable[[int], Iterator[int]]
) -> Iterator[Sentence]:
    """Check that `predecessors` yields every position that has a move to one, and no other."""
    rules = subject.rules
    if rules.goals is None:
        return
    for position in subject.near:
        for move in subject.moves(position):
            after = rules.play(position, move)
            if position not in predecessors(after):
                yield Sentence(
                    "predecessors leaves out {position}, though a move leads from there to {shown}",
                    position=subject.named(position),
                    shown=subject.named(after),
                )
        for origin in predecessors(position):
            if position not in [rules.play(origin, move) for move in subject.moves(origin)]:
                yield Sentence(
                    "predecessors yields {position}, but no move leads from there to {shown}",
                    position=subject.named(origin),
                    shown=subject.named(position),
                )
    if not any(True for position in rules.goals() for _ in predecessors(position)):
        yield Sentence(
            "predecessors and goals name no position from which a move solves the puzzle"
        )


REMEDIES = {"max_game_length": Sentence("make it larger, or leave it out")}
# Only the first complaint is reported, so the order matters.
CHECKS: dict[str, Callable[[Subject, Any], Iterator[Sentence]]] = {
    check.__name__: check
    for check in (
        *(max_game_length, wins, order, goals, predecessors),
        *(lower_bound, upper_bound, may_be_canonical, placement_at),
    )
}

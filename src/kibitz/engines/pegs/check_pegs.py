"""Checks that the structure of a peg board agrees with its rules."""

from collections.abc import Iterator

from kibitz.conformance.check_declarations import ALL_OF_THEM, declared_at, images_by
from kibitz.conformance.complaint import Complaint
from kibitz.conformance.subject import Subject
from kibitz.games.peg_boards import Jumps
from kibitz.language.errors import Sentence


def described(subject: Subject, jumps: Jumps) -> Iterator[Complaint]:
    """Check that the jumps describe the rules at every sampled position."""
    yield from not_on_board(subject, jumps)
    for position in subject.near:
        why = not_by_jumps(subject, jumps, position)
        if why is not None:
            yield Complaint(
                "jumps does not describe the rules at {shown}: {why}",
                declared_at(subject, "jumps"),
                Sentence("leave jumps out unless every move is a jump of a peg"),
                shown=subject.named(position),
                why=why,
            )
    yield from not_all_symmetries(subject, jumps)


def not_all_symmetries(subject: Subject, jumps: Jumps) -> Iterator[Complaint]:
    """Check that every symmetry of holes has an inverse, and that canonical uses no others."""
    rules = subject.rules
    known = {tuple(range(jumps.holes)), *(tuple(one) for one in jumps.symmetries)}
    wrong = len(known) != 1 + len(jumps.symmetries) or any(
        tuple(first[hole] for hole in second) not in known for first in known for second in known
    )
    for position in subject.near:
        images = images_by(jumps.symmetries, position, jumps.holes, 1)
        least = position if rules.canonical is None else rules.canonical(position)
        size = 1 if rules.orbit is None else rules.orbit(position)
        if wrong or least not in images or size > len(images):
            yield Complaint(
                "the symmetries of `jumps` leave one out, or do not agree with canonical and "
                "orbit at {shown}",
                declared_at(subject, "jumps"),
                ALL_OF_THEM,
                shown=subject.named(position),
            )


def not_on_board(subject: Subject, jumps: Jumps) -> Iterator[Complaint]:
    """Check that jumps, symmetries and the finish refer to existing holes."""
    holes = range(jumps.holes)
    where = declared_at(subject, "jumps")
    for jump in jumps.jumps:
        if len(set(jump)) != 3 or not set(jump) <= set(holes):
            yield Complaint(
                "the jump {jump} is not of three holes from 0 to {last}",
                where,
                jump=jump,
                last=jumps.holes - 1,
            )
    if jumps.finish is not None and jumps.finish not in holes:
        yield Complaint("there is no hole {finish}", where, finish=jumps.finish)
    every = {tuple(jump) for jump in jumps.jumps}
    for symmetry in jumps.symmetries:
        if sorted(symmetry) != list(holes) or every != {
            tuple(symmetry[hole] for hole in jump) for jump in every
        }:
            yield Complaint(
                "the symmetry {symmetry} does not map jumps to jumps", where, symmetry=symmetry
            )


def not_by_jumps(subject: Subject, jumps: Jumps, position: int) -> Sentence | None:
    """Return how the rules differ from the jumps at a position; None if they agree."""
    rules = subject.rules
    if position >> jumps.holes:
        return Sentence("there are pegs outside the {holes} holes", holes=jumps.holes)
    legal = [
        jump
        for jump, (start, over, to) in enumerate(jumps.jumps)
        if position >> start & position >> over & ~position >> to & 1
    ]
    moves = sorted(subject.moves(position))
    if moves != legal:
        return Sentence("the moves are {moves}, the jumps {legal}", moves=moves, legal=legal)
    for jump in legal:
        if rules.play(position, jump) != position ^ sum(1 << hole for hole in jumps.jumps[jump]):
            return Sentence("the move {move} does not flip its three holes", move=str(jump))
    wanted = 0 if jumps.finish is None else 1 << jumps.finish
    score = (position | wanted).bit_count()
    if not legal and (not rules.objective.by_score or rules.worth(position) != score):
        return Sentence("the end must be worth the number of pegs left, {score}", score=score)
    return None

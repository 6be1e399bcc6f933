"""The promises about hints for a search: what they say is true wherever it can be looked up."""

from __future__ import annotations

from kibitz.conformance.complaint import Complaint
from kibitz.conformance.declared import declared_at
from kibitz.rules.errors import Sentence
from kibitz.solve.search.players import winning_at_once

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.conformance.subject import Subject


def hints(subject: Subject) -> Iterator[Complaint]:
    """Check `wins` and `order` at every position that is looked at."""
    for check in (wins, order):
        complaint = next(check(subject), None)
        if complaint is not None:
            yield complaint
            return


def wins(subject: Subject) -> Iterator[Complaint]:
    """Check that `wins` is 1 where a move wins at once, and 0 elsewhere; ends are left out."""
    rules = subject.rules
    if rules.wins is None:
        return
    look = winning_at_once(rules)
    for position in subject.near:
        if not subject.moves(position):
            continue
        said, true = rules.wins(position), look(position)
        if said != true:
            yield Complaint(
                Sentence(
                    "wins is {said} at {shown}, but it must be {true}",
                    said=repr(said),
                    shown=subject.named(position),
                    true=true,
                ),
                declared_at(subject, "wins"),
            )


def order(subject: Subject) -> Iterator[Complaint]:
    """Check that `order` gives small whole numbers."""
    rules = subject.rules
    if rules.order is None:
        return
    for position in subject.near:
        for move in subject.moves(position):
            said = rules.order(position, move)
            if not isinstance(said, int) or not -(1 << 20) < said < 1 << 20:
                yield Complaint(
                    Sentence(
                        "order is {said} at {shown}, but it must be a whole number below a million",
                        said=repr(said),
                        shown=subject.named(position),
                    ),
                    declared_at(subject, "order"),
                )

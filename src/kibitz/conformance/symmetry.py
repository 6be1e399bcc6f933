"""The promises of `canonical` and `orbit`: mirror images are one position to every solver."""

from __future__ import annotations

from kibitz.conformance.complaint import Complaint, is_of_kibitz, place_of, place_of_word
from kibitz.rules.simple_game import mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.conformance.subject import Subject

DIFFERENT = "leave canonical out, or take only mirrorings that no rule can tell from the original"


def symmetric(subject: Subject) -> Iterator[Complaint]:
    """Check that canonical gives the least image, and that what can follow is mirrored too."""
    rules, canonical = subject.rules, subject.rules.canonical
    if canonical is None:
        return
    where = place_of(canonical)
    if subject.is_own and is_of_kibitz(canonical):
        where = place_of_word(mirrors.__name__ + "(", rules.moves)
    groups: dict[int, set[int]] = {}
    for position in subject.near:
        least = canonical(position)
        groups.setdefault(least, set()).add(position)
        shown = subject.named(position)
        if type(least) is not int or not 0 <= least <= position:
            yield Complaint(
                f"canonical is not a symmetry: of {shown} it gives {least!r}, which is not the "
                "least of its images",
                where,
            )
            return
        if canonical(least) != least:
            yield Complaint(
                f"canonical is not a symmetry: of {shown} it gives {least}, of that "
                f"{canonical(least)}",
                where,
                "its result must be the same for all images of a position",
            )
            return
        here, there = (
            sorted(canonical(rules.play(each, move)) for move in rules.moves(each))
            for each in (position, least)
        )
        if here != there:
            yield Complaint(
                f"canonical is not a symmetry: {shown} and its image {subject.named(least)} do not "
                "have the same successors up to symmetry",
                where,
                DIFFERENT,
            )
            return
        if not here and rules.worth(position) != rules.worth(least):
            yield Complaint(
                f"canonical is not a symmetry: {shown} and its image {subject.named(least)} are "
                "ends of different worth",
                where,
                DIFFERENT,
            )
            return
    if rules.orbit is None:
        return
    for least, images in groups.items():
        size = rules.orbit(least)
        if size < len(images):
            yield Complaint(
                f"orbit says that {subject.named(least)} has {size} images, but there are "
                f"{len(images)} at least",
                place_of(rules.orbit),
            )
            return

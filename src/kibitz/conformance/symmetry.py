"""The promises of `canonical` and `orbit`: mirror images are one position to every solver."""

from __future__ import annotations

from itertools import islice

from kibitz.conformance.complaint import Complaint, is_of_kibitz, place_of, place_of_word
from kibitz.rules.errors import Sentence
from kibitz.rules.simple_game import mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kibitz.conformance.subject import Subject

DIFFERENT = Sentence(
    "leave canonical out, or take only mirrorings that no rule can tell from the original"
)
MOST_EXPLORED = 5_000  # positions in whole layers, for counting images


def symmetric(subject: Subject) -> Iterator[Complaint]:
    """Check that canonical gives the least image, and that what can follow is mirrored too."""
    canonical = subject.rules.canonical
    if canonical is None:
        return
    where = place_of(canonical)
    if subject.is_own and is_of_kibitz(canonical):
        where = place_of_word(mirrors.__name__ + "(", subject.rules.moves)
    for position in subject.near:
        wrong = told_apart(subject, canonical, position)
        if wrong is not None:
            sentence, remedy = wrong
            yield Complaint(
                Sentence("canonical is not a symmetry: {why}", why=sentence), where, remedy
            )
            return


def told_apart(
    subject: Subject, canonical: Callable[[int], int], position: int
) -> tuple[Sentence, Sentence | None] | None:
    """Return how a position differs from its least image, and what to do about it."""
    rules, shown = subject.rules, subject.named(position)
    least = canonical(position)
    if type(least) is not int or not 0 <= least <= position:
        return Sentence(
            "of {shown} it gives {least}, which is not the least of its images",
            shown=shown,
            least=repr(least),
        ), None
    if canonical(least) != least:
        return Sentence(
            "of {shown} it gives {least}, of that {next}",
            shown=shown,
            least=least,
            next=canonical(least),
        ), Sentence("its result must be the same for all images of a position")
    here, there = (
        sorted(canonical(rules.play(each, move)) for move in rules.moves(each))
        for each in (position, least)
    )
    if here != there:
        return Sentence(
            "{shown} and its image {image} do not have the same successors up to symmetry",
            shown=shown,
            image=subject.named(least),
        ), DIFFERENT
    if not here and rules.worth(position) != rules.worth(least):
        return Sentence(
            "{shown} and its image {image} are ends of different worth",
            shown=shown,
            image=subject.named(least),
        ), DIFFERENT
    return None


def orbits(subject: Subject) -> Iterator[Complaint]:
    """Check that orbit counts the images of a position.

    From a start without other images, and among all placements, every image of a position is met
    as early as the position itself, so they can be counted. Elsewhere those that are met are the
    fewest there can be.
    """
    rules = subject.rules
    canonical, orbit = rules.canonical, rules.orbit
    if orbit is None:
        return
    where = place_of(orbit)
    if canonical is None:
        if any(orbit(position) != 1 for position in subject.near):
            yield Complaint(Sentence("orbit counts images, but there is no canonical"), where)
        return
    met, whole = whole_layers(subject)
    groups: dict[int, list[int]] = {}
    for position in met:
        groups.setdefault(canonical(position), []).append(position)
    for images in groups.values():
        for position in images:
            size = orbit(position)
            if type(size) is int and (size == len(images) if whole else size >= len(images)):
                continue
            few, many = len(images), Sentence("at least {count}", count=len(images))
            yield Complaint(
                Sentence(
                    "orbit says that {shown} has {size} images, but there are {count}",
                    shown=subject.named(position),
                    size=repr(size),
                    count=few if whole else many,
                ),
                where,
                Sentence("the position itself counts as one of its images"),
            )
            return


def whole_layers(subject: Subject) -> tuple[list[int], bool]:
    """Return positions, and whether with each of them all of its images are among them."""
    rules = subject.rules
    if rules.placements is not None:
        placed = list(islice(rules.placements(), MOST_EXPLORED + 1))
        return placed, len(placed) <= MOST_EXPLORED
    met = {rules.start}
    layer = [rules.start]
    while layer:
        found: dict[int, None] = {}
        for position in layer:
            for move in rules.moves(position):
                found[rules.play(position, move)] = None
            if len(met) + len(found) > MOST_EXPLORED:
                break
        else:
            layer = [position for position in found if position not in met]
            met.update(layer)
            continue
        break
    assert rules.orbit is not None
    return list(met), rules.orbit(rules.start) == 1

"""Checks of `canonical` and `orbit`, by which solvers treat mirror images as one position."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import islice

from kibitz.conformance.complaint import Complaint, is_of_kibitz, place_of, place_of_word
from kibitz.conformance.subject import Subject
from kibitz.language.errors import Sentence
from kibitz.rules import PositionId
from kibitz.rules.rules import POSITION_BITS, Rules
from kibitz.rules.simple_game import mirrors

Successors = list[tuple[int, bool, int]]

DIFFERENT = Sentence(
    "leave canonical out, or use only symmetries under which all rules stay the same"
)
ONE_OF_THEM = Sentence("the position itself counts as one of its images")
MOST_MADE = 20_000  # moves of a play to the end, for counting images
MOST_EXPLORED = 5_000  # positions in whole layers, for counting images


def symmetric(subject: Subject) -> Iterator[Complaint]:
    """Check that canonical returns the least image, and that the successors are mirrored too."""
    canonical = subject.rules.canonical
    if canonical is None:
        return
    where = place_of(canonical)
    if subject.is_own and is_of_kibitz(canonical):
        where = place_of_word(mirrors.__name__ + "(", subject.rules.moves)
    successors = cache(partial(successors_of, subject.rules, canonical))  # images share the least
    for position in subject.near:
        wrong = told_apart(subject, canonical, successors, position)
        if wrong is not None:
            sentence, remedy = wrong
            yield Complaint("canonical is not a symmetry: {why}", where, remedy, why=sentence)


def told_apart(
    subject: Subject,
    canonical: Callable[[int], int],
    successors: Callable[[int], Successors],
    position: int,
) -> tuple[Sentence, Sentence | None] | None:
    """Return how a position differs from its least image, with the remedy."""
    rules = subject.rules
    least = canonical(position)
    if type(least) is not int or not 0 <= least <= position:
        return Sentence(
            "for {shown} it gives {least}, which is not the smallest of its images",
            shown=subject.named(position),
            least=repr(least),
        ), None
    if least == position:
        return None
    if canonical(least) != least:
        return Sentence(
            "for {shown} it gives {least}, and for that {next}",
            shown=subject.named(position),
            least=str(least),
            next=str(canonical(least)),
        ), Sentence("its result must be the same for all images of a position")
    here, there = successors(position), successors(least)
    if here != there:
        return Sentence(
            "{shown} and its image {image} do not have the same successors up to symmetry",
            shown=subject.named(position),
            image=subject.named(least),
        ), DIFFERENT
    if (not here or not rules.goals_are_terminal) and rules.worth(position) != rules.worth(least):
        return Sentence(
            "{shown} and its image {image} are ends of different worth",
            shown=subject.named(position),
            image=subject.named(least),
        ), DIFFERENT
    return None


def successors_of(rules: Rules, canonical: Callable[[int], int], position: int) -> Successors:
    """Return for each move the canonical successor, whether the mover stays, and the cost."""
    return sorted(
        (
            canonical(rules.play(position, move)),
            rules.moves_again(position, move),
            rules.cost_of(position, move),
        )
        for move in rules.moves(position)
    )


def orbits(subject: Subject) -> Iterator[Complaint]:
    """Check that orbit counts the images of a position."""
    rules = subject.rules
    canonical, orbit = rules.canonical, rules.orbit
    if orbit is None:
        return
    where = place_of(orbit)
    if canonical is None:
        if any(orbit(position) != 1 for position in subject.near):
            yield Complaint("orbit counts images, but there is no canonical", where)
        return
    met, whole = whole_layers(subject)
    groups: dict[int, list[int]] = {}
    for position in met:
        groups.setdefault(canonical(position), []).append(position)
    mirrorings = None if whole else mirrorings_of(subject, groups)
    if mirrorings is not None:  # near the end too
        for position in subject.late:
            groups.setdefault(canonical(position), []).append(position)
    for images in groups.values():
        for position in images:
            few = many = len(images)
            if mirrorings is not None:
                few = many = len(mirrored(subject, position, mirrorings))
            elif not whole:
                many = 1 << POSITION_BITS
            size = orbit(position)
            if type(size) is int and few <= size <= many:
                continue
            counted = few if few == many else Sentence("at least {count}", count=few)
            yield Complaint(miscounted(subject, position, size, counted), where, ONE_OF_THEM)
    for wrong in played_images(subject, canonical, orbit):
        yield Complaint(wrong, where, ONE_OF_THEM)


def miscounted(subject: Subject, position: int, size: object, count: int | Sentence) -> Sentence:
    """Return the violation if orbit returns a wrong number of images."""
    return Sentence(
        "orbit says that {shown} has {size} images, but there are {count}",
        shown=subject.named(position),
        size=repr(size),
        count=count,
    )


def played_images(
    subject: Subject, canonical: Callable[[int], int], orbit: Callable[[int], int]
) -> Iterator[Sentence]:
    """Check the images of positions on the way to the end, from a start that is its only image.

    Then every image of a position follows an image of the one before it.
    """
    rules = subject.rules
    if rules.placements is not None or orbit(rules.start) != 1:
        return
    made = 0
    for passed in subject.plays:
        images = {rules.start}
        for position in passed[1:]:
            least = canonical(position)
            children = {rules.play(each, move) for each in images for move in rules.moves(each)}
            made += len(children)
            if made > MOST_MADE:
                return
            images = {child for child in children if canonical(child) == least}
            if orbit(position) != len(images):
                yield miscounted(subject, position, orbit(position), len(images))


def mirrorings_of(subject: Subject, groups: dict[int, list[int]]) -> list[tuple[int, ...]] | None:
    """Return the symmetries of the board that make the images; None if that cannot be decided.

    It is decided if each symmetry has either produced images of positions that were met, or a
    position that is not an image, and if these explain all the images that were met.
    """
    by_looks = {looks(subject, each): least for least, group in groups.items() for each in group}
    found = []
    for mirroring in subject.game.board.symmetries():
        led = {
            least == by_looks[other]
            for seen, least in by_looks.items()
            if (other := turned(seen, mirroring)) in by_looks and other != seen
        }
        if not led:
            return None
        if led == {True}:
            found.append(mirroring)
    for group in groups.values():
        if not {looks(subject, each) for each in group} <= mirrored(subject, group[0], found):
            return None
    return found


def mirrored(
    subject: Subject, position: int, mirrorings: list[tuple[int, ...]]
) -> set[tuple[str, ...]]:
    """Return the looks of the images of a position, itself included."""
    seen = looks(subject, position)
    return {seen, *(turned(seen, mirroring) for mirroring in mirrorings)}


def looks(subject: Subject, position: int) -> tuple[str, ...]:
    """Return the signs on the cells of a position, and those beside the board."""
    return (*subject.game.pieces(position), *subject.game.beside(position))


def turned(seen: Sequence[str], mirroring: Sequence[int]) -> tuple[str, ...]:
    """Return the signs on the board under a symmetry of it."""
    signs = list(seen)
    for cell, image in enumerate(mirroring):
        signs[image] = seen[cell]
    return tuple(signs)


def whole_layers(subject: Subject) -> tuple[Sequence[int], bool]:
    """Return positions, and whether they are closed under symmetry.

    They are layers of breadth-first search from a start without other images, where all images
    of a position have the same depth, or placements.
    """
    rules = subject.rules
    if rules.placements is not None:
        placed = list(islice(rules.placements(), MOST_EXPLORED + 1))
        return placed, len(placed) <= MOST_EXPLORED
    met = {rules.start}
    layer = [rules.start]
    while layer:
        found: dict[PositionId, None] = {}
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

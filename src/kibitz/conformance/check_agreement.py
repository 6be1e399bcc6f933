"""Check: compiled rules return the same values as in the interpreter."""

from collections.abc import Iterator
from itertools import islice

from kibitz.conformance.complaint import Complaint, place_of
from kibitz.conformance.ingredients import IN_BETWEEN
from kibitz.conformance.subject import Subject
from kibitz.solve.bound_names import same_position
from kibitz.solve.compiling.compiled import available, kernel
from kibitz.solve.memory import game_kernels
from kibitz.solve.memory.explore_compiled import costs_of, marks_of

ROOM = 300  # moves of a position to compare
MOST_PLACED = 5_000  # placements to compare


def agrees(subject: Subject) -> Iterator[Complaint]:
    """Check that compiled rules give the same positions and worths as in the interpreter."""
    if not available():
        return
    import numpy as np

    rules = subject.rules
    met = sorted({*subject.near[::4], *subject.walk, *subject.extreme})
    positions = np.array(met, dtype=np.int64)
    degrees, worths = np.zeros((2, len(met)), dtype=np.int32)
    for mirrored in (False, True):
        canonical = rules.canonical if mirrored and rules.canonical else same_position
        expected = [[canonical(rules.play(p, m)) for m in rules.moves(p)] for p in met]
        children = np.empty(sum(map(len, expected)) + ROOM, dtype=np.int64)
        expand = kernel(game_kernels.expand, rules)
        expand(positions, 0, len(met), mirrored, children, degrees, worths)
        at = 0
        for position, after, degree, worth in zip(met, expected, degrees, worths, strict=True):
            compiled = children[at : at + degree].tolist()
            at += int(degree)
            if compiled == after and (after or int(worth) == rules.worth(position)):
                continue
            name = "worth" if compiled == after else "canonical" if mirrored else "play"
            if len(compiled) != len(after):
                name = "moves"
            yield different(subject, name, position)
    yield from agree_on_movers(subject, met)
    yield from agree_on_images(subject, met)


def agree_on_movers(subject: Subject, met: list[int]) -> Iterator[Complaint]:
    """Check the same of same_mover and of cost."""
    rules = subject.rules
    import numpy as np

    asked = {
        "same_mover": (rules.same_mover, rules.moves_again, marks_of),
        "cost": (rules.cost, rules.cost_of, costs_of),
    }
    for name, (function, plain, compiled) in asked.items():
        for position in met if function is not None else ():
            expected = [plain(position, move) for move in rules.moves(position)]
            if compiled(rules, np.array([position]), 0, 1, len(expected)).tolist() != expected:
                yield different(subject, name, position)


def agree_on_images(subject: Subject, met: list[int]) -> Iterator[Complaint]:
    """Check the same of orbit, of tier and of placements."""
    import numpy as np

    rules = subject.rules
    counted = {
        "orbit": (game_kernels.count_images, np.int16, rules.orbit if rules.canonical else None),
        "tier": (game_kernels.write_tiers, np.int64, rules.tier),
    }
    for name, (code, kind, plain) in counted.items():
        if plain is not None:
            found = np.zeros(len(met), dtype=kind)
            kernel(code, rules)(np.array(met, dtype=np.int64), 0, len(met), found)
            for position, number in zip(met, found.tolist(), strict=True):
                if number != plain(position):
                    yield different(subject, name, position)
    if rules.placements is not None:
        canonical = rules.canonical or same_position
        first = islice(rules.placements(), MOST_PLACED)
        expected = [position for position in first if canonical(position) == position]
        placed = np.empty(len(expected), dtype=np.int64)
        _, filled = kernel(game_kernels.place, rules)(0, 0, 1, placed)
        for at, position in enumerate(expected):
            if at >= filled or placed[at] != position:
                yield different(subject, "placements", position)


def different(subject: Subject, name: str, position: int) -> Complaint:
    """Return the violation by a rule whose compiled code returns something else."""
    return Complaint(
        "compiled, {name} gives another result for {shown} than in the interpreter",
        place_of(getattr(subject.rules, name)),
        IN_BETWEEN,
        name=name,
        shown=subject.named(position),
    )

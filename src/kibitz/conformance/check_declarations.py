"""Checks of what a game declares: title, goals, and shortcuts for solvers."""

from collections.abc import Iterator, Sequence

from kibitz.conformance.complaint import Complaint, Place, place_of, place_of_word
from kibitz.conformance.subject import Subject
from kibitz.language.errors import Sentence
from kibitz.solve.invalid_rules import MOST_COST
from kibitz.solve.structure import solver_of

ALL_OF_THEM = Sentence("they are all permutations that map the board to itself, but the identity")


def declared_at(subject: Subject, name: str) -> Place | None:
    """Return the line that gives an argument of that name, if the game is in a file."""
    return place_of_word(f"{name}=", subject.rules.moves) if subject.is_own else None


def description(subject: Subject) -> Iterator[Complaint]:
    """Check that title and players are texts, and that the goals are cells of the board."""
    game = subject.game
    for name, said in (("title", game.title), *(("players", each) for each in game.players)):
        if not isinstance(said, str):
            yield Complaint(
                "{name} is {said}, but it must be a text",
                declared_at(subject, name),
                name=name,
                said=repr(said),
            )
    cells = range(len(game.board))
    for goal in game.goals:
        if type(goal) is not int or goal not in cells:
            yield Complaint(
                "the goal {goal} is not on the board: its cells are the numbers from 0 to {last}",
                declared_at(subject, "goals"),
                goal=repr(goal),
                last=len(cells) - 1,
            )


def shortcuts(subject: Subject) -> Iterator[Complaint]:
    """Check that distinct_moves, tier, men and structure hold at every sampled position."""
    rules = subject.rules
    for check, declared in (
        (rising, rules.tier),
        (outside_blocks, rules.men),
        (other_images, rules.men),
    ):
        near = subject.near if declared is not None else ()
        wrong = next((wrong for at in near if (wrong := check(subject, at))), None)
        if wrong is not None:
            yield wrong
    if rules.cost is not None:
        yield from priced(subject)
    if rules.distinct_moves is not None:
        yield from above_all(subject, rules.distinct_moves)
    yield from solver_of(rules).complaints(subject)


def priced(subject: Subject) -> Iterator[Complaint]:
    """Check that the cost of every move is in the allowed range."""
    rules = subject.rules
    for position in subject.near:
        for move in subject.moves(position):
            value = rules.cost_of(position, move)
            if type(value) is not int or not 1 <= value <= MOST_COST:
                yield Complaint(
                    "cost gives {value} at {shown}; it must be a whole number from 1 to {most}",
                    place_of(rules.cost),
                    value=repr(value),
                    shown=subject.named(position),
                    most=MOST_COST,
                )


def above_all(subject: Subject, distinct_moves: object) -> Iterator[Complaint]:
    """Check that every move is below the number that the rules declare."""
    where = declared_at(subject, "distinct_moves") or place_of(subject.rules.moves)
    if type(distinct_moves) is not int:
        yield Complaint(
            "distinct_moves is {said}, not a whole number", where, said=repr(distinct_moves)
        )
        return
    for position in subject.near:
        for move in subject.moves(position):
            if move >= distinct_moves:
                yield Complaint(
                    "distinct_moves is {below}, but {move} is a move at {shown}",
                    where,
                    Sentence("make it larger, or leave it out"),
                    below=str(distinct_moves),
                    move=str(move),
                    shown=subject.named(position),
                )


def rising(subject: Subject, position: int) -> Complaint | None:
    """Return the violation at a position where a move or a symmetry raises the tier."""
    rules = subject.rules
    if rules.tier is None:
        return None
    value = rules.tier(position)
    shown, wrong = subject.named(position), None
    if type(value) is not int or value < 0:
        wrong = Sentence(
            "tier gives {value} at {shown}; it must be a whole number of 0 or more",
            value=repr(value),
            shown=shown,
        )
    elif rules.canonical is not None and rules.tier(rules.canonical(position)) != value:
        wrong = Sentence("tier gives {shown} and its mirror image two numbers", shown=shown)
    else:
        for move in subject.moves(position):
            after = rules.tier(rules.play(position, move))
            if after > value:
                wrong = Sentence(
                    "the tier is {value} at {shown} and {after} after the move {move}, but no move "
                    "may raise it",
                    value=value,
                    shown=shown,
                    after=after,
                    move=str(move),
                )
                break
    if wrong is None:
        return None
    return Complaint(
        wrong, place_of(rules.tier), Sentence("leave tier out if there is no such number")
    )


def outside_blocks(subject: Subject, position: int) -> Complaint | None:
    """Return the violation if `men` does not list the numbers of men of a position."""
    men, tier = subject.rules.men, subject.rules.tier
    if men is None:
        return None
    full = (1 << men.points) - 1
    mine, theirs = position & full, position >> men.points & full
    block = (mine.bit_count(), theirs.bit_count(), position >> 2 * men.points)
    if tier is not None and (tier(position), *block) in men.blocks:
        return None
    return Complaint(
        "men has no block for {shown}",
        declared_at(subject, "men"),
        Sentence("a block is (tier, men of the player to move, men of the other, rest)"),
        shown=subject.named(position),
    )


def other_images(subject: Subject, position: int) -> Complaint | None:
    """Return the violation if the symmetries of `men` disagree with canonical and orbit."""
    rules = subject.rules
    men, canonical, orbit = rules.men, rules.canonical, rules.orbit
    if men is None:
        return None
    images = images_by(men.symmetries, position, men.points, 2)
    identity = list(range(men.points))
    permutations = {tuple(one) for one in men.symmetries if sorted(one) == identity != list(one)}
    if (
        len(permutations) == len(men.symmetries)
        and min(images) == (position if canonical is None else canonical(position))
        and (orbit is None or orbit(position) == len(images))
    ):
        return None
    return Complaint(
        "the symmetries of men give {shown} other images than canonical and orbit",
        declared_at(subject, "men"),
        ALL_OF_THEM,
        shown=subject.named(position),
    )


def images_by(
    symmetries: Sequence[Sequence[int]], position: int, cells: int, sets: int
) -> set[int]:
    """Return the images of a position that begins with so many sets of cells, itself included."""
    rest = position >> sets * cells << sets * cells
    pieces = [
        (cell, shift)
        for shift in range(0, sets * cells, cells)
        for cell in range(cells)
        if position >> cell + shift & 1
    ]
    return {
        position,
        *(
            rest | sum(1 << symmetry[cell] + shift for cell, shift in pieces)
            for symmetry in symmetries
            if len(symmetry) == cells
        ),
    }

"""The promises about what a game declares: its title, its goals, and shortcuts for solvers."""

from __future__ import annotations

from kibitz.conformance.complaint import Complaint, place_of, place_of_word
from kibitz.language.errors import Sentence
from kibitz.solve.invalid_rules import MOST_COST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.conformance.complaint import Place
    from kibitz.conformance.subject import Subject
    from kibitz.core.own_game import Symmetries
    from kibitz.core.rules import Jumps

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
                Sentence(
                    "{name} is {said}, but it must be a text",
                    name=name,
                    said=repr(said),
                ),
                declared_at(subject, name),
            )
            return
    cells = range(len(game.board))
    for goal in game.goals:
        if type(goal) is not int or goal not in cells:
            yield Complaint(
                Sentence(
                    "the goal {goal} is not on the board: its cells are the numbers from 0 to "
                    "{last}",
                    goal=repr(goal),
                    last=len(cells) - 1,
                ),
                declared_at(subject, "goals"),
            )
            return


def shortcuts(subject: Subject) -> Iterator[Complaint]:
    """Check distinct_moves, tier, men and jumps at every position that is looked at."""
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
            return
    if rules.cost is not None:
        yield from priced(subject)
    if rules.distinct_moves is not None:
        yield from above_all(subject, rules.distinct_moves)
    if rules.jumps is not None:
        yield from not_on_board(subject, rules.jumps)
        for position in subject.near:
            why = not_by_jumps(subject, rules.jumps, position)
            if why is not None:
                yield Complaint(
                    Sentence(
                        "jumps does not describe the rules at {shown}: {why}",
                        shown=subject.named(position),
                        why=why,
                    ),
                    declared_at(subject, "jumps"),
                    Sentence("leave jumps out unless every move is a jump of a peg"),
                )
                return
        yield from not_all_symmetries(subject, rules.jumps)


def priced(subject: Subject) -> Iterator[Complaint]:
    """Check that every move costs what a move may cost."""
    rules = subject.rules
    for position in subject.near:
        for move in subject.moves(position):
            told = rules.cost_of(position, move)
            if type(told) is not int or not 1 <= told <= MOST_COST:
                yield Complaint(
                    Sentence(
                        "cost gives {told} at {shown}; it must be a whole number from 1 to {most}",
                        told=repr(told),
                        shown=subject.named(position),
                        most=MOST_COST,
                    ),
                    place_of(rules.cost),
                )
                return


def above_all(subject: Subject, distinct_moves: object) -> Iterator[Complaint]:
    """Check that every move is below the number that the rules declare."""
    where = declared_at(subject, "distinct_moves") or place_of(subject.rules.moves)
    if type(distinct_moves) is not int:
        yield Complaint(
            Sentence("distinct_moves is {said}, not a whole number", said=repr(distinct_moves)),
            where,
        )
        return
    for position in subject.near:
        for move in subject.moves(position):
            if move >= distinct_moves:
                yield Complaint(
                    Sentence(
                        "distinct_moves is {below}, but {move} is a move at {shown}",
                        below=str(distinct_moves),
                        move=str(move),
                        shown=subject.named(position),
                    ),
                    where,
                    Sentence("make it larger, or leave it out"),
                )
                return


def rising(subject: Subject, position: int) -> Complaint | None:
    """Return how a position breaks the promise that no move, and no mirroring, raises the tier."""
    rules = subject.rules
    if rules.tier is None:
        return None
    told = rules.tier(position)
    shown, wrong = subject.named(position), None
    if type(told) is not int or told < 0:
        wrong = Sentence(
            "tier gives {told} at {shown}; it must be a whole number of 0 or more",
            told=repr(told),
            shown=shown,
        )
    elif rules.canonical is not None and rules.tier(rules.canonical(position)) != told:
        wrong = Sentence("tier gives {shown} and its mirror image two numbers", shown=shown)
    else:
        for move in subject.moves(position):
            after = rules.tier(rules.play(position, move))
            if after > told:
                wrong = Sentence(
                    "the tier is {told} at {shown} and {after} after the move {move}, but no move "
                    "may raise it",
                    told=told,
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
    """Return that men does not know the numbers of men of a position, if so."""
    men, tier = subject.rules.men, subject.rules.tier
    if men is None:
        return None
    full = (1 << men.points) - 1
    mine, theirs = position & full, position >> men.points & full
    block = (mine.bit_count(), theirs.bit_count(), position >> 2 * men.points)
    if tier is not None and (tier(position), *block) in men.blocks:
        return None
    return Complaint(
        Sentence("men has no block for {shown}", shown=subject.named(position)),
        declared_at(subject, "men"),
        Sentence("a block is (tier, men of the player to move, men of the other, rest)"),
    )


def other_images(subject: Subject, position: int) -> Complaint | None:
    """Return that the symmetries of men give other images than canonical and orbit, if so."""
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
        Sentence(
            "the symmetries of men give {shown} other images than canonical and orbit",
            shown=subject.named(position),
        ),
        declared_at(subject, "men"),
        ALL_OF_THEM,
    )


def images_by(symmetries: Symmetries, position: int, cells: int, sets: int) -> set[int]:
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


def not_all_symmetries(subject: Subject, jumps: Jumps) -> Iterator[Complaint]:
    """Check that symmetries of holes undo one another, and that canonical uses no others."""
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
                Sentence(
                    "the symmetries of `jumps` leave one out, or do not agree with canonical and "
                    "orbit at {shown}",
                    shown=subject.named(position),
                ),
                declared_at(subject, "jumps"),
                ALL_OF_THEM,
            )
            return


def not_on_board(subject: Subject, jumps: Jumps) -> Iterator[Complaint]:
    """Check that jumps, symmetries and the finish are of holes that there are."""
    holes = range(jumps.holes)
    where = declared_at(subject, "jumps")
    for jump in jumps.jumps:
        if len(set(jump)) != 3 or not set(jump) <= set(holes):
            yield Complaint(
                Sentence(
                    "the jump {jump} is not of three holes from 0 to {last}",
                    jump=jump,
                    last=jumps.holes - 1,
                ),
                where,
            )
            return
    if jumps.finish is not None and jumps.finish not in holes:
        yield Complaint(Sentence("there is no hole {finish}", finish=jumps.finish), where)
        return
    every = {tuple(jump) for jump in jumps.jumps}
    for symmetry in jumps.symmetries:
        if sorted(symmetry) != list(holes) or every != {
            tuple(symmetry[hole] for hole in jump) for jump in every
        }:
            yield Complaint(
                Sentence("the symmetry {symmetry} does not map jumps to jumps", symmetry=symmetry),
                where,
            )
            return


def not_by_jumps(subject: Subject, jumps: Jumps, position: int) -> Sentence | None:
    """Return how the rules differ from what the jumps say about a position; None if they agree."""
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

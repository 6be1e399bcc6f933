"""Checks of the rules themselves: number ranges, determinism, legal moves, terminal positions."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from kibitz.conformance.complaint import Complaint, place_of
from kibitz.conformance.subject import MOST_MOVES, Subject
from kibitz.language.errors import Sentence
from kibitz.rules import PositionId
from kibitz.rules.base_game import EMPTY
from kibitz.rules.rules import POSITION_BITS
from kibitz.rules.simple_game import SimpleGame
from kibitz.solve.invalid_rules import not_impartial

MOST_PLACEMENTS = 20_000


def no_number(what: object) -> Sentence | None:
    """Return why something cannot be a position or a move, None if it can be one."""
    if type(what) is not int:
        kind = type(what).__name__
        return Sentence("{what} is a {kind}, not a whole number", what=_short(what), kind=kind)
    if not 0 <= what < 1 << POSITION_BITS:
        return Sentence(
            "{what} is not a number from 0 to 2**{bits} - 1", what=str(what), bits=POSITION_BITS
        )
    return None


def numbers(subject: Subject) -> Iterator[Complaint]:
    """Check that positions and moves are whole numbers from 0 to 2**63 - 1."""
    rules = subject.rules
    wrong = no_number(rules.start)
    if wrong:
        yield Complaint("the start is not a position: {wrong}", wrong=wrong)
    for name in ("moves", "placements"):
        yield from unyielded(subject, name)
    for position in subject.fresh_walk():  # checked before it is used
        wrong = no_number(position)
        if wrong:
            yield Complaint(
                "play does not return a position: {wrong}", place_of(rules.play), wrong=wrong
            )
        count = 0
        for move in islice(rules.moves(position), MOST_MOVES):
            count += 1
            wrong = no_number(move)
            if wrong:
                yield Complaint(
                    "moves yields something that is not a move at {position}: {wrong}",
                    place_of(rules.moves),
                    position=subject.named(position),
                    wrong=wrong,
                )
        if count == MOST_MOVES:
            yield Complaint(
                "moves does not come to an end at {shown}",
                place_of(rules.moves),
                shown=subject.named(position),
            )


def unyielded(subject: Subject, name: str) -> Iterator[Complaint]:
    """Check that moves, or placements, returns an iterator."""
    function = getattr(subject.rules, name)
    if function is None:
        return
    given = function(subject.rules.start) if name == "moves" else function()
    if not hasattr(given, "__next__"):
        yield Complaint(
            "{name} returns a {kind}, but it must yield: one number after the other",
            place_of(function),
            Sentence("write a loop with yield instead of returning a list"),
            name=name,
            kind=type(given).__name__,
        )


def deterministic(subject: Subject) -> Iterator[Complaint]:
    """Check that the rules return the same when called again."""
    rules = subject.rules
    first = {}
    for again in (False, True):
        for position in subject.walk:
            moves = subject.moves(position)
            said = {
                "moves": moves,
                "play": [rules.play(position, move) for move in moves],
                "worth": [] if moves else rules.worth(position),
                "pieces": subject.game.pieces(position),
            }
            if not again and position not in first:
                first[position] = said
                continue
            for name, answer in said.items():
                if answer != first[position][name]:
                    yield Complaint(
                        "{name} is not deterministic: asked twice about {position} it says "
                        "{once} and then {again}",
                        place_of(_function(subject, name)),
                        Sentence(
                            "use no randomness, and nothing that one call leaves behind for the "
                            "next"
                        ),
                        name=name,
                        position=subject.named(position),
                        once=_short(first[position][name]),
                        again=_short(answer),
                    )


def _function(subject: Subject, name: str) -> Callable[..., Any] | None:
    of = subject.game if name == "pieces" else subject.rules
    function: Callable[..., Any] | None = getattr(of, f"author_{name}", getattr(of, name))
    return function


def _short(answer: object) -> str:
    text = repr(answer)
    return text if len(text) < 60 else text[:60] + "…"


def legal(subject: Subject) -> Iterator[Complaint]:
    """Check that each move leads to a position that can be drawn, and that solved ones are ends."""
    for position in subject.walk:
        moves = subject.moves(position)
        wrong = (
            undrawable(subject, position)
            or unfit(subject, position, moves)
            or misleading(subject, position, moves)
        )
        if wrong:
            yield wrong


def unfit(subject: Subject, position: int, moves: list[int]) -> Complaint | None:
    """Return the violation by the moves of a position themselves."""
    rules, shown = subject.rules, subject.named(position)
    where = place_of(rules.moves)
    if len(set(moves)) < len(moves):
        twice = next(move for move in moves if moves.count(move) > 1)
        return Complaint(
            "moves yields the move {move} twice at {shown}", where, move=str(twice), shown=shown
        )
    ends = rules.objective.counts_moves and rules.goals_are_terminal
    if moves and ends and rules.worth(position):
        return Complaint(
            "{shown} is solved, so the move {move} is not legal there",
            where,
            Sentence("let moves yield nothing once the puzzle is solved"),
            shown=shown,
            move=str(moves[0]),
        )
    idle = [move for move in moves if rules.play(position, move) == position]
    if len(idle) > rules.two_players:  # between two players, one of them may be a pass
        return Complaint(
            "the move {move} is not legal at {shown}: it leaves everything as it is",
            where,
            Sentence("let moves yield only what changes something"),
            move=str(idle[-1]),
            shown=shown,
        )
    return None


def misleading(subject: Subject, position: int, moves: list[int]) -> Complaint | None:
    """Return the violation by the position that a move leads to."""
    for move in moves:
        child = subject.rules.play(position, move)
        why = no_number(child)
        where, remedy = place_of(subject.rules.play), None
        if why is None:
            wrong = undrawable(subject, child)
            if wrong is None:
                continue
            why, where, remedy = wrong.sentence, wrong.where, wrong.remedy
        return Complaint(
            "the move {move} is not legal at {shown}: after it, {why}",
            where,
            remedy,
            move=str(move),
            shown=subject.named(position),
            why=why,
        )
    return None


def undrawable(subject: Subject, position: int) -> Complaint | None:
    """Return the violation by the signs on the cells of a position."""
    game = subject.game
    own = game if isinstance(game, SimpleGame) else None
    signs = own.all_signs(position) if own else game.pieces(position)
    where = place_of(own.author_pieces if own else None)
    right = sum(game.widths())
    if len(signs) != right or right < len(game.board):
        return Complaint(
            "pieces gives {count} signs for position {position}, but the board has {right} cells",
            where,
            count=len(signs),
            position=str(position),
            right=right,
        )
    for sign in signs:
        if sign not in game.signs:
            return Complaint(
                "pieces puts {sign} on the board at position {position}, but the signs are {signs}",
                where,
                Sentence("list it in signs=…; an empty cell is {empty}", empty=repr(EMPTY)),
                sign=repr(sign),
                position=str(position),
                signs=" ".join(game.signs),
            )
    return None


def ends(subject: Subject) -> Iterator[Complaint]:
    """Check that the worth of terminal positions is in the range of the objective."""
    rules, objective = subject.rules, subject.rules.objective
    for position in subject.walk:
        if subject.moves(position):
            continue
        worth = rules.worth(position)
        if rules.impartial and worth != -1:
            yield Complaint(not_impartial(rules, position).words, place_of(rules.worth))
        if type(worth) is not int or not objective.least_worth <= worth <= objective.most_worth:
            yield Complaint(
                "worth gives {worth} at the end {shown}; with the aim {aim} it must be {meaning}",
                place_of(rules.worth),
                worth=_short(worth),
                shown=subject.named(position),
                aim=repr(objective.name),
                meaning=Sentence(objective.meaning),
            )


def repetitions(subject: Subject) -> Iterator[Complaint]:
    """Check that no sampled position of an impartial game repeats."""
    rules = subject.rules
    if not rules.impartial:
        return
    ways = dict.fromkeys(subject.near, 0)
    after = {at: [rules.play(at, move) for move in subject.moves(at)] for at in ways}
    for there in (to for some in after.values() for to in some if to in ways):
        ways[there] += 1
    free = [at for at, count in ways.items() if not count]
    for at in free:  # grows while it is walked
        for to in after[at]:
            if to in ways:
                ways[to] -= 1
                if not ways[to]:
                    free.append(to)
    again = next((at for at, count in ways.items() if count), None)
    if again is not None:
        yield Complaint(
            "{shown} can recur, or leads to a position that can, but in an impartial game none may",
            place_of(rules.play),
            Sentence("leave out impartial, or let a position hold how many moves are left"),
            shown=subject.named(again),
        )


def placements(subject: Subject) -> Iterator[Complaint]:
    """Check that placements are distinct and include every position reachable from the start."""
    rules = subject.rules
    if rules.placements is None:
        return
    where = place_of(rules.placements)
    different: set[int] = set()
    for position in islice(rules.placements(), MOST_PLACEMENTS):
        wrong = no_number(position)
        if wrong:
            yield Complaint(
                "placements yields something that is not a position: {why}", where, why=wrong
            )
        if position in different:
            yield Complaint("placements yields {shown} twice", where, shown=subject.named(position))
        different.add(position)
    if len(different) == MOST_PLACEMENTS:
        return  # too many to go through all
    for number in (rules.start, *subject.walk):
        if (position := PositionId(number)) not in different:
            yield Complaint("placements leaves out {shown}", where, shown=subject.named(position))

"""The promises of the rules themselves: numbers, determinism, legal moves, ends."""

from __future__ import annotations

from itertools import islice

from kibitz.conformance.complaint import Complaint, place_of
from kibitz.conformance.subject import MOST_MOVES
from kibitz.rules.contract import POSITION_BITS
from kibitz.rules.game import EMPTY
from kibitz.rules.simple_game import OwnGame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from kibitz.conformance.subject import Subject

WORTHS = {"win": range(-1, 2), "shortest": range(2), "fewest": range(32_000)}
MEANINGS = {
    "win": "1, 0 or -1: won, drawn or lost for the player to move",
    "shortest": "1 if it is solved, else 0",
    "fewest": "a score of 0 or more",
}
MOST_PLACEMENTS = 20_000


def no_number(what: object) -> str:
    """Return why something is no position and no move, or nothing if it can be one."""
    if type(what) is not int:
        return f"{what!r} is a {type(what).__name__}, not a whole number"
    if not 0 <= what < 1 << POSITION_BITS:
        return f"{what} is not from 0 to 2**{POSITION_BITS} - 1"
    return ""


def numbers(subject: Subject) -> Iterator[Complaint]:
    """Check that positions and moves are whole numbers from 0 to 2**63 - 1."""
    rules = subject.rules
    wrong = no_number(rules.start)
    if wrong:
        yield Complaint(f"the start is no position: {wrong}")
        return
    for position in subject.fresh_walk():  # looked at before anything is made of it
        wrong = no_number(position)
        if wrong:
            yield Complaint(f"play returns no position: {wrong}", place_of(rules.play))
            return
        for move in islice(rules.moves(position), MOST_MOVES):
            wrong = no_number(move)
            if wrong:
                yield Complaint(
                    f"moves yields no move at {subject.named(position)}: {wrong}",
                    place_of(rules.moves),
                )
                return


def deterministic(subject: Subject) -> Iterator[Complaint]:
    """Check that, asked again, the rules answer the same."""
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
                        f"{name} is not deterministic: asked twice about {subject.named(position)}"
                        f" it says {_short(first[position][name])} and then {_short(answer)}",
                        place_of(_function(subject, name)),
                        "no randomness, and nothing that one call leaves behind for the next",
                    )
                    return


def _function(subject: Subject, name: str) -> Callable[..., Any] | None:
    of = subject.game if name == "pieces" else subject.rules
    function: Callable[..., Any] | None = getattr(of, f"author_{name}", getattr(of, name))
    return function


def _short(answer: object) -> str:
    text = str(answer)
    return text if len(text) < 60 else text[:60] + "…"


def legal(subject: Subject) -> Iterator[Complaint]:
    """Check that each move leads to a position that can be drawn, and that it ends when solved."""
    for position in subject.walk:
        moves = subject.moves(position)
        wrong = (
            undrawable(subject, position)
            or unfit(subject, position, moves)
            or misleading(subject, position, moves)
        )
        if wrong:
            yield wrong
            return


def unfit(subject: Subject, position: int, moves: list[int]) -> Complaint | None:
    """Return what is wrong with the moves of a position, wherever they lead."""
    rules, shown = subject.rules, subject.named(position)
    if len(moves) == MOST_MOVES:
        return Complaint(f"moves does not come to an end at {shown}", place_of(rules.moves))
    if len(set(moves)) < len(moves):
        twice = next(move for move in moves if moves.count(move) > 1)
        return Complaint(f"moves yields the move {twice} twice at {shown}", place_of(rules.moves))
    if moves and rules.aim == "shortest" and rules.worth(position):
        return Complaint(
            f"{shown} is solved, so the move {moves[0]} is not legal there",
            place_of(rules.moves),
            "let moves yield nothing once the puzzle is solved",
        )
    idle = [move for move in moves if rules.play(position, move) == position]
    if len(idle) > (rules.aim == "win"):  # between two players, one of them may be a pass
        return Complaint(
            f"the move {idle[-1]} is not legal at {shown}: it leaves everything as it is",
            place_of(rules.moves),
            "let moves yield only what changes something",
        )
    return None


def misleading(subject: Subject, position: int, moves: list[int]) -> Complaint | None:
    """Return what is wrong with where a move leads."""
    for move in moves:
        child = subject.rules.play(position, move)
        not_legal = f"the move {move} is not legal at {subject.named(position)}"
        if no_number(child):
            return Complaint(
                f"{not_legal}: after it, {no_number(child)}", place_of(subject.rules.play)
            )
        wrong = undrawable(subject, child)
        if wrong:
            return Complaint(f"{not_legal}: {wrong.sentence}", wrong.where, wrong.remedy)
    return None


def undrawable(subject: Subject, position: int) -> Complaint | None:
    """Return what is wrong with what stands on the cells of a position."""
    game = subject.game
    own = game if isinstance(game, OwnGame) else None
    signs = own.all_signs(position) if own else game.pieces(position)
    where = place_of(own.author_pieces if own else None)
    right = sum(game.widths())
    if len(signs) != right or right < len(game.board):
        count = f"{len(signs)} signs for position {position}"
        return Complaint(f"pieces gives {count}, but the board has {right} cells", where)
    for sign in signs:
        if sign not in game.signs:
            return Complaint(
                f"pieces puts {sign!r} on the board at position {position}, "
                f"which is none of the signs {' '.join(game.signs)}",
                where,
                f"name it in signs=…; an empty cell is {EMPTY!r}",
            )
    return None


def ends(subject: Subject) -> Iterator[Complaint]:
    """Check that the end is worth what the aim allows."""
    rules = subject.rules
    if rules.aim not in WORTHS:
        yield Complaint(f"the aim is win, shortest or fewest, not {rules.aim!r}")
        return
    for position in subject.walk:
        if subject.moves(position):
            continue
        worth = rules.worth(position)
        if type(worth) is not int or worth not in WORTHS[rules.aim]:
            yield Complaint(
                f"worth gives {worth!r} at the end {subject.named(position)}; with the aim "
                f"{rules.aim!r} it is {MEANINGS[rules.aim]}",
                place_of(rules.worth),
            )
            return


def placements(subject: Subject) -> Iterator[Complaint]:
    """Check that placements differ, that the start is one, and that no move leads to others."""
    rules = subject.rules
    if rules.placements is None:
        return
    placed = list(islice(rules.placements(), MOST_PLACEMENTS + 1))
    where = place_of(rules.placements)
    if len(set(placed)) < len(placed):
        twice = next(position for position in placed if placed.count(position) > 1)
        yield Complaint(f"placements yields {subject.named(twice)} twice", where)
    if len(placed) > MOST_PLACEMENTS:
        return  # too many to look through all
    different = set(placed)
    for position in (rules.start, *subject.walk):
        if position not in different:
            yield Complaint(f"placements leaves out {subject.named(position)}", where)
            return

"""Notes about unusual properties of a game that passes every check.

Each note names a position or a move, so that the author can decide whether it is intended.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from kibitz.conformance.check_symmetry import turned
from kibitz.conformance.subject import Subject
from kibitz.language.errors import Sentence
from kibitz.rules.base_game import EMPTY
from kibitz.rules.family import OWN_PARAMETERS
from kibitz.rules.reach import MOST_VISITED, reached
from kibitz.rules.simple_game import SimpleGame

Stride = tuple[int, int, int, int]  # position, move, change, change with the other to move

MOST_MOVES = 12  # of a position
FEW_SIGNS = 6  # of a game all of whose signs should be seen
MOST_SHOWN = 40  # moves of a game that is written out
EXCHANGE = Sentence("let play exchange the two sides, or leave sides out")
TURNS = Sentence("same_mover and play must agree on who is to move")


def oddities(subject: Subject) -> Iterator[Sentence]:
    """Yield the notes, and the record of one finished game for the author to compare."""
    looks = (unused_signs, exchanged, moves_after_end, turned_boards, clashing_names, uncounted)
    for look in looks:
        yield from islice(look(subject), 1)
    yield from islice(example(subject), 1)


def unused_signs(subject: Subject) -> Iterator[Sentence]:
    """Note signs of players or pieces that occur in no sampled position."""
    game = subject.game
    if not isinstance(game, SimpleGame):
        return
    seen = {sign for position in subject.near for sign in game.all_signs(position)}
    unseen = [sign for sign in game.signs if sign not in seen and not sign.isdigit()]
    wanted = [sign for sign in unseen if sign in game.sides or len(game.signs) <= FEW_SIGNS]
    if wanted and wanted != [EMPTY]:
        yield Sentence(
            "the sign {sign} stands on no cell in any of {count} positions",
            sign=next(sign for sign in wanted if sign != EMPTY),
            count=len(subject.near),
        )


def strides(subject: Subject) -> Iterator[Stride]:
    """Yield how much moves change, with the declared player to move next, and with the other.

    The change is the number of cells or, with points, the points that the mover loses.
    """
    game, rules = subject.game, subject.rules
    by_points = not rules.objective.by_distance
    if not rules.two_players or not (by_points or (isinstance(game, SimpleGame) and game.sides)):
        return
    for position in dict.fromkeys((*subject.walk, *subject.late)):
        for move in subject.moves(position)[:MOST_MOVES]:
            after = rules.play(position, move)
            if not subject.moves(after):
                continue
            mover = rules.mover_after(0, position, move)
            if by_points:
                ahead, points = rules.worth(position), rules.worth(after) * (-1 if mover else 1)
                yield position, move, max(0, ahead - points), max(0, ahead + points)
            else:
                before = game.pieces(position, 0)
                now, other = (game.pieces(after, one) for one in (mover, 1 - mover))
                yield position, move, changes(before, now), changes(before, other)


def exchanged(subject: Subject) -> Iterator[Sentence]:
    """Note moves after which the other player seems to be to move, by how much they change."""
    all_of_them = list(strides(subject))
    odd = [one for one in all_of_them if one[3] < one[2]]
    if not odd:
        return
    position, move, change, other = max(odd, key=lambda one: one[2] - one[3])
    some_may = subject.rules.same_mover is None and subject.rules.objective.by_distance
    if some_may and 2 * len(odd) <= len(all_of_them):
        return  # some moves change much, such as those of Othello
    if not subject.rules.objective.by_distance:
        yield Sentence(
            "the move {move} at {shown} costs the player who makes it more points ({change}) than "
            "if the other player were to move after it ({other}); {remedy}",
            move=subject.game.move_text(position, move),
            shown=subject.named(position),
            change=change,
            other=other,
            remedy=TURNS,
        )
        return
    yield Sentence(
        "the move {move} at {shown} changes more cells ({change}) than if the other player were "
        "to move after it ({other}); {remedy}",
        move=subject.game.move_text(position, move),
        shown=subject.named(position),
        change=change,
        other=other,
        remedy=TURNS if subject.rules.same_mover is not None else EXCHANGE,
    )


def moves_after_end(subject: Subject) -> Iterator[Sentence]:
    """Note an unfinished position that `worth` values as an end, unlike most others."""
    rules = subject.rules
    if not (rules.two_players and rules.objective.by_distance):
        return
    unfinished = [position for position in subject.near if subject.moves(position)]
    decided = [position for position in unfinished if rules.worth(position)]
    if decided and 2 * len(decided) < len(unfinished):
        yield Sentence(
            "worth is {worth} at {shown}, but `moves` is not empty there; if the game is over, it "
            "must yield nothing",
            worth=rules.worth(decided[0]),
            shown=subject.named(decided[0]),
        )


def turned_boards(subject: Subject) -> Iterator[Sentence]:
    """Note moves that seem to rotate the board: very many cells change."""
    game, rules = subject.game, subject.rules
    if not isinstance(game, SimpleGame) or game.author_move_text is not None:
        return
    mirrorings = game.board.symmetries()
    looked, odd = 0, []
    for position in dict.fromkeys(subject.walk):
        before = game.pieces(position, 0)
        for move in subject.moves(position)[:MOST_MOVES]:
            after = game.pieces(rules.play(position, move), rules.mover_after(0, position, move))
            plain = changes(before, after)
            looked += 1
            if any(changes(before, turned(after, each)) < plain for each in mirrorings):
                odd.append((plain, position, move))
    if 2 * len(odd) > looked:
        _, position, move = max(odd)
        yield Sentence(
            "a move reads {text} at {shown}: the board seems to be turned after a move; let play "
            "leave it as it is, or give OwnGame a move_text",
            text=game.move_text(position, move),
            shown=subject.named(position),
        )


def clashing_names(subject: Subject) -> Iterator[Sentence]:
    """Note a parameter of the game that has the name of one of an environment for agents."""
    for name in subject.game.chosen:
        if name in OWN_PARAMETERS:
            yield Sentence(
                "the parameter {name} has the name of one of the environments for agents: there it "
                "can be given in the name of the game only, such as {example}",
                name=name,
                example=f"{subject.game.name.family}:{name}={subject.game.chosen[name][0]}",
            )


def uncounted(subject: Subject) -> Iterator[Sentence]:
    """Note a large game without `distinct_moves`, which environments for agents need."""
    rules = subject.rules
    if rules.distinct_moves is not None or not isinstance(subject.game, SimpleGame):
        return
    if len(list(islice(subject.in_time(reached(rules)), MOST_VISITED + 1))) > MOST_VISITED:
        below = 1 + max(move for position in subject.near for move in subject.moves(position))
        yield Sentence(
            "the game has more than {most} positions, so the environments for agents need "
            "distinct_moves in its Rules, a number greater than every move (the greatest one met "
            "is {last})",
            most=MOST_VISITED,
            last=str(below - 1),
        )


def changes(before: Sequence[str], after: Sequence[str]) -> int:
    """Return the number of cells that differ."""
    return sum(old != new for old, new in zip(before, after, strict=True))


def example(subject: Subject) -> Iterator[Sentence]:
    """Return the record of one finished game, with its verdict; preferably one with a winner."""
    game, rules = subject.game, subject.rules
    plays = sorted(subject.plays, key=lambda passed: (rules.worth(passed[-1]) == 0, len(passed)))
    for passed in plays[:1]:
        mover, made = 0, []
        for position, after in pairwise(passed):
            move = next(one for one in rules.moves(position) if rules.play(position, one) == after)
            name = f"{game.players[mover]} " if rules.two_players else ""
            made.append(f"{name}{game.move_text(position, move)}")
            mover = rules.mover_after(mover, position, move)
        cut = ["…"] if len(made) > MOST_SHOWN else []
        yield Sentence(
            "for example, {moves} ends the game: {verdict}",
            moves=", ".join(made[:MOST_SHOWN] + cut) or subject.named(passed[0]),
            verdict=verdict(subject, passed[-1], mover),
        )


def verdict(subject: Subject, position: int, mover: int) -> Sentence:
    """Return the worth of an end in words; `mover` would be to move."""
    rules, players = subject.rules, subject.game.players
    worth = rules.worth(position)
    if rules.two_players:
        if not worth:
            return Sentence("it is a draw")
        winner = players[mover if worth > 0 else 1 - mover]
        return rules.objective.victory(winner, worth)
    if rules.objective.counts_moves:
        return Sentence("it is solved") if worth == 1 else Sentence("it is not solved")
    return rules.objective.outcome_of_end(worth).words

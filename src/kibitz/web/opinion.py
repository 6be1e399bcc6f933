"""What the kibitzer says of a match: the value, the moves, the graph and where it went wrong."""

from __future__ import annotations

from kibitz.play.outcome import change
from kibitz.play.pegs import why_not
from kibitz.solve.answer import code_before, value_of
from kibitz.web import shapes
from kibitz.web.judge import code_of
from kibitz.web.tables import time_for
from kibitz.web.views import judged_moves, level_of, tone_of, value_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.play.collection import Collection
    from kibitz.play.language import Language
    from kibitz.play.match import Match
    from kibitz.rules.contract import Rules
    from kibitz.solve.answer import Value
    from kibitz.web.judge import Judge

MOST_POINTS = 400
MOST_ENTRIES = 4_000_000  # of linear programs for a reason: about a second
RANK = {"good": 2, "even": 1, "bad": 0, "unknown": -1}


def opinion(match: Match, judge: Judge, games: Collection, language: Language) -> shapes.Opinion:
    """Judge a match: its position, its moves, and every move that was made."""
    game, rules = match.game, match.game.rules
    moves = judge.moves(match.position)
    positions = list(match.positions)[: MOST_POINTS + 1]
    values = judge.values(positions)
    value = judge.value(match.position)
    good = last_good(match, values)
    least = values[0].distance if values[0] is not None and rules.aim == "shortest" else None
    return shapes.Opinion(
        value=value_shape(rules, value, language),
        moves=judged_moves(game, match.position, match.mover, moves, language),
        graph=graph(match, values, language),
        last_good=good,
        doubtful=good is not None and None in values[good : match.ply],
        made=match.ply,
        least=least,
        reason=reason(match, value, language),
        command=None
        if value is not None
        else command(games.at_terminal(game.name), game.text(match.position)),
        table=time_for(game) if None in (value, *values, *(one.value for one in moves)) else "",
    )


def reason(match: Match, value: Value | None, language: Language) -> str:
    """Return why a puzzle of pegs cannot be solved any more, "" if no short reason is known."""
    rules = match.game.rules
    if rules.jumps is None or tone_of(rules, value) != "bad":
        return ""
    why = why_not(match.game, match.position, MOST_ENTRIES)
    return "" if why is None else str(language.tell(why))


def command(name: str, position: str) -> str:
    """Return what to run in a terminal where the page cannot know."""
    return f"kibitz solve {name} {position}"


def graph(match: Match, values: list[Value | None], language: Language) -> list[shapes.Point]:
    """Return a point for each ply, and which moves threw something away."""
    rules = match.game.rules
    sizes = [worst_of(value) for value in values]
    worst = max([1, *sizes])
    points = []
    for ply, value in enumerate(values):
        made = made_of(rules, values[ply + 1]) if ply + 1 < len(values) else None
        blunder = is_blunder(rules, value, made)
        points.append(
            shapes.Point(
                ply=ply,
                value=value_shape(rules, value, language),
                level=level_of(rules, value, match.mover_at(ply), worst),
                blunder=blunder,
                lost=str(language.tell(change(rules, value, made))) if blunder else "",
            )
        )
    return points


def worst_of(value: Value | None) -> int:
    """Return the number in a value that a graph must have room for."""
    if value is None:
        return 0
    return value.value if isinstance(value.value, int) else value.distance or 0


def made_of(rules: Rules, after: Value | None) -> Value | None:
    """Return what a move is worth to who made it, given the value of where it leads."""
    if after is None or rules.aim == "fewest":
        return after
    return value_of(rules.aim, code_before(rules.aim, code_of(after)))


def is_blunder(rules: Rules, before: Value | None, made: Value | None) -> bool:
    """Tell whether a move threw away what was in reach: an outcome, a score, or the shortest way.

    In a game of two only the outcome counts: a win that takes longer is still a win.
    """
    if before is None or made is None:
        return False
    if RANK[tone_of(rules, made)] < RANK[tone_of(rules, before)]:
        return True
    if isinstance(made.value, int) and isinstance(before.value, int):
        return made.value > before.value
    return rules.aim == "shortest" and made != before


def last_good(match: Match, values: list[Value | None]) -> int | None:
    """Return the last ply from which a puzzle could be solved; None if it still can, or never."""
    rules = match.game.rules
    if rules.aim == "win" or match.ply >= len(values):
        return None
    tones = [tone_of(rules, value) for value in values[: match.ply + 1]]
    if tones[-1] != "bad":
        return None
    return next((ply for ply in range(match.ply, -1, -1) if tones[ply] == "good"), None)

"""`kibitz solve`: the exact value of a position and of every move, and the best line."""

from __future__ import annotations

from kibitz.cli.options import (
    EFFORT,
    GAME,
    JSON,
    Argument,
    Command,
    effort_of,
    flag,
    position,
    position_in,
)
from kibitz.cli.output import Bar, json_text, notices, width_of
from kibitz.games.registry import game_named
from kibitz.language.errors import Sentence, phrase, plural
from kibitz.oracle.answer import Analysis, is_whole
from kibitz.oracle.oracle import Oracle
from kibitz.rules.game_name import GameName

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any

    from kibitz.language.languages import Language
    from kibitz.rules import PositionId
    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.objectives.outcomes import Outcome
    from kibitz.solve.structure import Why


COMMAND = Command(
    phrase("Print the exact value of a position and of every move, and an optimal line."),
    GAME,
    *position(phrase("the position, else the start")),
    JSON,
    Argument("--finish", phrase("pegs: the hole where the last peg should be"), "HOLE"),
    flag(
        "--fewest-moves",
        phrase("pegs: a solution in the fewest moves, a chain of jumps by one peg counted as one"),
    ),
    *EFFORT,
)


def main(chosen: Namespace) -> int:
    """Print the analysis of a position."""
    language = chosen.language
    effort = effort_of(chosen)
    game = game_named(with_finish(chosen.game, chosen.finish))
    if chosen.position == "-":
        from kibitz.system.whole_files import STANDARD_STREAM, read_file  # seldom needed

        chosen.position = read_file(STANDARD_STREAM)
    asked = position_in(chosen, game)
    position = game.rules.start if asked is None else asked
    with Bar(language) as bar:
        if chosen.fewest_moves:
            from kibitz.solve.engines import REPORTS, load

            moves = load(REPORTS["fewest moves"])(game, position, effort.watch(bar))
            print(in_fewest_moves(game, position, moves, None if chosen.json else language))
            return 0
        oracle = Oracle(game, effort=effort, progress=bar, notice=notices(language, bar))
        bar.about(game, position, oracle)
        try:
            oracle = oracle.within(effort.begun())  # including the reason and the Grundy value
            answer = oracle.answer(position)
        except KeyboardInterrupt:
            bar.close()
            outcome = None if bar.proved is None else bar.proved.outcome
            if outcome is not None:
                print_proved(game, position, outcome, None if chosen.json else language)
            raise
        why = oracle.why(position)
        grundy = oracle.grundy(position)
    if chosen.json:
        said = as_json(game, answer, why)
        print(json_text(said | {"grundy": grundy} if game.rules.impartial else said))
    else:
        print(in_lines(game, answer, why, language, grundy))
    return 0


def print_proved(
    game: BaseGame, position: PositionId, outcome: Outcome, language: Language | None
) -> None:
    """Print what is proved; as JSON without a language."""
    if language is None:
        print(json_text(as_json(game, Analysis(position, outcome, [], []), None)))
    else:
        said = Sentence("proved so far: {outcome}", outcome=outcome.words)
        print(language.tell(said))


def with_finish(name: str, finish: str | None) -> str:
    """Return the name of a game with a finish added to it."""
    return name if finish is None else GameName(name).adding(finish=finish)


def in_fewest_moves(
    game: BaseGame, position: PositionId, texts: list[str] | None, language: Language | None
) -> str:
    """Return a solution in the fewest moves, or that there is none; without a language, as JSON."""
    from kibitz.solve.structure import solver_of

    if language is None:
        said = {"game": game.name, "position": game.text(position), "solution": texts}
        return json_text(said | {"moves": None if texts is None else len(texts)})
    if texts is None:
        why = solver_of(game.rules).why_not(game, position, None)
        if why is None:
            return language.say("there is no solution")
        return language.say("there is no solution: {reason}", reason=why.words)
    heading = plural(
        "{count} move, and fewer are not enough:",
        "{count} moves, and fewer are not enough:",
        len(texts),
    )
    return f"{language.tell(heading)}\n  " + " ".join(texts)


def as_json(game: BaseGame, answer: Analysis, why: Why | None) -> dict[str, Any]:
    """Return an analysis as data for programs."""
    said: dict[str, Any] = {
        "game": game.name,
        "position": game.text(answer.position),
        **answer.outcome.as_json(),
        "moves": [
            {
                "move": game.move_text(answer.position, option.move),
                **option.outcome.as_json(),
                "position": game.text(option.to),
            }
            for option in answer.moves
        ],
        "line": [text for text, _ in game.line_of(answer.position, answer.line or ())],
        "whole_line": is_whole(game.rules, answer.position, answer.line or ()),
    }
    from kibitz.solve.structure import solver_of

    if solver_of(game.rules).has_sources:
        counted = game.what_counts(answer.outcome)
        if counted is not None:
            said["counted"] = str(counted)
        said["reason"] = None if why is None else str(why)
    if answer.outcome.reason is not None:
        said["reason"] = str(answer.outcome.reason)
    return said


def in_lines(
    game: BaseGame, answer: Analysis, why: Why | None, language: Language, grundy: int | None = None
) -> str:
    """Return an analysis as text."""
    tell = language.tell
    lines = [f"{game.name}  {game.text(answer.position)}", f"  {tell(answer.outcome.words)}"]
    counted = game.what_counts(answer.outcome)
    if counted is not None:
        lines.append(f"  {tell(counted)}")
    if grundy is not None:
        lines.append("  " + language.say("Grundy value {value}", value=grundy))
    if why is not None:
        lines.append(f"  {tell(why.words)}")
    if answer.outcome.tone == "unknown":
        from kibitz.play.wording import why_unknown

        lines.append(f"  {tell(why_unknown(answer.outcome, game, answer.position))}")
    if not answer.moves:
        return "\n".join([*lines, "  " + language.say("the game is over")])
    heading = plural("{count} move:", "{count} moves, best first:", len(answer.moves))
    lines.append(str(tell(heading)))
    outcomes = [str(tell(option.outcome.words)) for option in answer.moves]
    wide = width_of(outcomes, 16)
    lines += [
        f"  {outcome:<{wide}}{game.move_text(answer.position, option.move)}"
        for outcome, option in zip(outcomes, answer.moves, strict=True)
    ]
    line = list(game.line_of(answer.position, answer.line or ()))
    if line:
        goes_on = not game.rules.is_over(line[-1][1])
        if is_whole(game.rules, answer.position, answer.line or ()):
            lines.append(language.say("best line:"))
        else:
            lines.append(language.say("best line, as far as it is known:"))
        lines.append("  " + " ".join(text for text, _ in line) + (" …" if goes_on else ""))
    return "\n".join(lines)

"""What a dialogue does for each command of `play/session.py`, by its name.

Each takes the rest of its line as an argument.
"""

from __future__ import annotations

import os
from itertools import groupby

from kibitz.games.game_facts import AIM, rules_text
from kibitz.games.registry import game_by_stranger
from kibitz.language.errors import KibitzError, phrase, quoted
from kibitz.play.match_record import match_from, text_of
from kibitz.play.session import COMMANDS
from kibitz.play.wording import best_so_far
from kibitz.system.whole_files import read_file, write_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.cli.dialogue import Dialogue


def do_hint(talk: Dialogue, rest: str) -> None:
    """Print a best move or the best found so far, or that a puzzle can no longer be solved."""
    match, session = talk.match, talk.session
    with talk.thinking():
        outcome = session.outcome
        unsolvable = not match.for_two and outcome.tone == "bad"
        repeats = match.repeats
        advice = None if unsolvable else session.oracle.advice(match.position, repeating=repeats)
    if unsolvable:
        say_unsolvable(talk)
        return
    if advice is None:
        write_unknown(talk)
        return
    move = match.game.move_text(match.position, advice.move)
    if advice.proved or advice.outcome is None:
        talk.screen.write(move)
    else:
        talk.tell(best_so_far(move, advice.outcome))
        talk.explain(outcome)


def do_moves(talk: Dialogue, rest: str) -> None:
    """Print all moves, one line for each outcome."""
    talk.session.oracle = talk.oracle  # this may take longer than a reply
    game, position = talk.match.game, talk.match.position
    with talk.thinking():
        judged = talk.session.moves()
    for _, group in groupby(judged, key=lambda option: str(option.outcome.words)):
        options = list(group)
        texts = " ".join(game.move_text(position, option.move) for option in options)
        talk.write_under(options[0].outcome.words, texts)
    talk.explain(judged[-1].outcome)


def do_solve(talk: Dialogue, rest: str) -> None:
    """Print the best line; in a puzzle, play it."""
    talk.session.oracle = talk.oracle
    with talk.thinking():
        outcome = talk.session.outcome
        line = None if outcome.value == "unsolvable" else talk.session.line()
    if outcome.value == "unsolvable":
        say_unsolvable(talk)
        return
    if line is None:
        write_unknown(talk)
        return
    texts, ends = line
    talk.write_under(outcome.words, " ".join(texts) + ("" if ends else " …"))
    talk.explain(outcome)
    if not talk.match.for_two:
        talk.session.play_best_line()
        talk.show()
        talk.go_on()


def say_unsolvable(talk: Dialogue) -> None:
    """Print how many moves to take back to a solvable position, and the best end."""
    ply = talk.session.last_good()
    if ply is None:
        talk.write(phrase("This cannot be solved."))
    else:
        talk.write(
            phrase("This cannot be solved any more. Type: undo {count}"),
            count=talk.match.ply - ply,
        )


def do_undo(talk: Dialogue, rest: str) -> None:
    """Take back moves until it is a person's turn, the given number of times."""
    talk.session.undo_turn(count(rest))
    talk.show()


def do_redo(talk: Dialogue, rest: str) -> None:
    """Redo moves until it is a person's turn, the given number of times."""
    talk.session.redo_turn(count(rest))
    talk.show()
    talk.go_on()


def count(rest: str) -> int:
    """Return the repeat count of a command, 1 by default."""
    if not rest:
        return 1
    if not (rest.isascii() and rest.isdigit() and 0 < len(rest) < 6):
        raise KibitzError("not a number of moves: {word}", word=quoted(rest))
    return int(rest)


def do_board(talk: Dialogue, rest: str) -> None:
    """Show the board."""
    talk.show()


def do_rules(talk: Dialogue, rest: str) -> None:
    """Print the aim, the rules and the notation of moves."""
    for heading, words in rules_text(talk.match.game, talk.language):
        talk.write_under(heading, words)


def do_new(talk: Dialogue, rest: str) -> None:
    """Go back to the start; the moves can be redone."""
    talk.match.jump(0)
    talk.show()
    talk.go_on()


def do_save(talk: Dialogue, rest: str) -> None:
    """Save the match to a file, which must not contain anything else."""
    if not rest:
        raise KibitzError("write the name of a file after save")
    if os.path.isfile(rest) and os.path.getsize(rest):
        try:
            match_from(
                read_file(rest), lambda name: game_by_stranger(name, trusted=talk.match.game.name)
            )
        except KibitzError:
            raise KibitzError(
                "{name} contains something other than a match; choose another name", name=rest
            ) from None
    text = text_of(talk.match)
    write_file(rest, text)
    talk.saved = text
    talk.write(phrase("Saved in {name}."), name=rest)


def do_help(talk: Dialogue, rest: str) -> None:
    """List the commands, after the aim of the game."""
    aim = talk.match.game.about().aim
    if aim is not None:
        talk.write_under(talk.language.say(AIM), str(talk.language.tell(aim)))
    talk.write(phrase("Commands:"))
    for word, (argument, _, meaning) in COMMANDS.items():
        say = talk.language.say
        name = f"{say(word)} {say(argument)}" if argument else say(word)
        talk.write_under(name, say(meaning))


def write_unknown(talk: Dialogue) -> None:
    """Print that the outcome is unknown, and why."""
    outcome = talk.session.outcome
    talk.tell(outcome.words)
    talk.explained_unknown = False
    talk.explain(outcome)

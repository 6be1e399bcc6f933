"""Commands of a dialogue; each takes the rest of its line as an argument."""

from __future__ import annotations

import os
from itertools import groupby

from kibitz.games.game_facts import AIM, rules_text
from kibitz.games.registry import game_by_stranger
from kibitz.language.errors import KibitzError, phrase, quoted
from kibitz.play.match_record import match_from, text_of
from kibitz.play.wording import best_so_far
from kibitz.system.whole_files import read_file, write_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.cli.dialogue import Dialogue
    from kibitz.language.languages import Language


def hint(talk: Dialogue, rest: str) -> None:
    """Print a best move or the best found so far, or that a puzzle can no longer be solved."""
    refuse_at_end(talk)
    position = talk.match.position
    with talk.thinking():
        outcome = talk.session.outcome
        unsolvable = not talk.match.for_two and outcome.tone == "bad"
        advice = (
            None
            if unsolvable
            else talk.session.oracle.advice(position, repeating=talk.match.repeats)
        )
    if unsolvable:
        say_unsolvable(talk)
        return
    if advice is None:
        write_unknown(talk)
        return
    move = talk.match.game.move_text(position, advice.move)
    if advice.proved or advice.outcome is None:
        talk.screen.write(move)
    else:
        talk.screen.write(str(talk.language.tell(best_so_far(move, advice.outcome))))
        talk.explain(outcome)


def moves(talk: Dialogue, rest: str) -> None:
    """Print all moves, one line for each outcome."""
    refuse_at_end(talk)
    talk.session.oracle = talk.oracle  # this may take longer than a reply
    game, position = talk.match.game, talk.match.position
    with talk.thinking():
        judged = talk.session.moves()
    for _, group in groupby(judged, key=lambda option: str(option.outcome.words)):
        options = list(group)
        texts = " ".join(game.move_text(position, option.move) for option in options)
        talk.write_under(options[0].outcome.words, texts)
    talk.explain(judged[-1].outcome)


def solve(talk: Dialogue, rest: str) -> None:
    """Print the best line; in a puzzle, play it."""
    refuse_at_end(talk)
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


def undo(talk: Dialogue, rest: str) -> None:
    """Take back moves until it is a person's turn, the given number of times."""
    talk.session.undo_turn(count(rest))
    talk.show()


def redo(talk: Dialogue, rest: str) -> None:
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


def board(talk: Dialogue, rest: str) -> None:
    """Show the board."""
    talk.show()


def rules(talk: Dialogue, rest: str) -> None:
    """Print the aim, the rules and the notation of moves."""
    for heading, words in rules_text(talk.match.game, talk.language):
        talk.write_under(heading, words)


def new(talk: Dialogue, rest: str) -> None:
    """Go back to the start; the moves can be redone."""
    talk.match.jump(0)
    talk.show()
    talk.go_on()


def save(talk: Dialogue, rest: str) -> None:
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


def help_(talk: Dialogue, rest: str) -> None:
    """List the commands, after the aim of the game."""
    aim = talk.match.game.about().aim
    if aim is not None:
        talk.write_under(talk.language.say(AIM), str(talk.language.tell(aim)))
    talk.write(phrase("Commands:"))
    for word, (_, behind, meaning) in COMMANDS.items():
        say = talk.language.say
        name = f"{say(word)} {say(behind)}" if behind else say(word)
        talk.write_under(name, say(meaning))


def leave(talk: Dialogue, rest: str) -> None:
    """End the dialogue."""
    talk.left = True


def refuse_at_end(talk: Dialogue) -> None:
    """Raise an error if no move is left."""
    if talk.match.over:
        raise KibitzError("the game is over")


def write_unknown(talk: Dialogue) -> None:
    """Print that the outcome is unknown, and why."""
    outcome = talk.session.outcome
    talk.screen.write(str(talk.language.tell(outcome.words)))
    talk.explained_unknown = False
    talk.explain(outcome)


# Each command, its argument, and its help. Leaving needs no confirmation.
QUIT = phrase("quit")
COMMANDS = {
    phrase("hint"): (hint, "", phrase("one good move")),
    phrase("moves"): (moves, "", phrase("all moves, best first, with their outcomes")),
    phrase("solve"): (solve, "", phrase("the best line; a puzzle is played to its end")),
    phrase("undo"): (undo, phrase("[N]"), phrase("undo your last move, or N moves")),
    phrase("redo"): (redo, phrase("[N]"), phrase("redo the last move, or N moves")),
    phrase("board"): (board, "", phrase("show the board again")),
    phrase("rules"): (rules, "", phrase("the aim, the rules and how to write a move")),
    phrase("new"): (new, "", phrase("start again")),
    phrase("save"): (save, phrase("FILE"), phrase("save the match in a file")),
    phrase("help"): (help_, "", phrase("this list")),
    QUIT: (leave, "", phrase("leave the game")),
}

# Undocumented synonyms.
ALIASES = {"?": "help", "exit": "quit", "q": "quit", "back": "undo"}


def words(language: Language) -> dict[str, str]:
    """Return every accepted word, in lower case, with its command."""
    said = {language.say(word).lower(): word for word in COMMANDS}
    return said | {word: word for word in COMMANDS} | ALIASES

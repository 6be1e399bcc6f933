"""The commands of a dialogue. Each takes what is written behind its word."""

from __future__ import annotations

import os
from itertools import groupby

from kibitz.play.files import read_file, write_file
from kibitz.play.match import HUMAN
from kibitz.play.naming import game as game_named
from kibitz.play.outcome import UNKNOWN, in_words
from kibitz.play.record import match_from, text_of
from kibitz.rules.errors import KibitzError, phrase, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.cli.dialogue import Dialogue


def hint(talk: Dialogue, rest: str) -> None:
    """Tell one good move."""
    refuse_at_end(talk)
    move = talk.knowledge.hint(talk.match.position)
    if move is None:
        tell_unknown(talk)
    else:
        talk.screen.tell(talk.match.game.move_text(talk.match.position, move))


def moves(talk: Dialogue, rest: str) -> None:
    """Tell all moves, one line for each value."""
    refuse_at_end(talk)
    game, position = talk.match.game, talk.match.position
    judged = talk.knowledge.moves(position)
    for value, group in groupby(judged, key=lambda move: move.value):
        texts = " ".join(game.move_text(position, move.move) for move in group)
        words = talk.language.tell(in_words(game.rules, value))
        talk.screen.tell_hanging(f"{words}: ", texts)
    if judged[-1].value is None:
        talk.say_why_unknown()


def solve(talk: Dialogue, rest: str) -> None:
    """Tell the best line; in a puzzle, play it."""
    refuse_at_end(talk)
    match = talk.match
    line = talk.knowledge.line(match.position)
    if line is None:
        tell_unknown(talk)
        return
    value = in_words(match.game.rules, talk.knowledge.value(match.position))
    if not match.for_two and match.game.rules.aim == "shortest" and value.sentence == "unsolvable":
        say_last_solvable(talk)
        return
    ply = match.ply
    for move in line:
        match.play(move)
    texts = " ".join(match.move_text(at) for at in range(ply, match.ply))
    goes_on = "" if match.over else " …"
    if match.for_two:
        match.jump(ply)
    talk.screen.tell_hanging(f"{talk.language.tell(value)}: ", texts + goes_on)
    if not match.for_two:
        talk.show()
        talk.go_on()


def say_last_solvable(talk: Dialogue) -> None:
    """Say how far to go back to where a puzzle could still be solved."""
    for ply in range(talk.match.ply - 1, -1, -1):
        code = talk.knowledge.code(talk.match.positions[ply])
        if code:
            talk.tell(
                phrase("This cannot be solved any more. Type: undo {count}"),
                count=talk.match.ply - ply,
            )
            return
    talk.tell(phrase("This cannot be solved."))


def undo(talk: Dialogue, rest: str) -> None:
    """Take back moves until it is a person's turn, as often as is asked for."""
    for _ in range(count(rest)):
        ply = turn_before(talk)
        if ply is None:
            raise KibitzError("there is nothing to take back")
        talk.match.jump(ply)
    talk.show()


def redo(talk: Dialogue, rest: str) -> None:
    """Make moves again until it is a person's turn, as often as is asked for."""
    for _ in range(count(rest)):
        if talk.match.ply == len(talk.match.moves):
            raise KibitzError("there is nothing to make again")
        talk.match.redo()
        while talk.match.player != HUMAN and talk.match.ply < len(talk.match.moves):
            talk.match.redo()
    talk.show()
    talk.go_on()


def turn_before(talk: Dialogue) -> int | None:
    """Return the last ply before this one at which a person was to move."""
    for ply in range(talk.match.ply - 1, -1, -1):
        if talk.match.players[talk.match.mover_at(ply)] == HUMAN:
            return ply
    return None


def count(rest: str) -> int:
    """Return how often a command is to be done: once, unless a number says otherwise."""
    if not rest:
        return 1
    if not (rest.isascii() and rest.isdigit() and 0 < len(rest) < 6):
        raise KibitzError("{word} is no number of moves", word=quoted(rest))
    return int(rest)


def board(talk: Dialogue, rest: str) -> None:
    """Show the board."""
    talk.show()


def new(talk: Dialogue, rest: str) -> None:
    """Go back to the start; redo still brings the moves back."""
    talk.match.jump(0)
    talk.show()
    talk.go_on()


def save(talk: Dialogue, rest: str) -> None:
    """Keep the match in a file, which must not hold anything else."""
    if not rest:
        raise KibitzError("write the name of a file behind save")
    if os.path.isfile(rest) and os.path.getsize(rest):
        try:
            match_from(read_file(rest), game_named)
        except KibitzError:
            raise KibitzError(
                "{name} holds something that is no match; choose another name", name=rest
            ) from None
    text = text_of(talk.match)
    write_file(rest, text)
    talk.saved = text
    talk.tell(phrase("Saved in {name}."), name=rest)


def help_(talk: Dialogue, rest: str) -> None:
    """List the commands."""
    talk.tell(phrase("Commands:"))
    for word, (_, behind, meaning) in COMMANDS.items():
        say = talk.language.say
        name = f"{say(word)} {say(behind)}" if behind else say(word)
        talk.screen.tell_hanging(f"{name}: ", say(meaning))


def leave(talk: Dialogue, rest: str) -> None:
    """End the dialogue."""
    talk.left = True


def refuse_at_end(talk: Dialogue) -> None:
    """Raise an error if no move is left."""
    if talk.match.over:
        raise KibitzError("the game is over")


def tell_unknown(talk: Dialogue) -> None:
    """Say that the outcome is unknown, and why."""
    talk.screen.tell(str(talk.language.tell(UNKNOWN)))
    talk.say_why_unknown()


# Each command, what is written behind it, and what it does. Who leaves is asked nothing more.
QUIT = phrase("quit")
COMMANDS = {
    phrase("hint"): (hint, "", phrase("one good move")),
    phrase("moves"): (moves, "", phrase("all moves, best first, with their outcomes")),
    phrase("solve"): (solve, "", phrase("the best line; a puzzle is played to its end")),
    phrase("undo"): (undo, phrase("[N]"), phrase("take back your last move, or N of them")),
    phrase("redo"): (redo, phrase("[N]"), phrase("make it again, or N of them")),
    phrase("board"): (board, "", phrase("show the board again")),
    phrase("new"): (new, "", phrase("begin again")),
    phrase("save"): (save, phrase("FILE"), phrase("keep the match in a file")),
    phrase("help"): (help_, "", phrase("this list")),
    QUIT: (leave, "", phrase("leave")),
}

# Words that people type without being told.
ALIASES = {"?": "help", "exit": "quit", "q": "quit", "back": "undo"}

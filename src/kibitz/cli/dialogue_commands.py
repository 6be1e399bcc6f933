"""Commands of a dialogue; each takes the rest of its line as an argument."""

from __future__ import annotations

import os
from itertools import groupby

from kibitz.catalogue.game_facts import AIM, rules_text
from kibitz.catalogue.naming import game_by_stranger
from kibitz.language.errors import KibitzError, phrase, quoted
from kibitz.match.match_record import match_from, text_of
from kibitz.system.whole_files import read_file, write_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.cli.dialogue import Dialogue
    from kibitz.language.languages import Language


def hint(talk: Dialogue, rest: str) -> None:
    """Tell one good move; of a puzzle that cannot be solved any more, say so."""
    refuse_at_end(talk)
    outcome = talk.session.outcome
    if not talk.match.for_two and outcome.tone == "bad":
        say_unsolvable(talk)
        return
    move = talk.session.hint()
    if move is None:
        tell_unknown(talk)
    else:
        talk.screen.tell(move)


def moves(talk: Dialogue, rest: str) -> None:
    """Tell all moves, one line for each outcome."""
    refuse_at_end(talk)
    game, position = talk.match.game, talk.match.position
    judged = talk.session.moves()
    for _, group in groupby(judged, key=lambda option: str(option.outcome.words)):
        options = list(group)
        texts = " ".join(game.move_text(position, option.move) for option in options)
        talk.tell_under(options[0].outcome.words, texts)
    talk.explain(judged[-1].outcome)


def solve(talk: Dialogue, rest: str) -> None:
    """Tell the best line; in a puzzle, play it."""
    refuse_at_end(talk)
    outcome = talk.session.outcome
    if outcome.value == "unsolvable":
        say_unsolvable(talk)
        return
    line = talk.session.line()
    if line is None:
        tell_unknown(talk)
        return
    texts, ends = line
    talk.tell_under(outcome.words, " ".join(texts) + ("" if ends else " …"))
    if not talk.match.for_two:
        talk.session.play_best_line()
        talk.show()
        talk.go_on()


def say_unsolvable(talk: Dialogue) -> None:
    """Say how far to go back to where a puzzle could still be solved, and its best end."""
    ply = talk.session.last_good()
    if ply is None:
        talk.tell(phrase("This cannot be solved."))
    else:
        talk.tell(
            phrase("This cannot be solved any more. Type: undo {count}"),
            count=talk.match.ply - ply,
        )


def undo(talk: Dialogue, rest: str) -> None:
    """Take back moves until it is a person's turn, as often as is asked for."""
    talk.session.undo_turn(count(rest))
    talk.show()


def redo(talk: Dialogue, rest: str) -> None:
    """Make moves again until it is a person's turn, as often as is asked for."""
    talk.session.redo_turn(count(rest))
    talk.show()
    talk.go_on()


def count(rest: str) -> int:
    """Return how often a command is to be done: once, unless a number says otherwise."""
    if not rest:
        return 1
    if not (rest.isascii() and rest.isdigit() and 0 < len(rest) < 6):
        raise KibitzError("not a number of moves: {word}", word=quoted(rest))
    return int(rest)


def board(talk: Dialogue, rest: str) -> None:
    """Show the board."""
    talk.show()


def rules(talk: Dialogue, rest: str) -> None:
    """Tell the aim, the rules and how a move is written."""
    for heading, words in rules_text(talk.match.game, talk.language):
        talk.tell_under(heading, words)


def new(talk: Dialogue, rest: str) -> None:
    """Go back to the start; redo still brings the moves back."""
    talk.match.jump(0)
    talk.show()
    talk.go_on()


def save(talk: Dialogue, rest: str) -> None:
    """Keep the match in a file, which must not hold anything else."""
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
    talk.tell(phrase("Saved in {name}."), name=rest)


def help_(talk: Dialogue, rest: str) -> None:
    """List the commands, after the aim of the game."""
    talk.tell_under(talk.language.say(AIM), str(talk.language.tell(talk.match.game.about().aim)))
    talk.tell(phrase("Commands:"))
    for word, (_, behind, meaning) in COMMANDS.items():
        say = talk.language.say
        name = f"{say(word)} {say(behind)}" if behind else say(word)
        talk.tell_under(name, say(meaning))


def leave(talk: Dialogue, rest: str) -> None:
    """End the dialogue."""
    talk.left = True


def refuse_at_end(talk: Dialogue) -> None:
    """Raise an error if no move is left."""
    if talk.match.over:
        raise KibitzError("the game is over")


def tell_unknown(talk: Dialogue) -> None:
    """Say that the outcome is unknown, and why."""
    outcome = talk.session.outcome
    talk.screen.tell(str(talk.language.tell(outcome.words)))
    talk.told_unknown = False
    talk.explain(outcome)


# Each command, what is written behind it, and what it does. Who leaves is asked nothing more.
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

# Words that people type without being told.
ALIASES = {"?": "help", "exit": "quit", "q": "quit", "back": "undo"}


def words(language: Language) -> dict[str, str]:
    """Return every word, in lower case, that is taken for a command, and the command."""
    said = {language.say(word).lower(): word for word in COMMANDS}
    return said | {word: word for word in COMMANDS} | ALIASES

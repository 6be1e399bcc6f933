"""Puzzles from any game: a position in which one move keeps the outcome and all others spoil it.

They are picked from the positions of a table, or, where no table lists them, from positions that
random moves lead to. How hard one is follows from exact figures: how long the best line is, and how
many of the wrong moves are not punished at once.
"""

from __future__ import annotations

import random

from kibitz.play.wording import change
from kibitz.rules.errors import KibitzError, Sentence, phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date
    from typing import Any

    from kibitz.play.oracle import Oracle
    from kibitz.solve.answer import Option
    from kibitz.solve.outcome import Outcome

# The most points (depth and tempting moves) of a puzzle of each difficulty.
EASY, MEDIUM, HARD = phrase("easy"), phrase("medium"), phrase("hard")
DIFFICULTIES = (EASY, MEDIUM, HARD)
MOST_POINTS = {EASY: 4, MEDIUM: 9}
OF_THE_WEEK = (EASY, EASY, MEDIUM, MEDIUM, MEDIUM, HARD, HARD)  # from Monday to Sunday
MOST_TRIED = 2_000  # positions, for one puzzle
LONGEST_WALK = 200  # moves


class NoPuzzle(KibitzError):
    """There is no puzzle of the kind that was asked for."""


class Puzzle:
    """A position of a game in which just one move keeps the outcome.

    `answer` is that move, `wrong` are the others. `depth` is how many moves the best line has; in a
    drawn position, how long the best wrong move holds out. `tempting` counts the wrong moves that
    are not punished at once.
    """

    __slots__ = ("answer", "depth", "oracle", "outcome", "position", "tempting", "wrong")

    def __init__(self, oracle: Oracle, position: int, options: list[Option]) -> None:
        self.oracle = oracle
        self.position = position
        self.outcome = oracle.outcome(position)
        self.answer, *self.wrong = options
        self.depth = _depth(oracle, position, self.outcome, self.wrong)
        self.tempting = sum(not _is_punished_at_once(oracle, option) for option in self.wrong)

    def __repr__(self) -> str:
        game = self.oracle.game
        return f"<{self.difficulty} puzzle of {game.name}: {game.text(self.position)}>"

    @property
    def difficulty(self) -> str:
        """How hard it is: `easy`, `medium` or `hard`."""
        points = self.depth + self.tempting
        return next((name for name, most in MOST_POINTS.items() if points <= most), HARD)

    @property
    def question(self) -> Sentence:
        """What is to be found."""
        return Sentence(
            "Find the only move that keeps this outcome: {outcome}.", outcome=self.outcome.words
        )

    def option(self, move: int) -> Option:
        """Return a legal move with its outcome."""
        return next(one for one in (self.answer, *self.wrong) if one.move == move)

    def verdict(self, move: int) -> Sentence:
        """Return what a move does to the outcome, and for a wrong one, what refutes it."""
        option = self.option(move)
        if option is self.answer:
            return Sentence("Right: {comment}.", comment=change(self.outcome, option.outcome))
        comment = change(self.outcome, option.outcome)
        line = self.line_after(option)
        if not line:
            return Sentence("Wrong: {comment}.", comment=comment)
        return Sentence(
            "Wrong: {comment}. It goes on: {line}", comment=comment, line=" ".join(line)
        )

    def line_after(self, option: Option) -> list[str]:
        """Return the best line after one of the moves, as its players write it.

        There is none after a move that leaves no solution: then every line is as good.
        """
        if option.outcome.value == "unsolvable":
            return []
        game = self.oracle.game
        here, texts = option.to, []
        for move in self.oracle.line(here) or ():
            texts.append(game.move_text(here, move))
            here = game.rules.play(here, move)
        return texts

    def as_json(self) -> dict[str, Any]:
        """Return the puzzle for programs, its answer and every refutation included."""
        game = self.oracle.game

        def told(option: Option) -> dict[str, Any]:
            return {
                "move": game.move_text(self.position, option.move),
                **option.outcome.as_json(),
                "line": self.line_after(option),
            }

        return {
            "game": game.name,
            "position": game.text(self.position),
            **self.outcome.as_json(),
            "difficulty": self.difficulty,
            "depth": self.depth,
            "tempting": self.tempting,
            "answer": told(self.answer),
            "wrong": [told(option) for option in self.wrong],
        }


def puzzle_at(oracle: Oracle, position: int) -> Puzzle | None:
    """Return the puzzle that a position is; None if it is none.

    It is none if it is lost or unknown, if another number of moves than one keeps the outcome, or
    if the only good move ends the game at once.
    """
    outcome = oracle.outcome(position)
    if not outcome.known or outcome.tone == "bad" or outcome.distance in (0, 1):
        return None
    options = oracle.moves(position)
    if len(options) < 2 or not all(option.outcome.known for option in options):
        return None
    two_players = oracle.rules.two_players
    if not keeps(options[0].outcome, outcome, two_players=two_players):
        return None
    if keeps(options[1].outcome, outcome, two_players=two_players):
        return None
    return Puzzle(oracle, position, options)


def keeps(made: Outcome, outcome: Outcome, *, two_players: bool) -> bool:
    """Tell whether a move keeps the outcome; a player alone must keep the shortest way as well."""
    return made.result == outcome.result if two_players else made == outcome


def find_puzzle(oracle: Oracle, difficulty: str | None = None, seed: str = "") -> Puzzle:
    """Return a puzzle of a game; the same seed gives the same one."""
    if difficulty not in (None, *DIFFICULTIES):
        raise KibitzError("there is no difficulty {name}", name=difficulty)
    chance = random.Random(f"{oracle.game.name} {difficulty} {seed}")
    for position in _candidates(oracle, chance):
        found = puzzle_at(oracle, position)
        if found is not None and difficulty in (None, found.difficulty):
            return found
    if difficulty is None:
        raise NoPuzzle("no puzzle was found in {name}", name=oracle.game.name)
    raise NoPuzzle(
        "no puzzle of this difficulty was found in {name}: {difficulty}",
        name=oracle.game.name,
        difficulty=Sentence(difficulty),
    )


def puzzle_of_day(oracle: Oracle, day: date) -> Puzzle:
    """Return the puzzle of a day, the same for everyone: harder towards Sunday, where it can be."""
    seed = day.isoformat()
    try:
        return find_puzzle(oracle, OF_THE_WEEK[day.weekday()], seed)
    except NoPuzzle:
        return find_puzzle(oracle, None, seed)


def _candidates(oracle: Oracle, chance: random.Random) -> Iterator[int]:
    """Yield positions to look at, not without end."""
    table = oracle.table
    listed = table is not None and table.lists_positions
    for _ in range(MOST_TRIED):
        if table is not None and listed:
            yield table.position_at(chance.randrange(len(table)))
        else:
            yield _walked_to(oracle, chance)


def _walked_to(oracle: Oracle, chance: random.Random) -> int:
    """Return a position that random moves lead to; a player alone makes only the best ones."""
    rules = oracle.rules
    passed = [rules.start]
    for _ in range(LONGEST_WALK):
        moves = list(rules.moves(passed[-1])) if rules.two_players else oracle.best(passed[-1])
        if not moves:
            break
        passed.append(rules.play(passed[-1], chance.choice(moves)))
    return chance.choice(passed)


def _depth(oracle: Oracle, position: int, outcome: Outcome, wrong: list[Option]) -> int:
    if outcome.distance is not None:
        return outcome.distance
    held = [option.outcome.distance for option in wrong if option.outcome.distance is not None]
    return max(held) if held else len(oracle.line(position) or ())


def _is_punished_at_once(oracle: Oracle, option: Option) -> bool:
    """Tell whether a wrong move ends the game, or lets the other player win with the next move."""
    if oracle.rules.is_over(option.to):
        return True
    outcome = option.outcome
    return outcome.tone == "bad" and outcome.distance is not None and outcome.distance <= 2

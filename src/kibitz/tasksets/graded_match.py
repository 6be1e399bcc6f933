"""Match of a language model against an opponent, in which every move of the model is graded."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from kibitz.language.errors import KibitzError, listed, quoted, whole
from kibitz.play.match_history import HUMAN, MatchState
from kibitz.play.opponents import OPPONENTS, PERFECT
from kibitz.play.session import Session
from kibitz.tasksets.reply import answer_in, move_in
from kibitz.tasksets.task_grades import Grade
from kibitz.tasksets.task_kinds import Asked, NothingToAsk
from kibitz.tasksets.task_positions import solved_positions
from kibitz.tasksets.task_prompt import ANSWER, drawing, rules_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from os import PathLike
    from typing import Any

    from kibitz.rules import PositionId
    from kibitz.rules.base_game import BaseGame

MOST_MOVES = 40  # of the model in a match
RETRIES = 1  # illegal replies that a match forgives
SAMPLED = 32  # random matches that estimate the reward of random play


class GradedMatch:
    """A match against an opponent, or a puzzle that is played to its end.

    `opponent` is `perfect`, `hard`, `easy` or `random`, and `first` is whether the model makes the
    first move. `opening` moves are made at random before that. The match ends with the game, after
    `most_moves` of the model, or when more than `retries` replies were illegal. The same seed makes
    the same opening and the same opponent. The outcomes of all positions are needed, so the game
    must have a table, or be small enough to be solved.

    Examples:
        >>> from kibitz.tasksets.graded_match import GradedMatch
        >>> match = GradedMatch("noughts", seed=1)
        >>> match.play("Answer: b2"), match.is_over
        (<1>, False)
    """

    def __init__(
        self,
        game: BaseGame | str | PathLike[str],
        opponent: str = PERFECT,
        seed: int = 0,
        *,
        first: bool = True,
        opening: int = 0,
        most_moves: int = MOST_MOVES,
        retries: int = RETRIES,
    ) -> None:
        if opponent not in OPPONENTS:
            raise KibitzError(
                "there is no opponent {name}; the opponents are {known}",
                name=quoted(str(opponent)),
                known=listed(OPPONENTS),
            )
        positions = solved_positions(game)
        self.game = positions.game
        self.oracle = positions.oracle
        self.most_moves = whole("most_moves", most_moves, 1)
        self.retries = whole("retries", retries, 0)
        self.grades: list[Grade] = []
        self.illegal = 0
        self.note = ""  # what happened since the model was asked last
        seats = () if not self.game.rules.two_players else (HUMAN, opponent)
        rng = Random(f"{positions.fingerprint} {seed}")
        self._begin(seats if first else seats[::-1], whole("opening", opening, 0), rng)

    def _begin(self, seats: tuple[str, ...], opening: int, rng: Random) -> None:
        """Make the opening moves, or as many as leave the model a move to make."""
        for plies in range(opening, -1, -1):
            start, rules = self.game.rules.start, self.game.rules
            for _ in range(plies):
                if not rules.is_over(start):
                    start = rules.play(start, rng.choice(list(rules.moves(start))))
            if rules.is_over(start):
                continue
            state = MatchState(self.game, start, seats)
            self._session = Session(state, self.oracle, rng.getrandbits(32))
            self._reply()
            if not state.over:
                return
        raise NothingToAsk("{name} is over before the first move", name=self.game.name)

    @property
    def instructions(self) -> str:
        """The rules, the notation and the form of a reply."""
        return f"{rules_text(self.game)}\n\nYou play a whole game, a move at a time. {ANSWER}"

    @property
    def prompt(self) -> str:
        """What happened, the position, and the question for a move."""
        state = self._session.match
        board = drawing(self.game, state.position, state.mover)
        parts = [self.note, f"The position:\n{board}", "What is your move?"]
        return "\n\n".join(part for part in parts if part)

    @property
    def position(self) -> PositionId:
        """The position on the board."""
        return self._session.match.position

    @property
    def line(self) -> str:
        """The moves of both sides so far, after the opening."""
        state = self._session.match
        return " ".join(state.move_text(ply) for ply in range(state.ply))

    @property
    def is_over(self) -> bool:
        """Whether the model has no more moves to make."""
        return self._session.match.over or self.is_forfeit or len(self.grades) >= self.most_moves

    @property
    def is_forfeit(self) -> bool:
        """Whether more replies were illegal than the match forgives."""
        return self.illegal > self.retries

    def play(self, reply: object) -> Grade:
        """Make the move of a reply, let the opponent answer, and return the grade of the move.

        A reply without a legal move is counted and changes nothing else.
        """
        position = self.position
        try:
            move = move_in(self.game, position, answer_in(reply))
        except KibitzError as error:
            self.illegal += 1
            self.note = f"This cannot be played: {error}."
            return Grade(legal=False, why=str(error))
        grade = Asked(self.oracle, position).grades[move]
        self.grades.append(grade)
        self._session.play(move)
        self._reply()
        return grade

    def _reply(self) -> None:
        """Let the opponent move until it is the turn of the model, or the end."""
        state, made = self._session.match, []
        while self._session.reply():
            made.append(state.move_text(state.ply - 1))
        self.note = f"The other player has moved: {' '.join(made)}." if made else ""

    def replay(self, replies: Iterable[object]) -> GradedMatch:
        """Make the moves of replies one after the other, until the match is over; return it."""
        for reply in replies:
            if self.is_over:
                break
            self.play(reply)
        return self

    @property
    def reward(self) -> float:
        """The mean reward of the moves, 1 if all of them were best; 0 for a match forfeited."""
        if self.is_forfeit or not self.grades:
            return 0.0
        return sum(grade.reward for grade in self.grades) / len(self.grades)

    @property
    def figures(self) -> dict[str, float]:
        """Regret and delay of the whole match, its moves, and whether it kept the result.

        Best play of both sides need not end in a drawn game; then `finished` is 0 and `kept` is 1.
        """
        regret = sum(grade.regret or 0.0 for grade in self.grades)
        return {
            "regret": regret,
            "delay": sum(grade.delay or 0.0 for grade in self.grades),
            "moves": float(len(self.grades)),
            "illegal": float(self.illegal),
            "finished": float(self._session.match.over),
            "kept": float(bool(self.grades) and not regret and not self.is_forfeit),
        }


def match_options(
    index: int,
    game: str,
    opponent: str = PERFECT,
    seed: int = 0,
    opening: int = 0,
    most_moves: int = MOST_MOVES,
    retries: int = RETRIES,
) -> dict[str, Any]:
    """Return what `GradedMatch` needs for one match of a series, as plain JSON.

    Each match has its own seed, and the model has the first move in every other one.
    """
    return {
        "game": game,
        "opponent": opponent,
        "seed": seed + index,
        "first": index % 2 == 0,
        "opening": opening,
        "most_moves": most_moves,
        "retries": retries,
    }


@lru_cache(64)
def reward_of_random_play(
    game: str, opponent: str = PERFECT, opening: int = 0, most_moves: int = MOST_MOVES
) -> float:
    """Return the mean reward of legal moves at random, over some matches of a series."""
    total, rng = 0.0, Random(0)
    for index in range(SAMPLED):
        options = match_options(index, game, opponent, 0, opening, most_moves)
        match = GradedMatch(**options)
        while not match.is_over:
            moves = list(match.game.rules.moves(match.position))
            match.play(match.game.move_text(match.position, rng.choice(moves)))
        total += match.reward
    return total / SAMPLED

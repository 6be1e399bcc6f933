"""Match with an oracle: playing, undo, replies and comments for every front end.

A posed puzzle is such a session too. Both have the same commands.
"""

from __future__ import annotations

from kibitz.language.errors import phrase
from kibitz.oracle.answer import outcome_for_mover
from kibitz.oracle.oracle import Oracle
from kibitz.play.match_history import HUMAN, MatchError, MatchState
from kibitz.play.move_reader import read_moves
from kibitz.play.opponents import DEADLINE, PERFECT, STRONG, Opponent
from kibitz.play.wording import change
from kibitz.solve.effort import Effort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Literal

    from kibitz.language.errors import Sentence
    from kibitz.language.languages import Language
    from kibitz.oracle.answer import Option
    from kibitz.play.posed_puzzle import Judged, Puzzle
    from kibitz.rules import PositionId
    from kibitz.rules.objectives.outcomes import Outcome

    Mark = Literal["", "?!", "?", "??"]


HELP, QUIT, SOLVE, UNDO = phrase("help"), phrase("quit"), phrase("solve"), phrase("undo")
# Each command: its argument, its key on a board, and its meaning. Leaving needs no confirmation.
COMMANDS = {
    phrase("hint"): ("", "h", phrase("one good move")),
    phrase("moves"): ("", "", phrase("all moves, best first, with their outcomes")),
    SOLVE: ("", "", phrase("the best line; a puzzle is played to its end")),
    UNDO: (phrase("[N]"), "u", phrase("undo your last move, or N moves")),
    phrase("redo"): (phrase("[N]"), "y", phrase("redo the last move, or N moves")),
    phrase("board"): ("", "", phrase("show the board again")),
    phrase("rules"): ("", "", phrase("the aim, the rules and how to write a move")),
    phrase("new"): ("", "n", phrase("start again")),
    phrase("save"): (phrase("FILE"), "s", phrase("save the match in a file")),
    HELP: ("", "?", phrase("this list")),
    QUIT: ("", "", phrase("leave the game")),
}
BEFORE_THE_END = {"hint", "moves", SOLVE}  # they ask about the next move
ANSWER = "answer"  # what `solve` is called in a puzzle
SYNONYMS = {"?": HELP, "exit": QUIT, "q": QUIT, "back": UNDO, ANSWER: SOLVE}


def command_words(language: Language) -> dict[str, str]:
    """Return every word for a command, in lower case, with the command; English ones included."""
    said = {language.say(word).lower(): word for word in COMMANDS}
    return said | {word: word for word in COMMANDS} | SYNONYMS


def words_not_for_moves() -> set[str]:
    """Return the words for commands in every language."""
    from kibitz.language.languages import LANGUAGES, Language  # to examine a game

    return {word for code in LANGUAGES for word in command_words(Language(code))}


class Comment:
    """Effect of a move on the outcome, for the player who made it.

    `before` is the outcome of the position it was made in, `made` that of the move itself.
    """

    __slots__ = ("before", "cost", "made", "ply")

    def __init__(self, ply: int, before: Outcome, made: Outcome, cost: int = 1) -> None:
        self.ply = ply
        self.cost = cost  # of the move
        self.before = before
        self.made = made

    def __str__(self) -> str:
        return str(self.words)

    def __repr__(self) -> str:
        return f"<{self}>"

    @property
    def words(self) -> Sentence:
        """The comment in one line."""
        return change(self.before, self.made, self.cost)

    @property
    def is_mistake(self) -> bool:
        """Whether the move did not keep the outcome (`Outcome.keeps`)."""
        if not self.before.known or not self.made.proved:
            return False
        if self.made.may_be(self.before):
            return False  # not proved to be a mistake
        return not self.made.keeps(self.before) and self.made < self.before

    @property
    def mark(self) -> Mark:
        """The annotation symbol of a mistake; "" for a move that is none.

        `??` turned a win into a loss, or a puzzle that could be solved into one that cannot; `?!`
        keeps the outcome but not the shortest way; any other mistake is a `?`.
        """
        if not self.is_mistake:
            return ""
        if self.made.result == self.before.result:
            return "?!"
        return "??" if self.before.tone == "good" and self.made.tone == "bad" else "?"


class Session:
    """A match with its oracle."""

    def __init__(
        self, match: MatchState, oracle: Oracle | None = None, seed: int | None = None
    ) -> None:
        self.match = match
        self.game = match.game
        self.oracle = oracle or Oracle(match.game)
        self.seed = seed
        self.opponents: dict[str, Opponent] = {}

    # Changes of the match

    def play(self, move: int | str) -> None:
        """Make a move, given as its number or as a text, which may hold several moves."""
        moves = (
            read_moves(self.game, self.match.position, move) if isinstance(move, str) else [move]
        )
        for one in moves:
            self.match.play(one)

    def reply(self) -> bool:
        """Let the opponent make one move; False if it is a person's turn, or the end."""
        player = self.match.player
        if player == HUMAN or self.match.over:
            return False
        opponent = self.opponent(player)
        self.match.play(opponent.choose(self.match.position, repeating=self.match.repeats))
        return True

    def called(self) -> tuple[str, ...]:
        """Return what the players are called: `strong`, not `perfect`, where nothing is proved.

        It is looked up only: what is proved for a reply is known after it.
        """
        players = self.match.players
        if PERFECT not in players or self.match.over:
            return players
        known = self.oracle.outcome(self.match.position, Effort.lookup_only).known
        return tuple(STRONG if one == PERFECT and not known else one for one in players)

    def opponent(self, name: str) -> Opponent:
        """Return the opponent of that name: the same one throughout the match."""
        if name not in self.opponents:
            self.opponents[name] = Opponent(name, self.oracle, self.seed, DEADLINE)
        self.opponents[name].oracle = self.oracle  # its effort may have changed
        return self.opponents[name]

    def undo_turn(self, count: int = 1) -> None:
        """Take back moves until it is a person's turn, `count` times or as often as possible."""
        earlier = [ply for ply in range(self.ply) if self._is_persons(ply)]
        if not earlier or count < 1:
            raise MatchError("there is nothing to undo")
        self.match.jump(earlier[-min(count, len(earlier))])

    def redo_turn(self, count: int = 1) -> None:
        """Make moves again until it is a person's turn, `count` times or as often as possible."""
        last = len(self.match.moves)
        later = [ply for ply in range(self.ply + 1, last) if self._is_persons(ply)]
        if self.ply == last or count < 1:
            raise MatchError("there is nothing to redo")
        self.match.jump([*later, last][min(count, len(later) + 1) - 1])

    def play_best_line(self) -> list[str] | None:
        """Play the best line to its end; return its moves, None if it is unknown."""
        line = self.oracle.line(self.match.position)
        ply = self.match.ply
        for move in line or ():
            self.match.play(move)
        return None if line is None else [self.match.move_text(at) for at in range(ply, self.ply)]

    def _is_persons(self, ply: int) -> bool:
        return self.match.players[self.match.mover_at(ply)] == HUMAN

    # Questions about it

    def deepening(self, efforts: Iterable[Effort]) -> Iterator[None]:
        """Analyse the position on the board with one effort after the other.

        Yields whenever a result improves, and at the end; stops when everything is known.
        """
        said = [self.outcome, *(option.outcome for option in self.moves())]
        for effort in efforts:
            settled = self.oracle.deepen(self.match.position, effort)
            before = said
            said = [self.outcome, *(option.outcome for option in self.moves())]
            if settled:
                break
            if said != before:
                yield
        yield

    @property
    def ply(self) -> int:
        """The ply that is on the board."""
        return self.match.ply

    @property
    def outcome(self) -> Outcome:
        """The outcome of the position on the board."""
        return self.oracle.outcome(self.match.position)

    def moves(self) -> list[Option]:
        """Return the legal moves with their outcomes, best first."""
        return [] if self.match.over else self.oracle.moves(self.match.position)

    def hint(self) -> str | None:
        """Return one best move or, where none is proved, the best found so far; None if unknown."""
        move = self.oracle.hint(self.match.position, repeating=self.match.repeats)
        return None if move is None else self.game.move_text(self.match.position, move)

    def line(self) -> tuple[list[str], bool] | None:
        """Return the best line from here and whether it ends the game; None if it is unknown.

        In a game of two players it may be cut where no more is known.
        """
        line = self.oracle.line(self.match.position, whole=not self.match.for_two)
        if line is None:
            return None
        steps = list(self.game.line_of(self.match.position, line))
        last = steps[-1][1] if steps else self.match.position
        return [text for text, _ in steps], self.game.rules.is_over(last)

    def outcomes(self, most: int | None = None) -> list[Outcome]:
        """Return the outcome at every ply of the history, or at the first `most` plies."""
        return self._outcomes(self.match.positions[:most])

    def _outcomes(self, positions: Sequence[PositionId]) -> list[Outcome]:
        """Return the outcomes of positions that follow one another.

        The subgame of a later position is part of that of an earlier one. So the last is asked
        first, and once a position is unknown, those before it are only looked up.
        """
        found: list[Outcome] = []
        unknown: Outcome | None = None
        settled = True
        for position in reversed(positions):
            outcome = self.oracle.outcome(position, None if settled else Effort.lookup_only)
            if not outcome.proved:
                outcome = unknown = unknown or outcome
            settled = settled and outcome.tone != "unknown"
            found.append(outcome)
        return found[::-1]

    def comment(self, ply: int | None = None) -> Comment | None:
        """Return what the move made at that ply did (else the last one made); None if none was."""
        ply = self.match.ply - 1 if ply is None else ply
        if not 0 <= ply < len(self.match.moves):
            return None
        before, after = self._outcomes(self.match.positions[ply : ply + 2])
        position, move = self.match.positions[ply], self.match.moves[ply]
        rules = self.game.rules
        made_outcome = outcome_for_mover(rules, position, move, after)
        return Comment(ply, before, made_outcome, rules.cost_of(position, move))

    def last_good(self, outcomes: list[Outcome] | None = None) -> int | None:
        """Return the last ply from which a puzzle could be solved; None if it still can, or never.

        `outcomes` are those of the history, where they are known already.
        """
        if self.match.for_two or self.outcome.tone != "bad":
            return None
        outcomes = outcomes or self.outcomes(self.match.ply + 1)
        plies = range(min(self.match.ply, len(outcomes) - 1), -1, -1)
        return next((ply for ply in plies if outcomes[ply].tone == "good"), None)


class PosedSession(Session):
    """A match that begins with a posed puzzle: a move is an answer, made only if it is right."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(MatchState(puzzle.game, puzzle.position), puzzle.oracle)
        self.puzzle = puzzle

    @property
    def left(self) -> Puzzle | None:
        """The puzzle that is left after the moves on the board; None if it is solved."""
        left: Puzzle | None = self.puzzle
        for move in self.match.moves[: self.ply]:
            left = None if left is None else left.after(move)
        return left

    def answer(self, move: int) -> Judged:
        """Make a move if it is right; return whether it is, and why."""
        left = self.left
        assert left is not None, "an answer to a puzzle that is solved"
        judged = left.judge(move)
        if judged.right:
            self.match.play(move)
        return judged

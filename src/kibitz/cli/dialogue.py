"""Dialogue of a match in the terminal: reads moves and commands, prints their effect."""

from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.cli.output import Bar
from kibitz.cli.terminal import Terminal
from kibitz.drawing.scene import scene_of
from kibitz.games.game_facts import title
from kibitz.language.errors import EndOfInput, KibitzError, Sentence, phrase, quoted
from kibitz.language.languages import Language
from kibitz.oracle.oracle import Oracle
from kibitz.play.match_history import HUMAN, MatchState
from kibitz.play.match_record import link_of, text_of
from kibitz.play.move_reader import read_moves
from kibitz.play.opponents import PERFECT
from kibitz.play.session import BEFORE_THE_END, QUIT, Session, command_words
from kibitz.play.wording import ending, why_unknown
from kibitz.rules import MoveId
from kibitz.rules.game_name import GameName
from kibitz.rules.objectives.outcomes import Outcome
from kibitz.solve.effort import Effort
from kibitz.system.signals import INTERRUPTED, status_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.play.pondering import Pondering


TURN = Effort(seconds=0.5, compile=False)  # against an opponent: the comments, and the reply
OPENING = TURN.replace(seconds=0.2)  # the same before the first question
FOR_COMMENT = 0.2  # of it, on the move of a person
FOR_GREETING = 0.5  # of the opening, to call the opponent by its name
NEAR = 0.6  # least similarity of a wrong word to a command


class Dialogue:
    """Dialogue of one match; it ends when the player leaves."""

    def __init__(
        self,
        match: MatchState,
        screen: Terminal,
        language: Language,
        *,
        kibitz: bool = True,
        seed: int | None = None,
        oracle: Oracle | None = None,
    ) -> None:
        self.match = match
        self.screen = screen
        self.language = language
        self.kibitz = kibitz
        waits = oracle is None and set(match.players) != {HUMAN}
        self._pondering: Pondering | None = None
        if waits and screen.typed_here:
            from kibitz.play import pondering  # from a pipe, the next line is there at once

            self._pondering = pondering.Pondering()
        self._bar: Bar | None = None
        self.oracle = oracle or Oracle(match.game, progress=self.report)
        self.session = Session(match, self.oracle, seed)
        self._limited = waits  # whether all output of a turn has a deadline
        self._left = TURN
        self._opponent = ""  # what it was called last
        self.explained_unknown = self.explained_count = False
        self.saved = text_of(match)
        self.left = False
        self.words = command_words(language)

    def report(self, phase: str, done: int, total: int | None) -> None:
        """Take note of the progress of the oracle."""
        if self._pondering is not None:
            self._pondering.check(phase, done, total)
        if self._bar is not None:
            self._bar(phase, done, total)

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """Show progress, and what is proved so far, if the block takes longer than a second."""
        with Bar(self.language) as bar:
            bar.about(self.match.game, self.match.position, self.oracle)
            self._bar = bar
            try:
                yield
            finally:
                self._bar = None

    def write(self, sentence: str, /, **details: object) -> None:
        """Print a sentence in the player's language."""
        self.screen.write(self.language.say(sentence, **details))

    def tell(self, words: Sentence | KibitzError) -> None:
        """Print a sentence that has its details."""
        self.screen.write(str(self.language.tell(words)))

    def write_under(self, heading: Sentence | str, words: str) -> None:
        """Print text after a heading, with further lines indented."""
        self.screen.write_hanging(self.language.say("{heading}: ", heading=heading), words)

    # The course of the match

    def run(self) -> int:
        """Play until the player leaves; return the exit status."""
        try:
            self.begin_turn(OPENING)
            self.greet()
            waits = self.match.player != HUMAN
            self.go_on()
            if waits:
                self.write_example()
            while self.step(self.ask()):
                pass
            return 0
        except EndOfInput:
            print()
            self.part(phrase("End of input."))
            return 0
        except KeyboardInterrupt as end:
            print()
            self.part(phrase("Interrupted."))
            return status_of(end)

    def greet(self) -> None:
        """Print the game, its goal and how to play."""
        game, match = self.match.game, self.match
        self.write(phrase("{title}: {name}"), title=title(game, self.language), name=game.name)
        if PERFECT in match.players:
            self.allow(FOR_GREETING)
            _ = self.session.outcome  # a small game is solved at once
        self.write_opponent()
        if game.goals:
            goals = " ".join(game.board.names[cell] for cell in game.goals)
            self.write(phrase("The goal is {cells}."), cells=goals)
        if match.player == HUMAN:
            self.write_example()
        self.show()

    def write_example(self) -> None:
        """Print how to type a move, with one of the person's as the example."""
        game, position = self.match.game, self.match.position
        first = next(game.rules.moves(position), None)
        if first is not None:
            example = game.move_text(position, first)
            self.write(phrase("Type a move, such as {move}, or help."), move=example)

    def write_opponent(self) -> None:
        """Print whom the person plays against, unless that was printed last."""
        match = self.match
        called = next((name for name in self.session.called() if name != HUMAN), "")
        if called and called != self._opponent:
            self._opponent = called
            mine = match.game.players[match.players.index(HUMAN)]
            self.write(phrase("You are {player}, against {opponent}."), player=mine,
                      opponent=Sentence(called))  # fmt: skip

    def begin_turn(self, turn: Effort = TURN) -> None:
        """Begin the time of a turn: for the reply, and for the comments on the moves."""
        if self._limited:
            self._left = turn.begun()
            self.allow(1)

    def allow(self, part: float) -> None:
        """Let the next questions use a part of the remaining time of the turn."""
        if self._limited:
            self.session.oracle = self.oracle.within(self._left.share(part).begun())

    def ask(self) -> str:
        """Return the next line of input; proofs go on while a person at a terminal thinks."""
        match = self.match
        if self._pondering is None or match.over:
            return self.screen.ask(self.prompt())
        with self._pondering.on(self.oracle, match.position):
            return self.screen.ask(self.prompt())

    def prompt(self) -> str:
        """Return the question for the next move or command."""
        if self.match.over:
            return self.language.say("undo, new, save or quit: ")
        if self.match.for_two and not self.match.faces_computer:
            player = self.match.name_of(self.match.mover)
            return self.language.say("{player} to move: ", player=player)
        return self.language.say("Your move: ")

    def step(self, line: str) -> bool:
        """Execute a line of input; return whether the dialogue continues."""
        self.begin_turn()
        word, _, rest = line.strip().partition(" ")
        command = self.words.get(word.lower())
        try:
            if command is not None:
                self.execute(command, rest.strip())
            elif word:
                self.move(line)
        except KibitzError as error:
            self.tell(error)
        except KeyboardInterrupt as end:
            if command is None or status_of(end) != INTERRUPTED:
                raise
            self.write(phrase("Interrupted."))
        return not self.left

    def execute(self, command: str, rest: str) -> None:
        """Execute a command with the rest of its line."""
        if command in BEFORE_THE_END and self.match.over:
            raise KibitzError("the game is over")
        if command == QUIT:
            self.left = True
            return
        from kibitz.cli import dialogue_commands  # not for a match without commands

        getattr(dialogue_commands, f"do_{command}")(self, rest)

    def read(self, line: str) -> list[MoveId]:
        """Return the moves that were typed; in a puzzle there may be several."""
        try:
            return read_moves(self.match.game, self.match.position, line)
        except KibitzError as error:
            import difflib  # needed for wrong words only

            word = line.split(maxsplit=1)[0]
            near = difflib.get_close_matches(word.lower(), self.words, n=1, cutoff=NEAR)
            if not near:
                raise KibitzError(error.words) from None  # a move needs no column
            raise KibitzError(
                "{word} is neither a move nor a command; did you mean {command}?",
                word=quoted(word),
                command=near[0],
            ) from None

    def move(self, line: str) -> None:
        """Make the typed move, and let the opponent reply."""
        for move in self.read(line):
            self.make(move)
        if self.match.player == HUMAN or self.match.over:
            self.show()
        self.go_on()
        if self.match.occurrences == 3:
            self.write(phrase("This position is on the board for the third time."))

    def show(self) -> None:
        """Show the board."""
        self.screen.show(scene_of(self.match, self.language.plain))

    def go_on(self) -> None:
        """Make the moves of the opponent until it is a person's turn, or the end."""
        moved = False
        self.allow(1)
        while self.session.reply():
            self.write_move()
            moved = True
        if moved:
            self.show()
            self.write_opponent()
        if self.match.over:
            self.tell(ending(self.match))
            self.write_review()

    def write_review(self) -> None:
        """Print how many mistakes the people made, if that is known, and better moves."""
        if not self.kibitz:
            return
        from kibitz.play.review import review  # at the end of a match

        self.allow(FOR_COMMENT)
        comments = [self.session.comment(ply) for ply in range(self.match.ply)]
        found = review(self.session, comments)
        if found is None or found.words is None:
            return
        self.tell(found.words)
        for mistake in found.mistakes:
            if mistake.better is not None:
                self.write(phrase("Move {number}, {move}: {better} is better."),
                           number=mistake.number, move=self.match.move_text(mistake.number - 1),
                           better=mistake.better)  # fmt: skip

    def make(self, move: int) -> None:
        """Make a move, and print its effect on the outcome in one line."""
        self.match.play(move)
        self.allow(FOR_COMMENT)
        self.write_move()

    def write_move(self) -> None:
        """Print the last move, and its effect on the outcome."""
        match, ply = self.match, self.match.ply - 1
        line = match.move_text(ply)
        if match.for_two:
            line = f"{match.game.players[match.mover_at(ply)]} {line}"
        comment = None
        if self.kibitz and not match.over:
            with self.thinking():
                comment = self.session.comment()
        if comment is None:
            self.screen.write(line)
        else:
            self.write(phrase("{move}: {comment}"), move=line, comment=comment.words)
            self.explain(comment.made)

    def explain(self, outcome: Outcome) -> None:
        """Print once what is counted; and once why an outcome is unknown, and what settles it."""
        counted = self.match.game.what_counts(outcome)
        if counted is not None and not self.explained_count:
            self.explained_count = True
            self.tell(counted)
        if outcome.tone == "unknown" and not self.explained_unknown:
            self.explained_unknown = True
            said = why_unknown(outcome, self.match.game, self.match.position)
            self.tell(said)

    def part(self, why: str) -> None:
        """Print why the dialogue was interrupted, and the command that resumes it."""
        import shlex

        if text_of(self.match) == self.saved or not self.match.ply:
            self.write(why)
            return
        self.write(phrase("{why} To go on:"), why=Sentence(why))
        words = ["kibitz", "play", "--load", link_of(self.match)]
        if GameName(self.match.game.name).file is not None:
            words.insert(2, self.match.game.name)  # only a named file is run
        self.screen.write_lines([shlex.join(words)])

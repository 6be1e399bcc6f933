"""Dialogue of a posed puzzle: a move is an answer; the commands are those of a match."""

from __future__ import annotations

from kibitz.cli.dialogue import Dialogue
from kibitz.language.errors import Sentence, phrase
from kibitz.play.session import ANSWER, SOLVE, PosedSession
from kibitz.play.wording import ending

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.cli.terminal import Terminal
    from kibitz.language.languages import Language
    from kibitz.play.posed_puzzle import Puzzle


class PuzzleDialogue(Dialogue):
    """Dialogue of one puzzle; it ends when the puzzle is solved or the player leaves."""

    session: PosedSession

    def __init__(self, puzzle: Puzzle, screen: Terminal, language: Language) -> None:
        session = PosedSession(puzzle)
        super().__init__(session.match, screen, language, oracle=puzzle.oracle)
        self.session = session

    def pose(self) -> None:
        """Show the position and the question."""
        puzzle = self.session.puzzle
        self.screen.write(f"{puzzle.game.name}  {puzzle.text}")
        self.show()
        self.tell(puzzle.question)
        self.tell(Sentence("Difficulty: {difficulty}.", difficulty=Sentence(puzzle.difficulty)))

    def greet(self) -> None:
        self.pose()
        self.write(phrase("Type a move, or {word} to see the answer."), word=ANSWER)

    def move(self, line: str) -> None:
        for move in self.read(line):
            judged = self.session.answer(move)
            is_step = (
                judged.right and self.session.puzzle.kind == "solve"
            )  # the rest is to be found
            self.tell(judged.words if is_step else judged.words_and_line)
            if is_step:
                self.show()
            self.go_on()
            if self.left or not judged.right:
                break

    def go_on(self) -> None:
        """Leave once the puzzle is solved."""
        self.left = self.session.left is None
        if self.match.over:
            self.tell(ending(self.match))

    def execute(self, command: str, rest: str) -> None:
        """Execute a command; after the answer, leave."""
        super().execute(command, rest)
        self.left = self.left or command == SOLVE

    def explain_moves(self) -> None:
        """Print the question, and for each move whether it is right and what follows it."""
        self.pose()
        puzzle = self.session.puzzle
        for option in puzzle.right + puzzle.wrong:
            text = puzzle.game.move_text(puzzle.position, option.move)
            words = puzzle.judge(option.move).words_and_line
            self.write_under(text, str(self.language.tell(words)))

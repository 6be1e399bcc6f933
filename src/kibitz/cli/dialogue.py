"""A match in words: it asks for moves and commands, and tells what they did."""

from __future__ import annotations

from kibitz.cli.dialogue_commands import ALIASES, COMMANDS
from kibitz.play.knowledge import Knowledge
from kibitz.play.match import HUMAN
from kibitz.play.opponents import Opponent
from kibitz.play.outcome import change, ending
from kibitz.play.record import link_of, text_of
from kibitz.play.scene import scene_of
from kibitz.rules.errors import KibitzError, Sentence, phrase, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.cli.screen import Screen
    from kibitz.play.language import Language
    from kibitz.play.match import Match
    from kibitz.solve.answer import Value

INTERRUPTED = 130
NEAR = 0.6  # how much a wrong word must be like a command


class Dialogue:
    """One match, talked through to its end and beyond it, until the player leaves."""

    def __init__(
        self,
        match: Match,
        screen: Screen,
        language: Language,
        *,
        kibitz: bool = True,
        seed: int | None = None,
    ) -> None:
        self.match = match
        self.screen = screen
        self.language = language
        self.kibitz = kibitz
        self.knowledge = Knowledge(match.game)
        names = [player for player in match.players if player != HUMAN]
        self.opponent = Opponent(names[0], self.knowledge, seed) if names else None
        self.told_unknown = False
        self.saved = text_of(match)
        self.left = False
        self.words = {language.say(word).lower(): word for word in COMMANDS}
        self.words |= {word: word for word in COMMANDS} | ALIASES

    def tell(self, sentence: str, /, **details: object) -> None:
        """Say a sentence in the player's language."""
        self.screen.tell(self.language.say(sentence, **details))

    # The course of the match

    def run(self) -> int:
        """Play until the player leaves; return the exit status."""
        try:
            self.greet()
            self.go_on()
            while self.step(self.screen.ask(self.prompt())):
                pass
            return 0
        except EOFError:
            print()
            self.part(phrase("The input has ended."))
            return 0
        except KeyboardInterrupt:
            print()
            self.part(phrase("Interrupted."))
            return INTERRUPTED

    def greet(self) -> None:
        """Say what is played, and how."""
        game, match = self.match.game, self.match
        self.screen.tell(f"{self.language.say(game.title)}: {game.name}")
        if match.for_two and self.opponent is not None:
            mine = game.players[match.players.index(HUMAN)]
            self.tell(phrase("You are {player}, against {opponent}."), player=mine,
                      opponent=Sentence(self.opponent.name))  # fmt: skip
        if game.goals:
            goals = " ".join(game.board.names[cell] for cell in game.goals)
            self.tell(phrase("The goal is {cells}."), cells=goals)
        first = next(game.rules.moves(match.position), None)
        if first is not None:
            example = game.move_text(match.position, first)
            self.tell(phrase("Type a move, such as {move}, or help."), move=example)
        self.show()

    def prompt(self) -> str:
        """Return the question for the next move or command."""
        if self.match.over:
            return self.language.say("undo, new, save or quit: ")
        if self.match.for_two:
            player = self.match.game.players[self.match.mover]
            return self.language.say("{player} to move: ", player=player)
        return self.language.say("your move: ")

    def step(self, line: str) -> bool:
        """Do what a line says; tell whether the dialogue goes on."""
        word, _, rest = line.strip().partition(" ")
        command = self.words.get(word.lower())
        try:
            if command is not None:
                COMMANDS[command][0](self, rest.strip())
            elif word:
                self.move(line)
        except KibitzError as error:
            self.screen.tell(str(self.language.tell(error)))
        return not self.left

    def move(self, line: str) -> None:
        """Make the move that is typed, and let the opponent answer."""
        try:
            move = self.match.game.parse_move(self.match.position, line)
        except KibitzError as error:
            plain = Sentence(error.sentence, **error.details)  # a move is too short for a place
            raise self.meant(line) or KibitzError("{reason}", reason=plain) from None
        self.make(move)
        if self.opponent is None or self.match.over:
            self.show()
        self.go_on()
        if self.match.occurrences == 3:
            self.tell(phrase("This position is on the board for the third time."))

    def meant(self, line: str) -> KibitzError | None:
        """Return the suggestion of a command that a wrong word looks like, if it does."""
        import difflib

        words = line.split()
        near = difflib.get_close_matches(words[0].lower(), self.words, n=1, cutoff=NEAR)
        if not near:
            return None
        return KibitzError(
            "{word} is no move and no command; did you mean {command}?",
            word=quoted(words[0]),
            command=near[0],
        )

    def show(self) -> None:
        """Show the board."""
        self.screen.show(scene_of(self.match))

    def go_on(self) -> None:
        """Make the moves of the opponent until it is a person's turn, or the end."""
        moved = False
        while self.opponent and self.match.player != HUMAN and not self.match.over:
            self.make(self.opponent.choose(self.match.position))
            moved = True
        if moved:
            self.show()
        if self.match.over:
            self.screen.tell(str(self.language.tell(ending(self.match))))

    def make(self, move: int) -> None:
        """Make a move, and say in one line what it did to the outcome."""
        match = self.match
        rules = match.game.rules
        text = match.game.move_text(match.position, move)
        line = f"{match.game.players[match.mover]} {text}" if match.for_two else text
        before = self.knowledge.value(match.position) if self.kibitz else None
        match.play(move)
        if self.kibitz and not match.over:
            made = self.value_of_last_move()
            line += f": {self.language.tell(change(rules, before, made))}"
        self.screen.tell(line)
        if self.kibitz and not match.over and made is None:
            self.say_why_unknown()

    def value_of_last_move(self) -> Value | None:
        """Return the value of the move just made, for who made it."""
        from kibitz.solve.answer import code_before, value_of

        code = self.knowledge.code(self.match.position)
        aim = self.match.game.rules.aim
        return None if code is None else value_of(aim, code_before(aim, code))

    def say_why_unknown(self) -> None:
        """Say, once, what would make the outcome known."""
        if not self.told_unknown:
            self.told_unknown = True
            self.tell(
                phrase(
                    "No table of this game is at hand, and it is too large to be solved in "
                    "passing. This command solves it: {command}"
                ),
                command=f"kibitz table {self.match.game.name}",
            )

    def part(self, why: str) -> None:
        """Say that the dialogue has ended from outside, and how to go on where it was."""
        import shlex

        if text_of(self.match) == self.saved or not self.match.ply:
            self.tell(why)
            return
        self.tell(phrase("{why} To go on:"), why=Sentence(why))
        self.screen.tell_lines([f"kibitz play --load {shlex.quote(link_of(self.match))}"])

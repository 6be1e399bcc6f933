# The rules of noughts and crosses and its two variants, and what a program must say about them.
LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]
TAKEN, DRAW = "positiontaken,chooseagain", "it'sadraw"


def meaning_of(line):
    """Return what a line says about the game, "" if it says nothing."""
    line = line.strip()
    if len(line) == 5 and line[0] == line[4] == "|" and not set(line[1:4]) - set("XO "):
        return line
    line = "".join(line.split()).lower()
    turns = [f"player{player}'sturn" for player in "xo"]
    ends = [f"player{player}haswon!" for player in "xo"]
    return line if line in [*turns, *ends, TAKEN, DRAW] else ""


class Dialogue:
    """A game for two at one keyboard: the effect of each answer, and the required output."""

    course = False  # whether what the course's text leaves open is free
    silent = 1  # lines before the first question: the variant
    farewell = ("",)

    def __init__(self):
        self.variant = ""
        self.cells = [" "] * 9
        self.laid = {"X": [], "O": []}  # the squares of each player, the longest held first
        self.player = "X"
        self.row = self.picked = None

    def board(self):
        return ["|" + "".join(self.cells[at : at + 3]) + "|" for at in (0, 3, 6)]

    def turn(self):
        if not self.over():
            return [*self.board(), f"player{self.player.lower()}'sturn"]
        return [*self.board(), self.ending()]

    def opening(self):
        return self.turn()

    def receive(self, answer):
        if not self.variant:
            if answer not in ("classic", "any", "oldest"):
                remark(f"there is no variant {answer}")
                sys.exit(43)
            self.variant = answer
            return []
        number = int(answer) if is_number(answer, 8) else 0
        if not 1 <= number <= 3:
            return []
        if self.row is None:
            self.row = number
            return []
        square, self.row = 3 * (self.row - 1) + number - 1, None
        own = self.laid[self.player]
        if self.variant != "classic" and len(own) == 3 and self.picked is None:
            if square in (own if self.variant == "any" else own[:1]):
                self.picked = square
            return []  # whatever the program says about it
        if self.cells[square] != " ":
            return [TAKEN]
        if self.picked is not None:
            self.cells[self.picked] = " "
            own.remove(self.picked)
            self.picked = None
        self.cells[square] = self.player
        own.append(square)
        self.player = "O" if self.player == "X" else "X"
        return self.turn()

    def winner(self):
        for line in LINES:
            marks = {self.cells[int(at)] for at in line}
            if len(marks) == 1 and marks != {" "}:
                return marks.pop()
        return ""

    def question(self):
        return "Choose row" if self.row is None else "Choose column"

    def over(self):
        return bool(self.winner()) or " " not in self.cells

    def ending(self):
        won = f"player{self.winner().lower()}haswon!"
        if self.course and " " not in self.cells:  # the pseudocode calls every ninth turn a draw
            return (won, DRAW) if self.winner() else DRAW
        return won if self.winner() else DRAW

    def result(self):
        return self.winner() or "draw"

    def asks(self, said):
        """Return whether the program asks for more when there is nothing more to ask."""
        return ":" in said

    def judge_end(self, said, expected, moment):
        compare(said, expected, moment)

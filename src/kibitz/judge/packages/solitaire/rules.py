# The rules of the 33-hole board, and what a program must say about them.
STEPS = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}
COMPLAINTS = [
    "Something wrong with your input!",
    "Given peg position is out of board!",
    "Given peg position does not have a peg!",
    "Direction is not L or R or U or D!",
    "Moving peg will fall out of bounds!",
    "No peg at next position to jump over!",
    "Landing position is occupied!",
]
END = "No more moves. The number of remaining pegs is"


def squeezed(text):
    return "".join(text.split()).lower()


def meaning_of(line):
    """Return what a line says about the game, "" if it says nothing."""
    line = squeezed(line)
    known = line in map(squeezed, COMPLAINTS) or line.startswith(squeezed(END))
    row = line[:1] in tuple("abcdefg") and len(line) > 1 and not set(line[1:]) - set("01")
    return line if known or row or line == "1234567" else ""


class Dialogue:
    """A game of solitaire: the effect of each answer, and the required output."""

    course = False  # whether any complaint is right where the course's text does not decide
    silent = 0
    farewell = ()

    def __init__(self):
        cross = [(r, c) for r in range(7) for c in range(7) if 2 <= r <= 4 or 2 <= c <= 4]
        self.pegs = {hole: hole != (3, 3) for hole in cross}

    def board(self):
        rows = ["1234567"]
        for row in range(7):
            holes = [self.pegs[hole] for hole in sorted(self.pegs) if hole[0] == row]
            rows.append("abcdefg"[row] + "".join("01"[peg] for peg in holes))
        return rows

    def opening(self):
        return self.board()

    def complaints(self, answer):
        """Return the numbers of the errors in an answer, [] for a legal jump.

        The first one is the one to name. The others are right as well in the course, whose text
        does not decide between them.
        """
        answer = answer.upper()
        if len(answer) != 3:
            return [0]
        letter, digit, way = answer
        step = STEPS.get(way)
        direction = [] if step else [3]
        hole = ("ABCDEFG".find(letter), int(digit) - 1 if is_number(digit, 1) else -1)
        if hole not in self.pegs:
            if not (letter.isalpha() and is_number(digit, 1)):
                return [0, 1, *direction]
            in_a_row = hole[0] >= 0 and 0 <= hole[1] < 7  # A to G, and 1 to 7
            return [1, *([] if in_a_row else [0]), *direction]
        if not self.pegs[hole]:
            return [2, *direction]
        if direction:
            return direction
        over, to = ((hole[0] + n * step[0], hole[1] + n * step[1]) for n in (1, 2))
        if to not in self.pegs:
            return [4] if self.pegs.get(over) else [4, 5]
        if not self.pegs[over]:
            return [5]
        if self.pegs[to]:
            return [6]
        self.jump = hole, over, to
        return []

    def receive(self, answer):
        wrong = self.complaints(answer)
        if wrong:
            said = tuple(squeezed(COMPLAINTS[number]) for number in wrong)
            return [said if self.course else said[0]]
        hole, over, to = self.jump
        self.pegs[hole] = self.pegs[over] = False
        self.pegs[to] = True
        return self.board() + ([squeezed(END) + self.result()] if self.over() else [])

    def question(self):
        return "Enter peg position followed by move (L, R, U, or D)"

    def over(self):
        names = ("ABCDEFG"[row] + str(column + 1) for row, column in self.pegs)
        return all(self.complaints(name + way) for name in names for way in STEPS)

    def result(self):
        return str(sum(self.pegs.values()))

    def asks(self, said):
        """Return whether the program asks for more when there is nothing more to ask."""
        return ":" in said

    def judge_end(self, said, expected, moment):
        compare(said, expected, moment)

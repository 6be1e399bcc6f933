# The rules of the 15-hole triangle, and what a program must say about them.
PEGS = "⓪①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭"
HOLES = "⓿➊➋➌➍➎➏➐➑➒➓⓫⓬⓭⓮"
ROWS = [range(1), range(1, 3), range(3, 6), range(6, 10), range(10, 15)]
START, TO, MOVE = "casededépartinvalide", "cased'arrivéeinvalide", "mouvementinvalide"
WON, STUCK = "gagné!!!", "pasmoyend'allerplusloin!!!"


def jumps():
    """Return the hole that is jumped over, by where a jump begins and ends."""
    at = {(row, hole - holes[0]): hole for row, holes in enumerate(ROWS) for hole in holes}
    found = {}
    for (row, column), hole in at.items():
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)):
            over, to = (at.get((row + n * down, column + n * right)) for n in (1, 2))
            if to is not None:
                found[hole, to] = over
    return found


JUMPS = jumps()


def after_jump(pegs, jump):
    """Return the pegs after a jump, None if it is not legal."""
    start, to = jump
    over = JUMPS.get(jump)
    if over is None or start not in pegs or over not in pegs or to in pegs:
        return None
    return pegs - {start, over} | {to}


def meaning_of(line):
    """Return what a line says about the game, "" if it says nothing."""
    line = "".join(line.split()).lower().replace("\u2019", "'")
    said = line in (START, TO, MOVE, WON, STUCK) or line.startswith("onjouede")
    return line if said or set(line) & set(PEGS + HOLES) else ""


def boards(script):
    """Return the boards with which the function of a program is called after a script."""
    dialogue = Dialogue()
    for answer in script:
        dialogue.receive(answer)
    last = max(dialogue.pegs)
    return ["".join("01"[at in pegs] for at in range(15)) for pegs in (dialogue.pegs, {last})]


class Dialogue:
    """A game on the triangle: the effect of each answer, and the required output."""

    course = False  # the text leaves nothing open
    silent = 0
    farewell = ()

    def __init__(self):
        self.pegs = frozenset(range(15)) - {12}
        self.start = None
        self.given_up = False

    def board(self):
        return ["".join((HOLES, PEGS)[at in self.pegs][at] for at in holes) for holes in ROWS]

    def opening(self):
        return self.board()

    def receive(self, answer):
        if answer == "^C":
            self.given_up = True
            return []
        hole = int(answer) if is_number(answer, 8) else -1
        start, self.start = self.start, None
        if not 0 <= hole <= 14:
            return []
        if start is None:
            if hole not in self.pegs:
                return [START]
            self.start = hole
            return []
        if hole in self.pegs:
            return [TO]
        after = after_jump(self.pegs, (start, hole))
        if after is None:
            return [MOVE]
        self.pegs = after
        lines = [f"onjouede{start}a{hole}"]
        return [*lines, WON] if self.is_won() else lines + self.board()

    def question(self):
        return "donnez une case de départ" if self.start is None else "donnez une case d'arrivée"

    def exit_status(self):
        """Return the exit status of the course's program."""
        return 0 if self.is_won() or self.result() == "possible" else 1

    def over(self):
        return self.given_up or self.is_won()

    def is_won(self):
        return len(self.pegs) == 1

    def result(self):
        return "possible" if self.can_win(self.pegs, set()) else "impossible"

    def can_win(self, pegs, seen):
        if len(pegs) == 1:
            return True
        if pegs in seen:
            return False
        seen.add(pegs)
        afters = (after_jump(pegs, jump) for jump in JUMPS)
        return any(after and self.can_win(after, seen) for after in afters)

    def asks(self, said):
        """Return whether the program asks for more when there is nothing more to ask."""
        return ":" in said and "terminer" not in said.partition(":")[0]

    def judge_end(self, said, expected, moment):
        """Judge the output at the end: any jumps that leave one peg are right."""
        if self.is_won():
            compare(said, expected, moment)
            return
        body, _, list_of_jumps = said.partition("(")
        if self.result() == "impossible":
            compare(said, [*expected, STUCK], moment)
            return
        compare(body, expected, moment)
        pegs = self.pegs
        for pair in ("(" + list_of_jumps).replace("(", " ").split(")"):
            if not pair.strip():
                continue
            words = pair.replace(",", " ").split()
            if len(words) != 2 or not all(is_number(word, 2) for word in words):
                reject("not a jump: ({pair})", pair=pair)
            pegs = after_jump(pegs, (int(words[0]), int(words[1])))
            if pegs is None:
                reject("in the solution, the jump ({pair}) is not legal", pair=pair.strip())
        if len(pegs) != 1:
            reject(
                plural(
                    "the solution leaves {count} peg",
                    "the solution leaves {count} pegs",
                    len(pegs),
                )
            )

# The judge plays the person at the keyboard. A question ends with a colon: what came before it is
# compared with what the rules make of the answer before. Only lines that say something about the
# game are compared; other words, spaces and empty lines are the program's own business. If a course
# is judged, what its text leaves open is free, and the questions are those of its text.
import re

ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[()][0-9A-B]|[A-Za-z=>])")


def plain(output):
    """Return an output as text, without what clears or colours a terminal."""
    return ESCAPES.sub("", output.decode("utf-8", "replace"))


class Programme:
    """The program that is judged, at the other end of two pipes."""

    def __init__(self):
        self.received = b""
        self.ended = False

    def more(self):
        piece = os.read(0, 65536)
        self.ended = not piece
        self.received += piece
        if len(self.received) > 1 << 20:
            reject("the program never stops printing")

    def until_question(self):
        """Return the output before the next colon, None if the program ends instead."""
        while b":" not in self.received:
            if self.ended:
                return None
            self.more()
        said, _, self.received = self.received.partition(b":")
        return plain(said)

    def until_end(self, is_question):
        """Return all output after the last answer; it may ask nothing more."""
        while not self.ended:
            self.more()
            if is_question(plain(self.received)):
                reject(
                    "after the last answer: the game is over, but the program asks again", turn=-1
                )
        return plain(self.received)

    def send(self, line):
        try:
            os.write(1, line.encode() + b"\n")
        except OSError:  # the program has ended; its last output shows why
            pass

    def hang_up(self):
        try:
            os.close(1)
        except OSError:
            pass


def compare(said, expected, moment):
    """Reject the program unless its output is as expected."""
    found_lines = [meaning for meaning in map(meaning_of, said.split("\n")) if meaning]
    for right, found in zip([*expected, None], [*found_lines, None]):
        if not fits(right, found):
            reject(
                "after {after}: expected {right}, the program says {found}",
                right=in_quotes(right),
                found=in_quotes(found),
                **moment,
            )


def compare_question(said, right, moment):
    """Reject the program unless it asks as the course's text does; spaces and case are free."""
    found = said.rstrip().split("\n")[-1]
    if "".join(found.split()).lower() != "".join(right.split()).lower():
        reject(
            "after {after}: expected the question {right}, the program asks {found}",
            right=quote(right),
            found=in_quotes(found),
            **moment,
        )


def play(script, known, course):
    """Play a script; the last lines of the program are judged by the rules of the game."""
    programme, dialogue = Programme(), Dialogue()
    dialogue.course = course
    for line in script[: dialogue.silent]:
        programme.send(line)
        dialogue.receive(line)
    expected, moment = dialogue.opening(), {"turn": 0, "after": sentence("the start")}
    for number, line in enumerate(script[dialogue.silent :], start=1):
        said = programme.until_question()
        while (
            course
            and number <= dialogue.silent
            and said
            and not any(map(meaning_of, said.split("\n")))
        ):
            said = programme.until_question()  # before the board, it asks for what it was told
        if said is None:
            reject("after {after}: the program ends without a question", **moment)
        compare(said, expected, moment)
        if course:
            compare_question(said, dialogue.question(), moment)
        programme.send(line)
        after = sentence("answer {number} ({answer})", number=str(number), answer=line)
        expected, moment = dialogue.receive(line), {"turn": number, "after": after}
    for line in dialogue.farewell:
        programme.send(line)
    programme.hang_up()
    if known and dialogue.result() != known:
        remark(f"JUDGE ERROR: the result is {dialogue.result()}, not {known}")
        sys.exit(1)
    dialogue.judge_end(programme.until_end(dialogue.asks), expected, moment)


play(text_of(sys.argv[1]).splitlines(), text_of(sys.argv[2]).strip(), sys.argv[4:] == ["course"])
accept()

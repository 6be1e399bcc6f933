# The judge plays the person at the keyboard. A question ends with a colon: what came before it is
# compared with what the rules make of the answer before. Only lines that say something about the
# game are compared; other words, spaces and empty lines are the program's own business.


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
        return said.decode("utf-8", "replace")

    def until_end(self, is_question):
        """Return all output after the last answer; it may ask nothing more."""
        while not self.ended:
            self.more()
            if is_question(self.received.decode("utf-8", "replace")):
                reject(
                    "after the last answer: the game is over, but the program asks again", turn=-1
                )
        return self.received.decode("utf-8", "replace")

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
        if right != found:
            right, found = (quote(line) if line else sentence("nothing") for line in (right, found))
            reject(
                "after {after}: expected {right}, the program says {found}",
                right=right,
                found=found,
                **moment,
            )


def play(script, known):
    """Play a script; the last lines of the program are judged by the rules of the game."""
    programme, dialogue = Programme(), Dialogue()
    for line in script[: dialogue.silent]:
        programme.send(line)
        dialogue.receive(line)
    expected, moment = dialogue.opening(), {"turn": 0, "after": sentence("the start")}
    for number, line in enumerate(script[dialogue.silent :], start=1):
        said = programme.until_question()
        if said is None:
            reject("after {after}: the program ends without a question", **moment)
        compare(said, expected, moment)
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


play(text_of(sys.argv[1]).splitlines(), text_of(sys.argv[2]).strip())
accept()

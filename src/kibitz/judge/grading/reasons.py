"""What the validators of the packages say, as sentences that can be translated.

A validator is one file that needs nothing else, so it speaks English. Each of its sentences stands
here once more, with names for the gaps; `reason` finds the one that was said.
"""

from __future__ import annotations

import re
from ast import literal_eval
from functools import cache

from kibitz.language.errors import Quotation, Sentence, harmless, phrase

SENTENCES = (
    phrase("after {after}: expected {right}, the program says {found}"),
    phrase("after {after}: the program ends without a question"),
    phrase("after the last answer: the game is over, but the program asks again"),
    phrase("the program talks without end"),
    phrase("not a jump: ({pair})"),
    phrase("in the solution, the jump ({pair}) is not legal"),
    phrase("the solution leaves {count} pegs"),
    phrase("there is a solution in {best}"),
    phrase("the answer does not begin like '4 deplasari' and is not 'Fara solutie'"),
    phrase("the answer announces {announced} moves but lists {listed}"),
    phrase("move {number}, {word}, is not a piece, a dash and one of l, r, u, d"),
    phrase("move {number} comes after P has arrived"),
    phrase("move {number}, {word}, is not legal"),
    phrase("after the last move P does not stand on 2 2"),
    phrase("{moves} moves, but {best} are enough"),
    phrase("there is a winning move"),
    phrase("the second line should be {truth}"),
    phrase("the answer is neither four lines of four signs nor {text}"),
    phrase("this move does not win"),
    phrase("the other player's L has moved"),
    phrase("the four # are not an L"),
    phrase("the player's own L has not moved"),
    phrase("the L was placed on a neutral, which may move only after the L"),
    phrase("there are not two neutrals"),
    phrase("both neutrals have moved"),
    phrase("there is no answer"),
    phrase("the answer begins neither with a number nor with {text}"),
    phrase("move {number} comes after the puzzle is solved"),
    phrase("after the last move the puzzle is not solved"),
    phrase("the answer does not begin with {text}"),
    phrase("it is a {truth}, not a {result}"),
    phrase("something follows after {text}"),
    phrase("the winning move is missing"),
    phrase("{word} is not a legal move"),
    phrase("{word} does not win"),
)
MOMENTS = START, ANSWER = phrase("the start"), phrase("answer {number} ({answer})")
GAP = re.compile(r"\{(\w+)\}")
AS_SAID = "{said}"
LONGEST = 400
LONGEST_QUOTE = 60


@cache
def pattern(sentence: str) -> re.Pattern[str]:
    """Return what the sentence with anything in its gaps matches."""
    parts = GAP.split(sentence)
    return re.compile(
        "".join(
            f"(?P<{part}>.*?)" if number % 2 else re.escape(part)
            for number, part in enumerate(parts)
        ),
        re.DOTALL,
    )


def matched(text: str, sentences: tuple[str, ...]) -> Sentence | None:
    """Return the sentence that a text is, None if it is none of them."""
    for sentence in sentences:
        found = pattern(sentence).fullmatch(text)
        if found:
            return Sentence(
                sentence, **{name: detail(name, said) for name, said in found.groupdict().items()}
            )
    return None


def detail(name: str, said: str) -> object:
    """Return what stands in a gap, in words."""
    if name == "after":
        return matched(said, MOMENTS) or said
    if name in ("right", "found"):
        return Sentence("nothing") if said == "None" else line_of(unquoted(said))
    return said


def unquoted(said: str) -> str:
    """Return a text without the quotes that Python puts around it."""
    try:
        return str(literal_eval(said))
    except (SyntaxError, ValueError):
        return said


def line_of(text: str) -> Quotation:
    """Return a line of a dialogue in quotes; its spaces stay, because they may be squares."""
    line = harmless(text.strip().replace(" ", "\u00a0"))
    return Quotation(line if len(line) <= LONGEST_QUOTE else line[:LONGEST_QUOTE] + "…")


def reason(text: str) -> Sentence:
    """Return what a validator has said; a sentence that nobody knows stays as it is."""
    if len(text) > LONGEST:  # whatever a program says may be in it
        text = f"{text[: LONGEST - 100]}…{text[-99:]}"
    return matched(text, SENTENCES) or Sentence(AS_SAID, said=text)


def moment(said: Sentence) -> int | None:
    """Return after which answer a dialogue went wrong, 0 for the start; None if it is not told."""
    after = said.details.get("after")
    if not isinstance(after, Sentence):
        return -1 if said.sentence == SENTENCES[2] else None
    number = str(after.details.get("number", "0"))
    return int(number) if number.isdigit() else None

"""Reasons of a validator, as sentences that can be translated.

A validator gives its reason twice: a line of English, which any judge shows, and the same sentence
with its details as a line of JSON (`packages/shared/verdict.py`), which is read here.
"""

import json

from kibitz.language.errors import Quotation, Sentence, harmless, unpacked

AS_SAID = "{said}"
LONGEST = 400
LONGEST_QUOTE = 60


def line_of(text: str) -> Quotation:
    """Return a line of a dialogue in quotes; its spaces stay, because they may be squares."""
    line = harmless(text.strip().replace(" ", "\u00a0"))
    return Quotation(line if len(line) <= LONGEST_QUOTE else line[:LONGEST_QUOTE] + "…")


def reason(message: str) -> Sentence:
    """Parse the message of a validator; a message without a line of JSON is unchanged."""
    try:
        said = unpacked(json.loads(message.splitlines()[-1]))
        details = {
            name: line_of(one.text) if isinstance(one, Quotation) else one
            for name, one in said.details.items()
        }
        return Sentence(said.sentence, **details)
    except (ValueError, LookupError, TypeError, AttributeError):
        if len(message) > LONGEST:  # it may contain arbitrary output of a program
            message = f"{message[: LONGEST - 100]}…{message[-99:]}"
        return Sentence(AS_SAID, said=message)


def moment(said: Sentence) -> int | None:
    """Return the number of the answer after which a dialogue failed, 0 for the start, or None."""
    turn = said.details.get("turn")
    return turn if isinstance(turn, int) else None

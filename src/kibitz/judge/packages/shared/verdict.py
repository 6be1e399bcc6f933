"""Judges an answer: exit status 42 accepts it, 43 rejects it. Needs nothing but Python 3."""

import json
import os
import sys

LONGEST = 200


def remark(line):
    """Append a line to the judge message, if the judge asks for one."""
    if len(sys.argv) > 3:
        with open(os.path.join(sys.argv[3], "judgemessage.txt"), "a", encoding="utf-8") as file:
            file.write(line + "\n")


def accept():
    sys.exit(42)


def sentence(words, **details):
    """Return a sentence and what stands in its gaps, in a form that a program can translate."""
    return {"say": words, "many": None, "details": details}


def plural(one, many, count, **details):
    """Return such a sentence with a singular and a plural; `count` decides."""
    return {"say": one, "many": many, "details": {"count": count, **details}}


def moves(count):
    """Return `1 move`, `2 moves`."""
    return plural("{count} move", "{count} moves", count)


def in_words(said):
    """Return a sentence, or a detail of one, as plain text."""
    if not isinstance(said, dict):
        return str(said)
    if "quoted" in said:
        return repr(said["quoted"])
    details = said["details"]
    words = said["many"] if said["many"] and details["count"] != 1 else said["say"]
    return words.format(**{name: in_words(one) for name, one in details.items()})


def quote(text):
    """Return a text of the program in quotes, cut to fit a sentence."""
    return {"quoted": text[:LONGEST]}


def fits(right, found):
    """Return whether a line is the right one, or one of several that are right."""
    return found in right if isinstance(right, tuple) else found == right


def in_quotes(right):
    """Return the right line in quotes, the first of several; without one, the word for it."""
    line = right[0] if isinstance(right, tuple) else right
    return quote(line) if line else sentence("nothing")


def reject(words, **details):
    """Give the reason twice: as a line for people, and as one that a program can read.

    `words` is a sentence with gaps for the details, or what `plural` returns.
    """
    cut = {name: one[:LONGEST] if isinstance(one, str) else one for name, one in details.items()}
    said = words if isinstance(words, dict) else sentence(words, **cut)
    remark(in_words(said))
    remark(json.dumps(said))
    sys.exit(43)


def text_of(name):
    with open(name, encoding="utf-8") as file:
        return file.read()


def is_number(word, most):
    """Return whether a word is a whole number of at most so many digits, all of them ASCII."""
    return word.isascii() and word.isdigit() and len(word) <= most

"""Judges an answer: exit status 42 accepts it, 43 rejects it. Needs nothing but Python 3."""

import os
import sys


def remark(sentence):
    """Tell the teacher why, where the judge wants to know."""
    if len(sys.argv) > 3:
        with open(os.path.join(sys.argv[3], "judgemessage.txt"), "a", encoding="utf-8") as file:
            file.write(sentence + "\n")


def accept():
    sys.exit(42)


def reject(sentence):
    remark(sentence)
    sys.exit(43)


def text_of(name):
    with open(name, encoding="utf-8") as file:
        return file.read()


def is_number(word, most):
    """Tell whether a word is a whole number of at most so many digits, all of them ASCII."""
    return word.isascii() and word.isdigit() and len(word) <= most

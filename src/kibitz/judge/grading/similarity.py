"""Similarity of programs: the share of fingerprints that two of them have in common.

Comments, layout, names, numbers and texts do not count. A fingerprint is the least hash of a few
runs of tokens (winnowing: Schleimer, Wilkerson and Aiken, 2003).
"""

import os
import re
import zlib
from collections.abc import Collection, Sequence
from keyword import kwlist

from kibitz.judge.grading.programming_languages import LANGUAGES

RUN_LENGTH = 12  # tokens that are hashed together
WINDOW = 6  # runs, of which one is a fingerprint: 17 tokens in common are always found
MOST_SIGNS = 200_000  # of a file; the rest is not looked at
OTHER_KEYWORDS = (
    "case catch char const default do double enum fn func function goto int let long match new "
    "null public private static struct switch this throw true false var void"
)
KEYWORDS = frozenset([*kwlist, *OTHER_KEYWORDS.split()])
# What has no end reaches to the end of the file or line, so this takes linear time.
PYTHON = r"(?P<comment>#.*)|(?P<text>\"\"\"[\s\S]*?(?:\"\"\"|\Z)|'''[\s\S]*?(?:'''|\Z)|"
OTHERS = r"(?P<comment>/\*[\s\S]*?(?:\*/|\Z)|//.*)|(?P<text>`[^`]*`?|"
REST = r"\"(?:\\.|[^\"\\\n])*\"?|'(?:\\.|[^'\\\n])*'?)"
REST += r"|(?P<name>[^\W\d]\w*)|(?P<number>\d\w*)|(?P<sign>\S)"
TOKENS = {
    ending: re.compile((PYTHON if ending == ".py" else OTHERS) + REST) for ending in LANGUAGES
}


def fingerprints_in(folder: str, beside: Collection[str] = ()) -> frozenset[int]:
    """Return the fingerprints of the program in a folder, without the files `beside` it."""
    found = set[int]()
    for where, _, names in os.walk(folder):
        for name in names:
            ending = os.path.splitext(name)[1]
            if ending in LANGUAGES and name not in beside:
                with open(os.path.join(where, name), encoding="utf-8", errors="replace") as file:
                    found |= fingerprints(file.read(MOST_SIGNS), ending)
    return frozenset(found)


def fingerprints(text: str, ending: str) -> set[int]:
    """Return the fingerprints of a text."""
    tokens = []
    for match in TOKENS[ending].finditer(text):
        kind = str(match.lastgroup)
        if kind != "comment":
            tokens.append(match[0] if kind == "sign" or match[0] in KEYWORDS else kind)
    runs = zip(*(tokens[start:] for start in range(RUN_LENGTH)), strict=False)
    hashes = [zlib.crc32(" ".join(run).encode()) for run in runs]
    windows = range(max(len(hashes) - WINDOW + 1, min(len(hashes), 1)))
    return {min(hashes[at : at + WINDOW]) for at in windows}


def most_similar(programs: Sequence[frozenset[int]]) -> list[tuple[int, int] | None]:
    """Return for each program the most similar other one: its place, and the per cent in common.

    They are those of the smaller program, so additions to a copy do not hide it.
    """
    found: list[tuple[int, int] | None] = [None] * len(programs)
    for place, mine in enumerate(programs):
        for other in range(place):
            smaller = min(len(mine), len(programs[other]))
            percent = 100 * len(mine & programs[other]) // smaller if smaller else 0
            for one, partner in ((place, other), (other, place)):
                best = found[one]
                if percent and (best is None or percent > best[1]):
                    found[one] = (partner, percent)
    return found

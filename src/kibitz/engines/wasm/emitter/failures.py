"""Reasons for which compiled rules stop, with the line of each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from kibitz.language.errors import KibitzError, phrase
from kibitz.solve.compiling.wasm_format import CUSTOM, name, section, sections

PLACES = "kibitz.places"  # the section of a module with its places
SENTENCES = {
    "index": phrase("{path}, line {line}: an index is out of range"),
    "zero": phrase("{path}, line {line}: division by zero"),
    "shift": phrase("{path}, line {line}: a shift by a negative number"),
    "large": phrase("{path}, line {line}: a number needs more than 63 bits"),
    "raised": phrase("{path}, line {line}: the rules raise an error"),
    "missing": phrase("{path}, line {line}: a function returns no value"),
    "endless": phrase("{path}, line {line}: {rule} does not end within the time limit"),
}
NOT_IN_A_BROWSER = phrase(
    "{path}, line {line}: {rule} uses {what}, which is not compiled in a browser"
)


class NotEmitted(KibitzError):
    """Rules use something that is not compiled in a browser; `details` are `path` and `line`."""


class CompiledCodeFailed(KibitzError):
    """Compiled rules raised an error, or left their memory."""


class FailurePlace(NamedTuple):
    """A place in rules where compiled code may stop, and why."""

    reason: str
    path: str
    line: int
    rule: str

    def error(self) -> CompiledCodeFailed:
        """Return the error of compiled code that stopped here."""
        sentence = SENTENCES[self.reason]
        return CompiledCodeFailed(sentence, path=self.path, line=str(self.line), rule=self.rule)


def places_section(places: Sequence[FailurePlace]) -> bytes:
    """Return the section of a module that lists its places."""
    return section(CUSTOM, name(PLACES) + json.dumps(places).encode())


def places_of_module(module: bytes) -> list[FailurePlace]:
    """Return the places of a module; none if another compiler made it."""
    for number, reader in sections(module):
        if number == CUSTOM and reader.name() == PLACES:
            listed = json.loads(reader.bytes(reader.end - reader.at))
            return [FailurePlace(*each) for each in listed]
    return []

"""Conventions: how a program is given a case, and where its answer is found.

A course's text says that its programs read `INPUT.TXT`, or talk to a person at a terminal who can
press Ctrl-C. `[course]` in the `assignment.toml` of an assignment says so. Programming judges
have one convention for all: standard input and output, pipes, a single program.

A text can leave open how something is done, such as the choice of a variant. Each possibility is a
`DialogueWay`; a program is tried in one after another, and the first that suits it is used.
"""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from kibitz.judge.assignments.assignment import assignment, part
from kibitz.language.errors import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

COURSE, JUDGE = AS = ("course", "judge")
USED = {
    COURSE: phrase("as the course's text asks"),
    JUDGE: phrase("by the conventions of programming judges"),
}
NOTHING: Mapping[str, str] = {}
INTERRUPT = b"\x03"  # as a key of a terminal
PYTHON = ".py"


class DialogueWay(NamedTuple):
    """One way to give a script of answers to a program.

    `typed` has what is typed instead of a line of the script, such as a key for Ctrl-C.
    `arguments` has the arguments of the program, by the first line of the script. `only` is the
    first line that scripts must have. With `status`, the exit status is that of the course's
    program.
    """

    name: str = COURSE
    typed: Mapping[str, str] = NOTHING
    arguments: Mapping[str, str] = NOTHING
    only: str = ""
    status: bool = False

    def offers(self, given: str) -> bool:
        """Return whether a script can be given in this way."""
        return not self.only or given.partition("\n")[0] == self.only

    def words(self, given: str) -> list[str]:
        """Return the arguments for a script."""
        return self.arguments.get(given.partition("\n")[0], "").split()

    def keys(self, line: bytes) -> bytes:
        """Return what a person types for a line of a script; no course says what spaces mean."""
        text = line.decode("utf-8", "replace").strip()
        return self.typed.get(text, f"{text}\n").encode()


class Convention(NamedTuple):
    """The convention of an assignment.

    `ways` are for dialogues; those of a course are at a terminal. `input` has the names of the file
    with the input, in the working folder, and `output` that of the file with the answer. Standard
    input and output can be used as well. `main` is the file to run if there are several Python
    files, and `beside` those that the course provides, by their names. `function` is the name of a
    function that is called as well: by the program `driver`, whose output is validated by
    `validator`.
    """

    ways: Sequence[DialogueWay] = (DialogueWay(JUDGE),)
    input: Sequence[str] = ()
    output: str = ""
    main: str = ""
    beside: Mapping[str, str] = NOTHING
    function: str = ""
    driver: str = ""
    validator: str = ""

    @property
    def name(self) -> str:
        """The first choice: that of a course, or of judges."""
        return COURSE if self.input else self.ways[0].name

    def complete(self, folder: str) -> bool:
        """Put the course's files beside a Python program that lacks them.

        Return whether the program has, or should have, the function.
        """
        files = [os.path.join(here, name) for here, _, names in os.walk(folder) for name in names]
        programs = [path for path in files if path.endswith(PYTHON)]
        names = {os.path.basename(path): path for path in sorted(programs, reverse=True)}
        wanted = [rf"\bdef\s+{self.function}\b"] if self.function else []
        for name, text in self.beside.items():
            wanted.append(rf"\b(?:import|from)\s+{name.removesuffix(PYTHON)}\b")
            if names and name not in names:
                there = os.path.dirname(names.get(self.main, min(programs)))
                with open(os.path.join(there, name), "w", encoding="utf-8") as file:
                    file.write(text)
        texts = map(contents, programs)
        return bool(wanted) and any(re.search("|".join(wanted), text) for text in texts)


def contents(path: str) -> str:
    """Return the text of a submitted file."""
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def convention(name: str) -> Convention:
    """Return the convention of the course of a classic."""
    made = assignment(name)
    about = dict(made.about["course"])
    ways = [DialogueWay(**way) for way in about.pop("ways", ())]
    return Convention(
        ways=[*ways, DialogueWay(JUDGE)],
        beside={file: part(f"{name}/{file}") for file in about.pop("beside", ())},
        driver=made.joined(about.pop("function_driver", [])),
        validator=made.joined(about.pop("function_validator", [])),
        **about,
    )

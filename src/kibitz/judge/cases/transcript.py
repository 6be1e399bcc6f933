"""Sample dialogues between a correct program and the judge, line by line."""

import subprocess
import sys

PROGRAM_SAYS, JUDGE_SAYS = ">", "<"


def transcript(program: str, script: list[str], silent: int) -> str:
    """Return the dialogue of a program that prints a question, ended by a colon, for each answer.

    The first `silent` lines of the script are read without a question.
    """
    done = subprocess.run(
        [sys.executable, "-I", "-c", program],
        input="".join(f"{line}\n" for line in script),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    lines = [JUDGE_SAYS + line for line in script[:silent]]
    rest = done.stdout
    for answer in script[silent:]:
        said, colon, rest = rest.partition(":")
        lines += said_lines(said + colon)
        lines.append(JUDGE_SAYS + answer)
        rest = rest.removeprefix(" ")
    return "\n".join(lines + said_lines(rest)) + "\n"


def said_lines(said: str) -> list[str]:
    """Return the output of a program as lines of a dialogue."""
    return [PROGRAM_SAYS + line for line in said.removesuffix("\n").split("\n")] if said else []

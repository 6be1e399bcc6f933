"""`kibitz doctor`: check the rules of a game and report violations with their lines."""

import asyncio
import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from kibitz.cli.options import JSON, Argument, Command, flag
from kibitz.conformance import ON_A_GPU, PROMISES, Complaint
from kibitz.conformance.examination import LOADING, NOTES, Examination
from kibitz.language.errors import KibitzError, Sentence, phrase, plural
from kibitz.language.languages import Language
from kibitz.play.session import words_not_for_moves

SECONDS = 60.0  # seconds for each step; compiling takes longest


COMMAND = Command(
    phrase(
        "Check that a game keeps its promises: that its rules are deterministic, its moves "
        "legal, its positions readable, its symmetries true, and that it compiles. Exits with "
        "0 if all is well, with 1 if not, with 2 if there is no such game."
    ),
    Argument("game", phrase("a file such as ./mygame.py, or any name; see kibitz games")),
    Argument(
        "--seconds",
        Sentence("how long each step may take, in seconds (default: {seconds})", seconds=SECONDS),
        "N",
        type=float,
        default=SECONDS,
    ),
    flag("--gpu", phrase("also check that the rules can run on a GPU (no GPU is needed for this)")),
    JSON,
)


def main(chosen: Namespace) -> int:
    """Print checks, the engines that solve a game, and notes; return 0 if all checks pass."""
    if not 0 < chosen.seconds <= 86_400:
        raise KibitzError("a step takes more than 0 and at most 86400 seconds")
    taken = words_not_for_moves()
    examination = Examination(chosen.game, chosen.seconds, taken, gpu=chosen.gpu)
    shown = listed(examination) if chosen.json else print_steps(examination, chosen.language)
    return asyncio.run(shown)


async def listed(examination: Examination) -> int:
    """Print the complaints as JSON; return the exit status."""
    complaints = [described(step, wrong) async for step, wrong, _ in examination if wrong]
    print(json.dumps(complaints, indent=2, ensure_ascii=False))
    return 1 if complaints else 0


def described(step: str, wrong: Complaint) -> dict[str, Any]:
    """Return a complaint as data for programs."""
    return {
        "check": step,
        "sentence": str(wrong.sentence),
        "file": wrong.where.file if wrong.where else None,
        "line": wrong.where.line if wrong.where else None,
        "remedy": str(wrong.remedy) if wrong.remedy else None,
    }


async def print_steps(examination: Examination, language: Language) -> int:
    """Print each check and its complaint; return the exit status."""
    broken = reached = 0
    async for step, wrong, over in examination:
        if not over:
            if sys.stdout.isatty():
                print(f"  …      {language.say(step)}", end="\r", flush=True)
            continue
        if step == NOTES and wrong is None:
            continue
        if step == LOADING:
            if wrong is not None:
                print(*in_lines(wrong, language), sep="\n")
                return 1
            continue
        reached += 1
        broken += wrong is not None
        mark = language.say("ok") if wrong is None else language.say("WRONG")
        print(f"  {mark:<5}  {language.say(step)}", flush=True)
        for line in in_lines(wrong, language):
            print("         " + line)
    for engine, why in examination.engines:
        mark = language.say("ok") if why is None else "–"
        print(f"  {mark:<5}  {language.tell(why or engine)}")
    for note in examination.notes:
        print(f"  {language.say('note'):<5}  {language.tell(note)}")
    promises = len(PROMISES) + (len(ON_A_GPU) if examination.gpu else 0)
    said = summed_up(examination.name, broken, promises - reached)
    print(*(language.tell(sentence) for sentence in said), sep="\n")
    return 1 if broken else 0


def in_lines(wrong: Complaint | None, language: Language) -> list[str]:
    """Return the violation and, on a second line, the remedy, if it is known."""
    said = [] if wrong is None else [wrong.words, wrong.remedy]
    return [str(language.tell(one)) for one in said if one is not None]


def summed_up(name: str, broken: int, left: int) -> Iterator[Sentence]:
    """Yield the summary of a game; `left` checks were not run."""
    if not broken:
        yield Sentence("{name} keeps all its promises", name=name)
        return
    yield plural(
        "{name}: {count} promise broken", "{name}: {count} promises broken", broken, name=name
    )
    if left:
        yield Sentence("once this is corrected, run the check again for the remaining promises")

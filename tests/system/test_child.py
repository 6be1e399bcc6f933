"""A process that answers questions: its parts, and how it ends where no server asks it."""

from __future__ import annotations

import asyncio
import signal
import sys

import pytest

from kibitz.system.child import Child, ChildEnded

ANSWERING = """
import os, sys
from kibitz.system.parent import Parent
parent = Parent()
for question in parent:
    for word in question:
        if word == "read and print":
            print(sys.stdin.read())
        elif word == "babble":
            os.write(parent._output.fileno(), b"1 2 3\\n")
        elif word == "end":
            os._exit(3)
        else:
            parent.tell(word)
    parent.tell(None)
"""


@pytest.mark.parametrize(("word", "status"), [("end", 3), ("babble", -signal.SIGKILL)])
def test_an_end_is_a_sentence_and_the_next_question_is_answered(word: str, status: int) -> None:
    async def answer(child: Child, *words: str) -> list[str]:
        return [part async for part in child.ask(words)]

    async def ask() -> None:
        async with Child([sys.executable, "-c", ANSWERING]) as child:
            assert await answer(child, "a", "read and print", "b\n") == ["a", "b\n"]
            with pytest.raises(ChildEnded, match="should answer this has ended") as error:
                await answer(child, word)
            assert error.value.status == status
            assert await answer(child, "again") == ["again"]
            await child.end(for_good=True)
            with pytest.raises(ChildEnded):
                await answer(child, "again")

    asyncio.run(ask())

"""What the docstrings of the public modules show is what happens."""

from __future__ import annotations

import doctest
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

import kibitz

if TYPE_CHECKING:
    from pathlib import Path

MODULES = sorted(
    {getattr(getattr(kibitz, name), "__module__", "kibitz") for name in kibitz.__all__} | {"kibitz"}
)


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "tables"))
    done = doctest.testmod(import_module(module), optionflags=doctest.ELLIPSIS)
    assert not done.failed


def test_what_people_begin_with_has_examples() -> None:
    finder = doctest.DocTestFinder()
    shown = {
        name
        for name in kibitz.__all__
        if name != "__version__" and finder.find(getattr(kibitz, name), name)[0].examples
    }
    assert {
        "Answer", "Board", "Effort", "GameTable", "Match", "Move", "Oracle", "Outcome", "OwnGame",
        "Position", "compare", "families", "game", "mirrors", "picture", "table",
    } <= shown  # fmt: skip

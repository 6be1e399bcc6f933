"""The shapes that the modules of the page are checked with are those of the API."""

from __future__ import annotations

from typing import Literal

import page_types
import pytest


def test_the_parts_of_the_page_are_those_of_its_html() -> None:
    assert '"#board": HTMLElementTagNameMap["div"];' in page_types.parts()
    (found,) = page_types.Identified("<p><input id=a value=b><b>").found
    assert found == ("a", "input")


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        (str | None, "string | null"),
        (list[int | str], "(number | string)[]"),
        (dict[str, tuple[bool, float]], "Record<string, [boolean, number]>"),
        (Literal["", 'a"b'], '"" | "a\\"b"'),
    ],
)
def test_types_are_written_as_typescript_writes_them(kind: object, written: str) -> None:
    assert page_types.written(kind) == written

"""The shapes that the modules of the page are checked with are those of the API."""

from __future__ import annotations

from typing import Literal, TypedDict

import page_types
import pytest

from kibitz.questions.handlers import HANDLERS


def test_every_question_has_a_shape() -> None:
    shapes = page_types.shapes()
    assert all(shapes.count(f"  {name}: ") >= 2 for name in HANDLERS)  # its details and its answer


def test_the_parts_of_the_page_are_those_of_its_html() -> None:
    assert '"#board": HTMLElementTagNameMap["div"];' in page_types.parts()
    (found,) = page_types.Identified("<p><input id=a value=b><b>").found
    assert found == ("a", "input")


class Stone(TypedDict):
    """A stone."""

    size: int
    lies: list[tuple[float, float]] | None


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        (str | None, "string | null"),
        (list[int | str], "(number | string)[]"),
        (dict[str, list[bool]], "Record<string, boolean[]>"),
        (tuple[str, float], "[string, number]"),
        (Literal["", 'a"b'], '"" | "a\\"b"'),
        (list[Stone], "Stone[]"),
    ],
)
def test_types_are_written_as_typescript_writes_them(kind: object, written: str) -> None:
    assert page_types.written(kind) == written


def test_a_shape_is_an_interface_with_its_sentence() -> None:
    assert page_types.interface(Stone) == (
        "/** A stone. */\n"
        "interface Stone {\n"
        "  size: number;\n"
        "  lies: [number, number][] | null;\n"
        "}\n"
    )


def test_a_type_that_json_does_not_have_is_refused() -> None:
    with pytest.raises(TypeError, match="no type of TypeScript"):
        page_types.written(set[int])

"""Translations of the texts of the page.

The page is written in English. Its sentences are those marked `data-t` in its HTML and those given
to `t(…)` and `tn(…)` in its modules; scripts/catalogues.py collects them with all others. Texts in
responses are translated by the server, names of variants and parameters included.
"""

import re
from functools import lru_cache
from typing import Annotated

import kibitz.questions.handlers  # noqa: F401  # their questions come first
from kibitz.language.errors import UnknownGame, listed
from kibitz.language.languages import LANGUAGES
from kibitz.questions.answering import Limits, language, question
from kibitz.questions.app_state import AppState

IN_HTML = re.compile(r'data-t(?:="([^"]*)")?(?:\s[^>]*)?>([^<]*)<')
IN_ATTRIBUTES = re.compile(r'data-t-(?:label|title|content)="([^"]*)"')
TEXT = r'"((?:[^"\\]|\\.)*)"'
IN_MODULES = re.compile(rf"\bt\(\s*{TEXT}")
PLURALS_IN_MODULES = re.compile(rf"\btn\(\s*{TEXT},\s*{TEXT}")


@lru_cache
def sentences() -> tuple[str, ...]:
    """Return every sentence of the page that no number changes, in order."""
    from kibitz.web.page_files import page_files  # a click needs no list of sentences

    found: set[str] = set()
    for path, content in page_files():
        if path.endswith(".html"):
            text = content.decode()
            found |= {" ".join(inside.split()) for _, inside in IN_HTML.findall(text)}
            found.update(IN_ATTRIBUTES.findall(text))
        elif path.endswith(".js"):
            found |= {one.replace('\\"', '"') for one in IN_MODULES.findall(content.decode())}
    return tuple(sorted(found - {""}))


@lru_cache
def plurals() -> tuple[tuple[str, str], ...]:
    """Return every sentence of the page that depends on a number: for one, and for several."""
    from kibitz.web.page_files import page_files

    texts = (content.decode() for path, content in page_files() if path.endswith(".js"))
    return tuple(sorted({pair for text in texts for pair in PLURALS_IN_MODULES.findall(text)}))


def catalogue(code: str) -> dict[str, str | list[str]]:
    """Return the sentences of the page in a language.

    The key of a plural is its singular, the value the list of `Language.forms`.
    """
    speaks = language(code)
    found: dict[str, str | list[str]] = {one: speaks.plain(one) for one in sentences()}
    return found | {one: speaks.forms(one, many) for one, many in plurals()}


@question("GET /words/{code}", "page")
def words(
    state: AppState, code: Annotated[str, Limits(max_length=10)]
) -> dict[str, str | list[str]]:
    """The sentences of the page in a language."""
    if code not in LANGUAGES:
        raise UnknownGame(
            "there is no such language; choose from: {known}", known=listed(LANGUAGES)
        )
    return catalogue(code)

"""Translations of the texts of the page.

The page is written in English. Its sentences are those marked `data-t` in its HTML and those given
to `t(…)` and `tn(…)` in its modules; scripts/catalogues.py collects them with all others. Texts in
responses are translated by the server, names of variants and parameters included.
"""

import re
from functools import lru_cache

from kibitz.language.errors import Name, PlayerName
from kibitz.language.languages import LANGUAGES, Language

IN_HTML = re.compile(r'data-t(?:="([^"]*)")?(?:\s[^>]*)?>([^<]*)<')
IN_ATTRIBUTES = re.compile(r'data-t-(?:label|title|content)="([^"]*)"')
TEXT = r'"((?:[^"\\]|\\.)*)"'
IN_MODULES = re.compile(rf"\bt\(\s*{TEXT}")
PLURALS_IN_MODULES = re.compile(rf"\btn\(\s*{TEXT},\s*{TEXT}")


class PageLanguage(Language):
    """A language in which the names of variants, parameters and players are translated too."""

    def plain(self, words: str) -> str:
        return super().plain(words.drawn if isinstance(words, PlayerName) else words)

    def tell(self, said: object) -> object:
        return self.plain(said) if isinstance(said, Name | PlayerName) else super().tell(said)


@lru_cache
def language(code: str) -> PageLanguage:
    """Return a language by its code; English if there is none of that code."""
    return PageLanguage(code if code in LANGUAGES else "en")


def wanted(header: str) -> PageLanguage:
    """Return the preferred available language of an Accept-Language header."""
    for part in header[:200].split(","):
        code = part.partition(";")[0].strip().partition("-")[0].lower()
        if code in LANGUAGES:
            return language(code)
    return language("en")


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

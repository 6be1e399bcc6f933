"""The languages that Kibitz speaks, and the one that a person wants.

What is said in code is English. A catalogue (`locale/…/kibitz.mo`) holds the same sentences in
another language, their details still to be filled in; scripts/catalogues.py makes it. How numbers,
quotations and lists are written is a table here, `MANNERS`.
"""

from __future__ import annotations

import os

from kibitz.language.errors import (
    ENGLISH,
    KibitzError,
    Manner,
    NotationError,
    Sentence,
    filled,
    nearest,
    quoted,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

LANGUAGES = {
    "en": "English",
    "el": "Ελληνικά",
    "et": "eesti",
    "fr": "français",
    "ro": "română",
    "sv": "svenska",
}
MANNERS = {
    "en": ENGLISH,
    "el": Manner(("«", "»"), ".", ",", ("και", "ή")),
    "et": Manner(("„", "“"), "\u00a0", ",", ("ja", "või"), grouped_from=10_000),
    "fr": Manner(("«\u00a0", "\u00a0»"), "\u202f", ",", ("et", "ou")),
    "ro": Manner(("„", "”"), ".", ",", ("și", "sau")),
    "sv": Manner(("”", "”"), "\u00a0", ",", ("och", "eller")),
}
VARIABLE = "KIBITZ_LANG"
FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale")


class Language:
    """Says things in one language."""

    def __init__(self, code: str = "en") -> None:
        self.code = code
        self.manner = MANNERS[code]
        self._translate: Callable[[str], str] = str
        self._form: Callable[[str, str, int], str] = _english
        if code != "en":
            import gettext  # who speaks English need not wait for it

            catalogue = gettext.translation("kibitz", FOLDER, [code])
            self._translate, self._form = catalogue.gettext, catalogue.ngettext

    def say(self, sentence: str, /, **details: object) -> str:
        """Return a sentence in this language, with its details filled in."""
        said = self._translate(sentence)
        if not details:
            return said  # the title of somebody's game may have braces in it
        return filled(said, details, self.manner, self.tell)

    def plain(self, words: str) -> str:
        """Return words in this language as they are, nothing filled in."""
        return self._translate(words) if words else ""  # of "", gettext gives its own heading

    def forms(self, one: str, many: str) -> list[str]:
        """Return a sentence as it is said of one, of few (such as 2) and of many (such as 20)."""
        return [self._form(one, many, count) for count in (1, 2, 20)]

    def tell(self, said: object) -> object:
        """Return a sentence or an error in this language, and anything else as it is."""
        if isinstance(said, NotationError):
            return f"{self.tell(said.words)} ({self.tell(said.where)})"
        if isinstance(said, KibitzError):
            return self.tell(said.words)
        if not isinstance(said, Sentence):
            return said
        if said.many is None:
            return self.say(said.sentence, **said.details)
        count = said.details["count"]
        assert isinstance(count, int)
        form = self._form(said.sentence, said.many, count)
        return filled(form, said.details, self.manner, self.tell)


def _english(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


def language_for(wanted: str | None, environment: Mapping[str, str] = os.environ) -> Language:
    """Return the language that a person asks for: by an option, `KIBITZ_LANG` or the locale.

    An option or `KIBITZ_LANG` must name a language there is. A locale of another one, or none,
    means English.
    """
    asked = wanted or environment.get(VARIABLE)
    if asked:
        code = _code(asked)
        if code not in LANGUAGES:
            raise KibitzError(
                "there is no language {language}; {suggestion}",
                language=quoted(asked),
                suggestion=nearest(code, LANGUAGES),
            )
        return Language(code)
    for locale in _locales(environment):
        if _code(locale) in LANGUAGES:
            return Language(_code(locale))
    return Language()


def _locales(environment: Mapping[str, str]) -> list[str]:
    """Return the locales for messages, the most wanted first."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "C")
    if _code(locale) in ("c", "posix"):
        return []  # whoever switches the locale off means LANGUAGE too
    return [*environment.get("LANGUAGE", "").split(":"), locale]


def _code(locale: str) -> str:
    """Return the language of a locale: `el` of `el_GR.UTF-8`."""
    return locale.partition(".")[0].partition("_")[0].partition("-")[0].lower()

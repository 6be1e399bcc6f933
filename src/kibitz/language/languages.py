"""Supported languages, and the choice of one from an option, the environment or the locale.

Sentences in code are English. A catalogue (`locale/…/kibitz.mo`), compiled at install, holds their
translations, with the same placeholders. `MANNERS` defines how each language writes numbers,
quotations and lists.
"""

from __future__ import annotations

import os
import sys

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
    "fr": Manner(("«\u202f", "\u202f»"), "\u202f", ",", ("et", "ou")),
    "ro": Manner(("„", "”"), ".", ",", ("și", "sau")),
    "sv": Manner(("”", "”"), "\u00a0", ",", ("och", "eller")),
}
VARIABLE = "KIBITZ_LANG"
FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale")
BESIDE = os.path.join(sys.prefix, "share", "locale")  # for a checkout that cannot be written


class Language:
    """Translates sentences into one language."""

    def __init__(self, code: str = "en") -> None:
        self.code = code
        self.manner = MANNERS[code]
        self._translate: Callable[[str], str] = str
        self._form: Callable[[str, str, int], str] = _english
        if code != "en":
            import gettext  # not needed for English

            folder = FOLDER if gettext.find("kibitz", FOLDER, [code]) else BESIDE
            catalogue = gettext.translation("kibitz", folder, [code], fallback=True)
            self._translate, self._form = catalogue.gettext, catalogue.ngettext

    def say(self, sentence: str, /, **details: object) -> str:
        """Return a sentence in this language, with its details filled in."""
        said = self._translate(sentence)  # the title of a game in a file may contain braces
        return filled(said, details, self.manner, self.tell) if details else said

    def plain(self, words: str) -> str:
        """Return the translation of words without filling in anything."""
        # Gettext translates "" to the header of the catalogue.
        return self._translate(words) if words else ""

    def forms(self, one: str, many: str) -> list[str]:
        """Return the forms of a sentence for one, for few (such as 2) and for many (such as 20)."""
        return [self._form(one, many, count) for count in (1, 2, 20)]

    def tell(self, said: object) -> object:
        """Return the translation of a sentence or an error; anything else is returned unchanged."""
        if isinstance(said, NotationError):
            return f"{self.tell(said.words)} ({self.tell(said.where)})"
        if isinstance(said, KibitzError):
            return self.tell(said.words)
        if not isinstance(said, Sentence):
            return said
        if said.many is None:
            return self.say(said.shown, **said.details)
        count = said.details["count"]
        assert isinstance(count, int)
        form = self._form(said.sentence, said.many, count)
        return filled(form, said.details, self.manner, self.tell)


def _english(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


def language_for(wanted: str | None, environment: Mapping[str, str] = os.environ) -> Language:
    """Return the language requested by an option, `KIBITZ_LANG` or the locale.

    An option or `KIBITZ_LANG` must name a supported language. Without them, an unsupported locale
    or none means English.
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
    codes = map(_code, _locales(environment))
    return Language(next((code for code in codes if code in LANGUAGES), "en"))


def _locales(environment: Mapping[str, str]) -> list[str]:
    """Return the locales for messages, in order of preference."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "C")
    if _code(locale) in ("c", "posix"):
        return []  # the C locale disables LANGUAGE too, as in gettext
    return [*environment.get("LANGUAGE", "").split(":"), locale]


def _code(locale: str) -> str:
    """Return the language code of a locale: `el` for `el_GR.UTF-8`."""
    return locale.partition(".")[0].partition("_")[0].partition("-")[0].lower()

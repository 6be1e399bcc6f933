"""Makes the catalogues of the languages that Kibitz speaks: run it after changing a sentence.

    .venv/bin/python scripts/catalogues.py

It collects every sentence for people from the sources, brings the catalogues `kibitz.po` up to
date and compiles them to `kibitz.mo`, which is what the package reads. It says what is still to
be translated. The compiled files are kept with the sources, so that neither a clone nor a wheel
needs Babel.
"""

from __future__ import annotations

import io
import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from kibitz.web.words import sentences

SOURCES = Path(__file__).resolve().parent.parent / "src" / "kibitz"
FOLDER = SOURCES / "locale"
LANGUAGES = ("el", "et", "fr", "ro", "sv")

# Where sentences for players are, and the calls whose first word is one.
PLACES = [
    ("rules/**.py", "python"),
    ("play/**.py", "python"),
    ("solve/making.py", "python"),
    ("cli/play.py", "python"),
    ("cli/dialogue.py", "python"),
    ("cli/dialogue_commands.py", "python"),
    ("web/answering.py", "python"),
    ("web/builder.py", "python"),
    ("web/builders.py", "python"),
    ("web/faults.py", "python"),
    ("web/guard.py", "python"),
    ("web/handlers.py", "python"),
    ("web/pointing.py", "python"),
    ("web/puzzles.py", "python"),
    ("web/refusals.py", "python"),
    ("web/tables.py", "python"),
    ("web/worker.py", "python"),
    ("web/workers.py", "python"),
]
ERRORS = ["KibitzError", "MatchError", "NotationError", "UnknownGame", "refuse"]
ERRORS += ["BrokenRules", "NoPuzzle", "NoTable", "Stopped", "TooBusy", "TooFar"]
CALLS = dict.fromkeys([*ERRORS, "Sentence", "phrase", "say", "tell"])


def template() -> Catalog:
    """Return every sentence of the sources, none of them translated."""
    catalog = steady(Catalog(project="kibitz", charset="utf-8", fuzzy=False))
    found = extract_from_dir(SOURCES, PLACES, keywords=CALLS)
    for file, line, message, _, _ in found:
        catalog.add(message, locations=[(f"src/kibitz/{file}", line)])
    for words in words_of_games():
        catalog.add(words, locations=[("src/kibitz/rules/registry.py", 1)])
    for words in sentences():
        catalog.add(words, locations=[("src/kibitz/web/page", 1)])
    return catalog


def words_of_games() -> list[str]:
    """Return what the games of Kibitz say of themselves."""
    from kibitz.rules.family import START
    from kibitz.rules.registry import BUILT_IN, family, game

    words = []
    for name in BUILT_IN:
        one = family(name)
        words += [game(name).title, one.summary, *one.variants.values()]
        words += [name for name in one.variants if name]
        for parameter in one.parameters.values():
            words += [parameter.meaning, *parameter.choices]
            if parameter.name != START:
                words.append(parameter.name)
    return words


def steady(catalog: Catalog) -> Catalog:
    """Return the catalogue with a heading that says nothing of when and by whom it was made."""
    catalog.creation_date = catalog.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    catalog.version = "1"
    catalog.last_translator = catalog.language_team = catalog.msgid_bugs_address = "kibitz"
    catalog.header_comment = "# What Kibitz says to its players"
    return catalog


def po_file(language: str) -> Path:
    """Return where the catalogue of a language lies."""
    return FOLDER / language / "LC_MESSAGES" / "kibitz.po"


def read(language: str) -> Catalog:
    """Return the catalogue of a language, an empty one if there is none yet."""
    path = po_file(language)
    if not path.exists():
        return Catalog(locale=language, project="kibitz", charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def compiled(catalog: Catalog) -> bytes:
    """Return the compiled form of a catalogue."""
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def main() -> int:
    """Bring everything up to date; return 1 if something is left to translate."""
    wanted = template()
    left = 0
    for language in LANGUAGES:
        catalog = read(language)
        catalog.update(wanted, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        steady(catalog)
        path = po_file(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalog, sort_output=True, include_lineno=False, width=100)
        path.with_suffix(".mo").write_bytes(compiled(catalog))
        for message in catalog:
            if message.id and (not message.string or message.fuzzy):
                print(f"{language}: {message.id}")
                left += 1
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())

"""Makes the catalogues of the languages that Kibitz speaks: run it after changing a sentence.

    .venv/bin/python scripts/catalogues.py
    .venv/bin/python scripts/catalogues.py --changed main

It collects every sentence for people from the sources, brings the catalogues `kibitz.po` up to
date and compiles them (compile_catalogues.py). It lists what is still to be translated; such a
sentence is shown in English. Those for players must be translated before a change lands, those for
developers may wait.

With `--changed`, it prints every translation that differs from a revision, with real values in its
gaps and in all plural forms, for a second reading. Nothing is written then.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from compile_catalogues import FOLDER, compile_all

from kibitz.language.errors import Sentence, listed, plural
from kibitz.language.languages import Language
from kibitz.rules.objectives.outcomes import Draw, Leaves, Loss, Win, in_moves
from kibitz.web.page_words import plurals, sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kibitz.rules.base_game import BaseGame

SOURCES = Path(__file__).resolve().parent.parent / "src" / "kibitz"
LANGUAGES = ("el", "et", "fr", "ro", "sv")

# The five classic programs have the words of their originals; those who judge them speak as others.
APART = "classics"
NOT_APART = "answer_check.py"
# The calls whose first word is a sentence, besides every error but one that makes its own; and the
# call with two, for one and for several.
CALLS = {"Complaint", "Sentence", "phrase", "refuse", "reject", "say", "tell", "violation"}
OTHER_ERRORS = {"Exhausted"}
# Where sentences are for developers: authors of games, users of the Python API and of engines. A
# sentence that is only said there may wait for its translation.
FOR_DEVELOPERS = tuple(
    f"src/kibitz/{place}"
    for place in (
        "adapters/", "api/", "games/gamefile.py", "cli/commands/doctor_command.py",
        "conformance/", "rules/rules.py", "rules/simple_game.py", "export/",
        "solve/",
    )
)  # fmt: skip
# Notes on the history of games and their sources may wait too.
NOTES = "src/kibitz/games/history"


def template() -> Catalog:
    """Return every sentence of the sources, none of them translated."""
    catalog = steady(Catalog(project="kibitz", charset="utf-8", fuzzy=False))
    for message, path in said():
        catalog.add(message, locations=[(f"src/kibitz/{path}", 1)])
    for words in words_of_games():
        catalog.add(words, locations=[("src/kibitz/games/registry.py", 1)])
    for words in sorted(notes_of_games()):
        catalog.add(words, locations=[(NOTES, 1)])
    page: list[str | tuple[str, str]] = [*sentences(), *plurals()]
    for sentence in page:
        catalog.add(sentence, locations=[("src/kibitz/web/page", 1)])
    return catalog


def said() -> Iterator[tuple[str | tuple[str, str], Path]]:
    """Yield what the Python sources say, and where."""
    trees = {
        path.relative_to(SOURCES): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(SOURCES.rglob("*.py"))
    }
    calls = CALLS | errors(trees.values()) - OTHER_ERRORS
    for path, tree in trees.items():
        apart = path.parts[0] == APART and path.name != NOT_APART
        for call in () if apart else ast.walk(tree):
            if isinstance(call, ast.Call):
                name = getattr(call.func, "id", getattr(call.func, "attr", ""))
                texts = [text for text in map(text_of, call.args[:2]) if text]
                if name == "plural" and len(texts) == 2:
                    yield (texts[0], texts[1]), path
                elif name in calls and call.args and text_of(call.args[0]):
                    yield texts[0], path


def text_of(node: ast.expr) -> str | None:
    """Return the text that a node of a syntax tree is; None if it is something else."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def errors(trees: Iterable[ast.Module]) -> set[str]:
    """Return the names of `KibitzError` and of all errors made from it."""
    classes = [
        (one.name, {getattr(base, "id", "") for base in one.bases})
        for tree in trees
        for one in ast.walk(tree)
        if isinstance(one, ast.ClassDef)
    ]
    found = {"KibitzError"}
    while more := {name for name, bases in classes if bases & found} - found:
        found |= more
    return found


def words_of_games() -> list[str | tuple[str, str]]:
    """Return what the games of Kibitz say of themselves, and what assignments ask of own games."""
    from kibitz.games.registry import BUILT_IN, family, game
    from kibitz.games.shipped_games import texts
    from kibitz.rules.family import START
    from kibitz.rules.game_text import GameText

    words: list[str | tuple[str, str]] = []
    for name, text in texts():
        words += GameText(ast.get_docstring(ast.parse(text)) or "").sentences()
        words += [*named_by(game(name)), *(one for one in family(name).parameters if one != START)]
    for name in BUILT_IN:
        one = family(name)
        words += [*named_by(game(name)), game(name).title, one.summary, *one.variants.values()]
        words += [name for name in one.variants if name]
        for parameter in one.parameters.values():
            words += [parameter.meaning, *parameter.choices]
            if parameter.name != START:
                words.append(parameter.name)
    for path in (SOURCES / "judge").glob("packages/own/*.toml"):  # statements of own games
        task = tomllib.loads(path.read_text(encoding="utf-8"))
        words += [task["asked"], task["input"], task["output"]]
    return words


def notes_of_games() -> set[str]:
    """Return the notes on the history of the games of Kibitz."""
    from kibitz.games.kinds import all_games
    from kibitz.games.registry import BUILT_IN, game
    from kibitz.games.shipped_games import texts

    names = {one.name for one in all_games()} & {*BUILT_IN, *(name for name, _ in texts())}
    return set(filter(None, (game(name).about().history for name in names)))


def named_by(game: BaseGame) -> list[str | tuple[str, str]]:
    """Return the names of what a game counts, of its pieces, and of what is drawn."""
    counted, drawn = game.rules.objective.words, game.appearance
    names = [*game.called.values(), *((*drawn.beside, *drawn.players) if drawn else ())]
    return [*names, counted] if counted else [*names]


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


def forms(message: Message) -> list[str]:
    """Return a translation: one text, or one for each form that the language has for numbers."""
    said = message.string or ""
    return [said] if isinstance(said, str) else list(said)


def in_french_type(text: str) -> str:
    """Return a French text with its narrow no-break spaces and apostrophes; code is left alone."""
    parts = re.split("(`[^`]*`)", text)
    for at in range(0, len(parts), 2):
        part = re.sub(r"[ \u00a0]([:;!?»])(?=\s|$|[.,)»])", "\u202f\\1", parts[at])
        part = re.sub("«[ \u00a0]", "«\u202f", part)
        parts[at] = re.sub(r"(?<=[^\W\d_])'(?=[^\W\d_])", "’", part)
    return "".join(parts)


def is_missing(message: Message) -> bool:
    """Return whether a sentence has no translation, so that English is shown."""
    return bool(message.id) and (not all(forms(message)) or message.fuzzy)


def is_note(message: Message) -> bool:
    """Return whether a sentence is a note on the history of a game, with titles of papers."""
    return bool(message.locations) and all(path == NOTES for path, _ in message.locations)


def may_wait(message: Message) -> bool:
    """Return whether a sentence is only for developers, or a note on the history of a game."""
    developers = all(path.startswith(FOR_DEVELOPERS) for path, _ in message.locations)
    return developers or is_note(message)


COUNTS = (1, 2, 5, 21)  # every plural form of the five languages
SAMPLES: dict[str, object] = {  # what may stand in a gap
    "after": Sentence("the start"), "before": Win(5).words, "cell": "c3", "comment": Draw.words,
    "default": 3, "heading": "Kibitz", "known": listed(["human", "perfect"]), "least": 9,
    "listed": 3, "line": "b2 a3", "loss": in_moves(4), "margin": 3, "meaning": "rows", "most": 17,
    "move": "b2", "moves": plural("{count} move", "{count} moves", 4), "number": 7,
    "outcome": Draw.words, "player": "X", "possible": 4,
    "score": Leaves(2).counted(2), "seconds": 30,
    "value": Loss(4).words, "win": in_moves(5), "word": "b9",
}  # fmt: skip


def changed(revision: str) -> Iterator[str]:
    """Yield the translations that differ from a revision, as people read them."""
    for language in LANGUAGES:
        path = po_file(language).relative_to(SOURCES.parent.parent)
        found = subprocess.run(
            ["git", "show", f"{revision}:{path}"],
            capture_output=True, check=True, cwd=SOURCES.parent.parent,
        )  # fmt: skip
        before = {message.id: message.string for message in read_po(io.BytesIO(found.stdout))}
        speaker = Language(language)
        for message in read(language):
            if message.id and before.get(message.id) != message.string:
                yield f"{language}: {message.id}"
                yield from dict.fromkeys(f"    {one}" for one in filled_in(message, speaker))


def filled_in(message: Message, speaker: Language) -> Iterator[str]:
    """Yield a translation with real values in its gaps, in all plural forms."""
    one, many = message.id, None
    if not isinstance(one, str):
        one, many = one
    gaps = dict.fromkeys(re.findall(r"{(\w+)}", f"{one} {many}"))
    for count in COUNTS if "count" in gaps else (1,):
        sentence = Sentence(one, **{gap: SAMPLES.get(gap, f"<{gap}>") for gap in gaps})
        sentence.many = many
        if "count" in gaps:
            sentence.details["count"] = count
        yield str(speaker.tell(sentence))


def main() -> int:
    """Bring everything up to date; return 1 if something for players is left to translate."""
    if sys.argv[1:2] == ["--changed"]:
        print("\n".join(changed(sys.argv[2] if len(sys.argv) > 2 else "HEAD")))
        return 0
    wanted = template()
    left = 0
    for language in LANGUAGES:
        catalog = read(language)
        catalog.update(wanted, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        steady(catalog)
        for message in catalog if language == "fr" else ():
            set_type = tuple(map(in_french_type, forms(message)))
            message.string = set_type if message.pluralizable else set_type[0]
        path = po_file(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalog, sort_output=True, include_lineno=False, width=100)
        for message in catalog:
            if is_missing(message):
                print(f"{language}: {message.id}{' (may wait)' if may_wait(message) else ''}")
                left += not may_wait(message)
    compile_all()
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())

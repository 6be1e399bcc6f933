"""Compiles the catalogues of the languages: `kibitz.po` to `kibitz.mo`, which the package reads.

An install, a build and the tests do so; only Python is needed for it.
"""

from __future__ import annotations

import json
import os
import struct
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "src" / "kibitz" / "locale"
MAGIC = 0x950412DE
VERSION = 0
HEAD = 28  # bytes


def compile_all(target: Path = FOLDER, source: Path = FOLDER) -> None:
    """Compile every catalogue that is newer than its compiled form in the target folder."""
    for path in sorted(source.glob("*/LC_MESSAGES/kibitz.po")):
        made = target / path.relative_to(source).with_suffix(".mo")
        if made.exists() and made.stat().st_mtime >= path.stat().st_mtime:
            continue
        made.parent.mkdir(parents=True, exist_ok=True)
        part = made.with_suffix(f".{os.getpid()}")  # another process may read or make it meanwhile
        part.write_bytes(compiled(path.read_text(encoding="utf-8")))
        part.replace(made)


def compiled(catalogue: str) -> bytes:
    """Return the compiled form of a catalogue: the texts by their sentences, in order.

    A sentence is left out if it, or one of its forms, is not translated.
    """
    texts = sorted(filter(None, map(entry, catalogue.split("\n\n"))))
    count = len(texts)
    first = [struct.pack("<7I", MAGIC, VERSION, count, HEAD, HEAD + 8 * count, 0, 0)]
    body = b""
    for column in zip(*texts, strict=True):
        for text in column:
            first.append(struct.pack("<2I", len(text), HEAD + 16 * count + len(body)))
            body += text + b"\0"
    return b"".join(first) + body


def entry(block: str) -> tuple[bytes, bytes] | None:
    """Return the sentence and the translation of a block, with a NUL between plural forms."""
    texts: list[tuple[str, str]] = []  # keyword and text
    for line in block.splitlines():
        if line.startswith("#"):
            if "fuzzy" in line.split(", ")[1:]:
                return None
        elif line.startswith('"'):
            keyword, before = texts.pop()
            texts.append((keyword, before + json.loads(line)))
        elif line:
            keyword, _, text = line.partition(" ")
            texts.append((keyword, json.loads(text)))
    translated = [text for keyword, text in texts if keyword.startswith("msgstr")]
    if not translated or not all(translated):
        return None
    sentence = [text for keyword, text in texts if keyword.startswith("msgid")]
    return "\0".join(sentence).encode(), "\0".join(translated).encode()


if __name__ == "__main__":
    compile_all()

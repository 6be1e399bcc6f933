"""Prints the tests of parts of the source and of all that imports them, for `./test`.

    scripts/select_tests.py judge gpu    tests of folders of src/kibitz and of what imports them
    scripts/select_tests.py --changed    tests of what differs from main

A folder whose name stands only in a text, as engines do in the registries, is not imported there:
its own tests run. What has no tests of its own, such as a script, is tested in `tests/house`.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

HOME = Path(__file__).resolve().parents[1]
SOURCE, TESTS = HOME / "src" / "kibitz", HOME / "tests"
ELSEWHERE = {"docs": "docs", "examples": "games", "benchmarks": "house", "scripts": "house"}


def named(names: Iterable[str]) -> tuple[set[str], set[str]]:
    """Return the folders of the source with these names, and the tests that have no such folder."""
    deepest_first = sorted(SOURCE.rglob("*/"), key=lambda path: -len(path.parts))
    there = {path.name: path.relative_to(SOURCE).as_posix() for path in deepest_first}
    folders, tests = set(), set()
    for name in names:
        if name in there:
            folders.add(there[name])
        elif (TESTS / name).is_dir():
            tests.add(f"tests/{name}")
        else:
            sys.exit(f"./test: there is no folder {name} in src/kibitz or tests")
    return folders, tests


def imports() -> dict[str, set[str]]:
    """Return, for each folder of the source, the folders that import from it.

    The package itself, which imports all that it exports, is none of them.
    """
    importers = defaultdict(set)
    for file in SOURCE.rglob("*/*.py"):
        here = folder_of(file)
        for name in names_imported(ast.parse(file.read_text(encoding="utf-8"))):
            importers[folder_of(SOURCE.parent.joinpath(*name.split(".")))].add(here)
    return importers


def names_imported(tree: ast.Module) -> Iterator[str]:
    """Yield the modules of kibitz that a module imports anywhere."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kibitz"):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("kibitz."))


def folder_of(path: Path) -> str:
    """Return the folder of the source that a file, a module or a name in one belongs to."""
    while not path.is_dir():
        path = path.parent
    return path.relative_to(SOURCE).as_posix()


def with_importers(folders: Iterable[str]) -> set[str]:
    """Return the folders with all that import from them, directly or not."""
    importers = imports()
    waiting = [*folders]
    found: set[str] = set()
    while waiting:
        folder = waiting.pop()
        if folder not in found:
            found.add(folder)
            waiting += importers[folder]
    return found


def changed() -> tuple[set[str], set[str]]:
    """Return the folders of the source and the paths of tests that differ from main."""
    compared = ["git", "diff", "--name-only", "--diff-filter=d", "main...HEAD"]
    edited = ["git", "status", "--porcelain", "--no-renames", "-uall"]
    paths = set(git(compared)) | {line[3:] for line in git(edited)}
    folders, tests = set(), set()
    for path in paths:
        top, _, rest = path.partition("/")
        if path.startswith("src/kibitz/"):
            folders.add(folder_of(HOME / path))
        elif top == "tests" and Path(path).name.startswith("test_") and (HOME / path).exists():
            tests.add(path)
        elif top == "tests" and rest.startswith("support"):
            folders.add(".")  # which all tests use
        else:
            tests.add(f"tests/{ELSEWHERE.get(top, 'house')}")
    return folders, tests


def git(command: list[str]) -> list[str]:
    """Return the lines that Git prints."""
    done = subprocess.run(command, cwd=HOME, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def tests_of(folders: Collection[str]) -> Iterator[str]:
    """Yield the paths of the tests of folders of the source; of the source itself, all."""
    for folder in folders:
        here = TESTS / folder
        while not here.is_dir():
            here = here.parent
        if here != TESTS:
            yield here.relative_to(HOME).as_posix()
        elif folder == ".":
            yield "tests"


def main(words: list[str]) -> None:
    """Print the paths for pytest, without those inside others."""
    folders, tests = changed() if words == ["--changed"] else named(words)
    paths = {*tests, *tests_of(with_importers(folders))}
    if not paths:
        sys.exit("./test: nothing differs from main")
    within = {path for path in paths for other in paths if path.startswith(f"{other}/")}
    print(*sorted(paths - within))


if __name__ == "__main__":
    main(sys.argv[1:])

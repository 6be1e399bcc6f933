"""Counts the code lines of each folder, and compares them with the budgets and an earlier commit.

    .venv/bin/python scripts/code_lines.py

A code line holds something other than a comment, a docstring or white space. The budgets are in
`tests/house/budgets.toml`. The earlier commit is where the branch left `main`; on `main` itself it
is the last tag. `./test` prints the table at its end.
"""

from __future__ import annotations

import io
import subprocess
import tarfile
import tokenize
import tomllib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

HOME = Path(__file__).parents[1]
BUDGETS = HOME / "tests" / "house" / "budgets.toml"
PACKAGE = "src/kibitz/"
COUNTED = ["src/kibitz", "tests", "benchmarks", "scripts"]
PAGE = (".js", ".css", ".html", ".ts")
NOT_WRITTEN_HERE = ("codemirror", "page/api.d.ts", "page/parts.d.ts")  # the types are generated
SPACE = {tokenize.NL, tokenize.COMMENT, tokenize.ENCODING, tokenize.ENDMARKER}
BEFORE_STATEMENT = {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}


def python_lines(text: str) -> int:
    """Return the number of lines with a token other than a comment or a docstring."""
    lines: set[int] = set()
    first = True  # of a statement
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in BEFORE_STATEMENT:
            first = True
        elif token.type not in SPACE:
            if not (first and token.type == tokenize.STRING):
                lines.update(range(token.start[0], token.end[0] + 1))
            first = False
    return len(lines)


def page_lines(text: str) -> int:
    """Return the number of lines that are neither blank nor a comment alone."""
    lines = map(str.strip, text.splitlines())
    return sum(1 for line in lines if line and not line.startswith(("//", "/*", "*", "<!--")))


def budget_of(path: str) -> str | None:
    """Return the name of the budget that a file belongs to; None if it is not counted."""
    top, _, rest = path.removeprefix(PACKAGE).partition("/")
    if path.endswith(PAGE) and path.startswith(PACKAGE):
        return None if any(part in path for part in NOT_WRITTEN_HERE) else "page"
    if not path.endswith(".py"):
        return None
    if path.startswith(PACKAGE):
        return f"{PACKAGE}{top}" if rest else PACKAGE.rstrip("/")
    return "tests" if top == "tests" else "benchmarks and scripts"


def count(files: Iterable[tuple[str, bytes]]) -> Counter[str]:
    """Return the code lines of each budget, given the paths in the checkout and the contents."""
    lines: Counter[str] = Counter()
    for path, content in files:
        name = budget_of(path)
        if name is not None:
            counter = python_lines if path.endswith(".py") else page_lines
            lines[name] += counter(content.decode())
    lines["Python in src"] = sum(lines[name] for name in lines if name.startswith("src"))
    return lines


def count_here() -> Counter[str]:
    """Return the code lines of the checkout."""
    paths = (path for top in COUNTED for path in sorted((HOME / top).rglob("*.*")))
    return count((path.relative_to(HOME).as_posix(), path.read_bytes()) for path in paths)


def budgets() -> dict[str, int]:
    """Return the most code lines that each folder may have."""
    return tomllib.loads(BUDGETS.read_text())


def git(*words: str) -> bytes:
    """Return the output of Git; nothing if it fails or is not there."""
    try:
        return subprocess.run(["git", *words], cwd=HOME, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return b""


def earlier_commit() -> str:
    """Return the commit to compare with; nothing if there is none."""
    head, base = git("rev-parse", "HEAD"), git("merge-base", "HEAD", "main")
    found = base if base and base != head else git("describe", "--tags", "--abbrev=0")
    return found.decode().strip()


def count_at(commit: str) -> Counter[str]:
    """Return the code lines of a commit."""
    with tarfile.open(fileobj=io.BytesIO(git("archive", commit, *COUNTED))) as archive:
        files = ((member.name, archive.extractfile(member)) for member in archive)
        return count((name, file.read()) for name, file in files if file is not None)


def main() -> None:
    """Print the table."""
    commit = earlier_commit()
    now, most = count_here(), budgets()
    before = count_at(commit) if commit else now
    print(f"{'lines':>7} {'change':>7} {'budget':>7}  since {commit[:12] or 'no earlier commit'}")
    for name in sorted(now | before | most):
        change = f"{now[name] - before[name]:+,}" if now[name] != before[name] else ""
        print(f"{now[name]:>7,} {change:>7} {most.get(name, 0):>7,}  {name}")


if __name__ == "__main__":
    main()

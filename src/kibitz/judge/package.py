"""Writing the problem package of an assignment: one mechanism for all of them.

What a package is made of lies in `packages/NAME/`: `assignment.toml` names the parts. Programs are
put together from parts, so that each one that is written needs nothing else. A wrong program is
the accepted one with a few edits, or a file of its own.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import tomllib
from importlib import import_module

from kibitz.judge.statement import latex
from kibitz.rules.errors import KibitzError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.judge.case import Case

ASSIGNMENTS = ("solitaire", "luffarschack", "joc", "triangle", "lgame")
LEGACY, CURRENT = FORMATS = ("legacy", "2025-09")
PARTS = os.path.join(os.path.dirname(__file__), "packages")
SEED = 1


def write_package(name: str, folder: str, layout: str = CURRENT, seed: int = SEED) -> int:
    """Write the package to a new folder, whole or not at all; return how many files it has."""
    target = os.path.abspath(folder)
    short = os.path.basename(target)
    if not (short.isascii() and short.isalnum() and short == short.lower()):
        raise KibitzError(
            "judges want a folder name of small letters and digits, not {name}", name=short
        )
    try:
        if os.path.lexists(target) and not (os.path.isdir(target) and not os.listdir(target)):
            raise KibitzError("{folder} is there already and is not an empty folder", folder=folder)
        files = package(name, layout, seed)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        made = tempfile.mkdtemp(prefix=f".{short}-", dir=os.path.dirname(target))
        try:
            for path, text in files.items():
                write(os.path.join(made, path), text)
            os.chmod(made, 0o755)
            os.rename(made, target)
        finally:
            shutil.rmtree(made, ignore_errors=True)
    except OSError as error:
        raise KibitzError(
            "{folder} cannot be written: {reason}", folder=folder, reason=error.strerror
        ) from None
    return len(files)


def write(path: str, text: str) -> None:
    """Write one file of a package, and the folders that it lies in."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def package(name: str, layout: str, seed: int) -> dict[str, str]:
    """Return the text of each file of a package by its path in it."""
    about = tomllib.loads(part(f"{name}/assignment.toml"))
    maker = import_module(f"kibitz.judge.{name}")
    known: dict[str, str] = maker.tables() if hasattr(maker, "tables") else {}
    samples, secrets = maker.cases(seed)
    files = {"problem.yaml": config(about, layout)} | statements(name, about, layout)
    # The newer format wants the answers of a dialogue empty: its validator knows the rules.
    quiet = about["interactive"] and layout == CURRENT
    files |= data("sample", samples, quiet) | data("secret", secrets, quiet)
    files["input_validators/validate.py"] = joined(about["input_validator"], known)
    validator = "output_validators" if layout == LEGACY else "output_validator"
    files[f"{validator}/validate.py"] = joined(about["output_validator"], known)
    return files | submissions(about)


def part(path: str) -> str:
    """Return the text of one of the parts that came with Kibitz."""
    with open(os.path.join(PARTS, path), encoding="utf-8") as file:
        return file.read()


def joined(paths: list[str], known: dict[str, str]) -> str:
    """Return one program made of parts, with what tables know in its gaps."""
    text = "\n\n".join(map(part, paths))
    for gap, filling in known.items():
        text = text.replace(gap, filling)
    return text


def config(about: dict[str, Any], layout: str) -> str:
    """Return the text of problem.yaml."""
    if layout == LEGACY:
        kind = "custom interactive" if about["interactive"] else "custom"
        lines = ["problem_format_version: legacy", f"validation: {kind}", "author: Kibitz"]
        lines += [f"name: {about['title']['en']}", f"uuid: {about['uuid']}"]
    else:
        kind = "interactive" if about["interactive"] else "pass-fail"
        lines = ["problem_format_version: 2025-09", f"type: {kind}", "credits: Kibitz"]
        lines += [f"uuid: {about['uuid']}", "limits:", f"  time_limit: {about['time_limit']}"]
        lines.append("name:")
        lines += [f"  {language}: {title}" for language, title in about["title"].items()]
    return "\n".join([*lines, "license: cc by", "rights_owner: Kibitz"]) + "\n"


def statements(name: str, about: dict[str, Any], layout: str) -> dict[str, str]:
    """Return the statement in each of its languages."""
    folder = "problem_statement" if layout == LEGACY else "statement"
    return {
        f"{folder}/problem.{language}.tex": latex(title, part(f"{name}/problem.{language}.md"))
        for language, title in about["title"].items()
    }


def data(group: str, cases: list[Case], quiet: bool) -> dict[str, str]:
    """Return the files of some cases."""
    files = {}
    for case in cases:
        files[f"data/{group}/{case.name}.in"] = case.given
        files[f"data/{group}/{case.name}.ans"] = "" if quiet else case.answer
    return files


def submissions(about: dict[str, Any]) -> dict[str, str]:
    """Return the right programs, and the wrong ones in the folder of the verdict they deserve."""
    files = {}
    for path in about["accepted"]:
        files[f"submissions/accepted/{path.replace('/', '_')}"] = part(path)
    for mistake in about["mistake"]:
        text = part(mistake.get("file", about["accepted"][0]))
        for old, new in mistake.get("edits", ()):
            assert text.count(old) == 1, (mistake["name"], old)
            text = text.replace(old, new)
        path = f"submissions/{mistake['verdict']}/{mistake['name']}.py"
        files[path] = f"# {mistake['why']}\n{text}"
    return files

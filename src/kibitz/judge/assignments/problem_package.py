"""Writer of problem packages, for every assignment."""

import json
import os
import shutil
import tempfile
import uuid
from typing import Any

from kibitz.judge.assignments.assignment import ASSIGNMENTS as ASSIGNMENTS  # noqa: PLC0414
from kibitz.judge.assignments.assignment import Assignment, assignment
from kibitz.judge.assignments.assignment import part as part  # noqa: PLC0414
from kibitz.judge.assignments.package_readme import meaning, readme
from kibitz.judge.assignments.statement import latex
from kibitz.judge.cases.case import Case
from kibitz.judge.cases.case_generators import generators
from kibitz.judge.cases.case_selection import choose
from kibitz.judge.cases.transcript import transcript
from kibitz.language.errors import KibitzError

LEGACY, CURRENT = FORMATS = ("legacy", "2025-09")
SEED = 1
MADE_BY = "# kibitz assignment"  # how the first line of problem.yaml begins


def write_package(name: str, folder: str, layout: str, seed: int, language: str) -> int:
    """Write the package to a new folder, atomically; return the number of files."""
    target = os.path.abspath(folder)
    short = os.path.basename(target)
    if not (short.isascii() and short.isalnum() and short == short.lower()):
        raise KibitzError(
            "judges want a folder name of lower-case letters and digits, not {name}", name=short
        )
    try:
        if os.path.lexists(target) and not (os.path.isdir(target) and not os.listdir(target)):
            raise KibitzError("{folder} is there already and is not an empty folder", folder=folder)
        files = package(name, layout, seed, language)
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
    """Write one file of a package, and its parent folders."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def package(name: str, layout: str, seed: int, language: str = "en") -> dict[str, str]:
    """Return the text of each file of a package by its relative path."""
    made = assignment(name, language)
    choice = choose(made, seed)
    samples, secrets, programs = choice.samples, choice.secrets, choice.programs
    # The newer format needs empty answers for a dialogue: its validator has the rules.
    quiet = made.interactive and layout == CURRENT
    shown = {case.name: case_files(case, layout, quiet) for case in samples}
    if made.interactive:
        for case in samples:
            script = case.given.splitlines() + list(made.about.get("farewell", ()))
            silent = made.about.get("silent", 0)
            said = transcript(programs[0].text, script, silent)
            shown[case.name]["interaction"] = said
            if layout == CURRENT:  # downloads for students with the dialogue
                shown[case.name] |= {"in.download": case.given, "ans.download": ""}
    hidden = {case.name: case_files(case, layout, quiet) for case in secrets}
    spoken = "" if made.source is None else f" --lang {language}"
    command = f"kibitz assignment {made.shown} -o FOLDER --format {layout} --seed {seed}{spoken}"
    identity = str(uuid.uuid5(uuid.UUID(made.about["uuid"]), str(seed)))  # changes with the data
    made_by = f"{MADE_BY} {made.shown}\n"
    files = {"problem.yaml": made_by + config(made.about | {"uuid": identity}, layout)}
    files["README.md"] = readme(made, command, choice)
    files |= statements(made, layout)
    files |= data("sample", shown) | data("secret", hidden)
    files["input_validators/validate.py"] = made.validator("input")
    validator = "output_validators" if layout == LEGACY else "output_validator"
    files[f"{validator}/validate.py"] = made.validator("output")
    for program in programs:
        files[f"submissions/{program.verdict}/{program.file}"] = program.text
    if layout == CURRENT:  # the older format has no generators
        files |= generators(made, shown, secrets, quiet)
    return files


def config(about: dict[str, Any], layout: str) -> str:
    """Return the text of problem.yaml."""
    titles = {
        language: json.dumps(title, ensure_ascii=False)
        for language, title in about["title"].items()
    }
    if layout == LEGACY:
        kind = "custom interactive" if about["interactive"] else "custom"
        lines = ["problem_format_version: legacy", f"validation: {kind}", "author: Kibitz"]
        lines += [f"name: {titles['en']}", f"uuid: {about['uuid']}"]
    else:
        kind = "interactive" if about["interactive"] else "pass-fail"
        lines = ["problem_format_version: 2025-09", f"type: {kind}", "credits: Kibitz"]
        lines += [f"uuid: {about['uuid']}", "limits:", f"  time_limit: {about['time_limit']}"]
        lines.append("name:")
        lines += [f"  {language}: {title}" for language, title in titles.items()]
    return "\n".join([*lines, "license: cc by", "rights_owner: Kibitz"]) + "\n"


def statements(made: Assignment, layout: str) -> dict[str, str]:
    """Return the statement in each of its languages."""
    folder = "problem_statement" if layout == LEGACY else "statement"
    return {
        f"{folder}/problem.{language}.tex": latex(title, made.statement(language))
        for language, title in made.about["title"].items()
    }


def case_files(case: Case, layout: str, quiet: bool) -> dict[str, str]:
    """Return the files of a case by their suffixes; one of them describes the difficulty."""
    files = {"in": case.given, "ans": "" if quiet else case.answer}
    if layout == LEGACY:
        return files | {"desc": meaning(case.name) + "\n"}
    return files | {"yaml": f"description: {json.dumps(meaning(case.name))}\n"}


def data(group: str, cases: dict[str, dict[str, str]]) -> dict[str, str]:
    """Return the files of a group of cases by their paths."""
    return {
        f"data/{group}/{case}.{ending}": text
        for case, parts in cases.items()
        for ending, text in parts.items()
    }

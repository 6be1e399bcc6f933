"""Types of the page: shapes of the API and elements of the pages, and their check by TypeScript.

This writes `page/api.d.ts` from `questions/answers.py` and the handlers, and `page/parts.d.ts` from
the HTML of the pages; Git ignores both. With `--check`, it then checks the modules of the page with
`tsc`, which npm installs into the environment as `locks/package-lock.json` says; where that cannot
be done, one line says so. A browser runs the modules as they are: nothing of this is part of the
page.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import textwrap
from collections import defaultdict
from html.parser import HTMLParser
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from lock import LOCKS, install_npm_packages

import kibitz.web.page_words
from kibitz.questions import answers
from kibitz.questions.answering import QUESTIONS, DeclaredQuestion

PAGE = Path(kibitz.web.page_words.__file__).parent / "page"
SHAPES, PARTS = PAGE / "api.d.ts", PAGE / "parts.d.ts"
COMPILER = "typescript"
CONFIGURATIONS = ("jsconfig.json", "jsconfig.workers.json")  # workers know other names than pages
TOOLS = Path(sys.prefix) / "page-tools"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}
HEAD = """\
// Shapes of the API, for the types of the page. scripts/page_types.py writes this file from
// questions/answers.py and the handlers; do not edit it.
"""
PARTS_HEAD = """\
// Elements of the pages, by selector. scripts/page_types.py writes this file from the HTML of the
// pages; do not edit it.
"""
# The module that web/page_files.py makes.
ADDRESSES = """
declare module "*/questions.js" {
  export const ADDRESSES: Record<keyof Api.Questions, string>;
  export const IN_PARTS: Set<keyof Api.Questions>;
}
"""


def main(arguments: list[str]) -> int:
    """Write the shapes, and check the page with them if that is wanted."""
    SHAPES.write_text(shapes())
    PARTS.write_text(parts())
    return check() if arguments == ["--check"] else 0


# Shapes


def shapes() -> str:
    """Return the declarations of all shapes of the API, and of its questions and answers."""
    named = [interface(one) for one in vars(answers).values() if is_shape(one)]
    body = "\n".join([*named, *questions()])
    return f"{HEAD}\ndeclare namespace Api {{\n{textwrap.indent(body, '  ')}}}\n{ADDRESSES}"


def is_shape(kind: Any) -> bool:
    """Return whether a type is a dictionary with known fields."""
    return hasattr(kind, "__required_keys__")


def interface(shape: type) -> str:
    """Return the declaration of one shape, with its sentence."""
    words = (shape.__doc__ or "").partition("\n")[0]
    return declared(name_of(shape), words, get_type_hints(shape, include_extras=True))


def declared(name: str, words: str, fields: dict[str, Any]) -> str:
    """Return the declaration of an object with some fields."""
    lines = [field(one, kind) for one, kind in fields.items()]
    return f"/** {words} */\ninterface {name} {{\n{''.join(lines)}}}\n"


def questions() -> list[str]:
    """Return the declarations of the details of each question, and of its answer."""
    details, answers = [], []
    for name, question in QUESTIONS.items():
        given = details_of(question).items()
        fields = "; ".join(field(one, kind).strip(" ;\n") for one, kind in given)
        details.append(f"  {name}: {{ {fields} }};\n" if fields else f"  {name}: {{}};\n")
        answers.append(field(name, question.answer))
    return [
        f"/** The details of each question. */\ninterface Questions {{\n{''.join(details)}}}\n",
        "/** The answer to each question, or a part of it where it comes in parts. */\n"
        f"interface Answers {{\n{''.join(answers)}}}\n",
    ]


def details_of(question: DeclaredQuestion) -> dict[str, Any]:
    """Return the types of the details that a question takes."""
    return {
        one.name: one.annotation if one.default is one.empty else NotRequired[one.annotation]
        for one in question.arguments
    }


def field(name: str, kind: Any) -> str:
    """Return the declaration of a field."""
    if get_origin(kind) is NotRequired:
        return f"  {name}?: {written(get_args(kind)[0])};\n"
    return f"  {name}: {written(kind)};\n"


def name_of(shape: type) -> str:
    """Return the name of a shape: without its ending."""
    return shape.__name__.removesuffix("Schema")


def written(kind: Any) -> str:
    """Return a type as TypeScript writes it."""
    of, parts = get_origin(kind), get_args(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if is_shape(kind):
        return name_of(kind)
    if of is Literal:
        return " | ".join(json.dumps(word) for word in parts)
    if of in (Union, UnionType):
        return " | ".join(map(written, parts))
    if of is list:
        item = written(parts[0])
        return f"({item})[]" if "|" in item else f"{item}[]"
    if of is Annotated:
        return written(parts[0])
    if of is tuple:
        return f"[{', '.join(map(written, parts))}]"
    if of is dict:
        return f"Record<{written(parts[0])}, {written(parts[1])}>"
    raise TypeError(f"no type of TypeScript for {kind}")


# Parts of the pages


class Identified(HTMLParser):
    """Reader of a page: the tags of the elements that have an id."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element that has an id."""
        self.found += [(value, tag) for name, value in attrs if name == "id" and value]


def parts() -> str:
    """Return the declarations of the elements of the pages."""
    tags = defaultdict(set)
    for page in sorted(PAGE.glob("*/*.html")):
        for name, tag in Identified(page.read_text()).found:
            tags[name].add(tag)
    fields = {f'"#{name}"': " | ".join(map(element, sorted(tags[name]))) for name in sorted(tags)}
    body = "".join(f"    {name}: {kind};\n" for name, kind in fields.items())
    return f"{PARTS_HEAD}\ndeclare namespace Page {{\n  interface Parts {{\n{body}  }}\n}}\n"


def element(tag: str) -> str:
    """Return the type of the elements with a tag."""
    return f'HTMLElementTagNameMap["{tag}"]'


# Check


def check() -> int:
    """Check the modules of the page; return the exit status."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        print("The types of the page are not checked: there is no node or no npm.")
        return 0
    wanted = json.loads((LOCKS / "package.json").read_text())["dependencies"][COMPILER]
    if installed() != wanted and not install(npm):
        print("The types of the page are not checked: npm cannot install TypeScript.")
        return 0
    compiler = TOOLS / "node_modules" / COMPILER / "bin" / "tsc"
    commands = [[node, str(compiler), "-p", str(PAGE / name)] for name in CONFIGURATIONS]
    return max(subprocess.run(command, check=False).returncode for command in commands)


def installed() -> str:
    """Return the version of the compiler that is installed, "" if none is."""
    package = TOOLS / "node_modules" / COMPILER / "package.json"
    return json.loads(package.read_text())["version"] if package.exists() else ""


def install(npm: str) -> bool:
    """Install the compiler; return whether that went well."""
    TOOLS.mkdir(parents=True, exist_ok=True)
    try:
        install_npm_packages(npm, TOOLS, "--omit=dev")
    except subprocess.CalledProcessError:
        return False
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

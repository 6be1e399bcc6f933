"""The house: imports point one way, starting is light, and tests are where one looks for them."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import code_lines
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SOURCES = Path(__file__).parents[2] / "src" / "kibitz"

# The rooms from left to right: a module imports from its own room and from those left of it.
ROOMS = [
    "language", "system", "rules", "games", "solve", "conformance", "oracle", "engines",
    "drawing", "play", "questions", "export", "tasksets", "api", "classics", "adapters", "judge",
    "web", "cli",
]  # fmt: skip
# The exceptions.
NEITHER = {"judge": {"classics", "adapters"}, "web": {"classics", "adapters", "judge"}}
MOST_FILES = 20
GAMES = {"lgame", "lockout", "noughts", "peg"}


def imported_by(file: Path) -> set[str]:
    """Return the names that a file imports, wherever in it, with their modules."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom):
            found |= {f"{node.module or ''}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


def imports_of(file: Path) -> set[str]:
    """Return those of them that are in kibitz."""
    return {name for name in imported_by(file) if name.partition(".")[0] == "kibitz"}


@pytest.mark.parametrize("room", ROOMS)
def test_imports_point_to_the_left(room: str) -> None:
    allowed = {*ROOMS[: ROOMS.index(room) + 1]} - NEITHER.get(room, set())
    if room in ("web", "cli"):
        allowed.add("")  # the version
    files = list((SOURCES / room).rglob("*.py"))
    assert files
    for file in files:
        for name in imports_of(file):
            word = name.split(".")[1]
            target = word if (SOURCES / word).is_dir() else ""
            assert target in allowed, f"{file.name} imports {name}"


def test_engines_are_named_in_one_table() -> None:
    """No other module imports from an engine or names one in text; a site is for the browser's."""
    apart = {SOURCES / "engines", SOURCES / "web" / "site"}
    naming = set()
    for file in modules(".py"):
        tree = ast.walk(ast.parse(file.read_text()))
        texts = {str(node.value) for node in tree if isinstance(node, ast.Constant)}
        named = any("kibitz.engines." in text for text in texts | imports_of(file))
        if named and not apart & {*file.parents}:
            naming.add(file.relative_to(SOURCES).as_posix())
    assert naming - {"solve/compiling/compiled_parts.py"} == {"solve/engines.py"}


def defined_in(files: Iterable[Path]) -> set[str]:
    """Return the names of the classes that some files define."""
    return {
        node.name
        for file in files
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ClassDef)
    }


def test_the_names_of_the_facade_are_its_own() -> None:
    """What rules, solvers and matches work with are integers, in classes of other names."""
    rooms = ROOMS[: ROOMS.index("api")]
    left = (file for room in rooms for file in (SOURCES / room).rglob("*.py"))
    api = defined_in((SOURCES / "api").rglob("*.py"))
    assert {"Answer", "Game", "GameTable", "Match", "Move", "OwnGame", "Position"} <= api
    assert not api & defined_in(left)


def test_no_module_sets_an_attribute_of_what_it_imports() -> None:
    """A class is whole where it is written: nothing to the right puts itself into it on import."""
    for file in modules(".py"):
        tree = ast.parse(file.read_text())
        own = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
        for node in at_import(tree):
            targets: list[ast.expr] = getattr(node, "targets", [getattr(node, "target", None)])
            for target in targets:
                if isinstance(target, ast.Attribute):
                    name = ast.unparse(target)
                    assert name.split(".")[0] in ("numba", *own), f"{file.name} sets {name}"


def at_import(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield what runs when a module is imported: all of it but the bodies of functions."""
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield node
            yield from at_import(node)


def test_every_folder_is_a_room() -> None:
    folders = {file.parent.name for file in SOURCES.glob("*/__init__.py")}
    assert folders == set(ROOMS)


def modules(*kinds: str) -> list[Path]:
    """Return the files of the package of these kinds; problem packages have files of their own."""
    found = [file for kind in kinds for file in SOURCES.rglob(f"*{kind}")]
    return [file for file in found if "packages" not in file.parts]


def test_no_folder_holds_more_than_a_reader_takes_in() -> None:
    files = modules(".py", ".js", ".css", ".html")
    folders = Counter(file.parent for file in files if file.name != "__init__.py")
    assert {str(folder): held for folder, held in folders.items() if held > MOST_FILES} == {}


def test_no_two_classes_have_one_name() -> None:
    trees = [ast.parse(file.read_text()) for file in modules(".py")]
    named = Counter(
        node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
    )
    assert {name for name, times in named.items() if times > 1} == set()


def test_no_two_modules_have_one_name() -> None:
    names = Counter(file.name for file in modules(".py"))
    assert {name for name, times in names.items() if times > 1} == {"__init__.py"}


@pytest.mark.parametrize("room", ["solve", "engines", "oracle", "play", "drawing", "api", "cli"])
def test_solving_and_playing_know_no_game_by_name(room: str) -> None:
    for file in (SOURCES / room).rglob("*.py"):
        for name in imports_of(file):
            if not name.startswith("kibitz.classics"):
                assert not GAMES & set(name.split(".")), f"{file.name} imports {name}"


# Where a declared structure is read: by the rules, its solver, its checks, and what is about it.
READS = {
    "jumps": r"games/peg|rules/rules|engines/pegs/|/triangle",
    "structure": r"rules/|engines/|solve/structure|solve/store/fingerprint",
    "men": r"engines/ranks/|solve/capabilities|check_declarations",
}


@pytest.mark.parametrize("structure", READS)
def test_only_its_solver_reads_a_structure(structure: str) -> None:
    for file in SOURCES.rglob("*.py"):
        tree = ast.walk(ast.parse(file.read_text()))
        reads = any(isinstance(node, ast.Attribute) and node.attr == structure for node in tree)
        assert not reads or re.search(READS[structure], file.as_posix()), f"{file} reads it"


@pytest.mark.parametrize("room", ["language", "rules", "games"])
def test_rules_need_nothing_installed(room: str) -> None:
    for file in (SOURCES / room).glob("*.py"):
        packages = {name.partition(".")[0] for name in imported_by(file)}
        assert packages <= {"kibitz", *sys.stdlib_module_names}, file


# In most rooms imports for types run as all others do. The exceptions: what starts light,
LIGHT = re.compile(
    r"engines/(pegs|wasm)/\w+\.py|oracle/(answer|know|named|oracle|plan|table|sources/(__|sub))|"
    r"system/(cache|recent|signals|thread|whole)|memory/(backward|in_memory|move_graph|valuation)|"
    r"compiling/(code|comp|inst)|solve/(array|bound_names|effort|engines|inv|struc)|"
    r"store/(fingerprint(_syntax)?\.py|rowfile|table)"
)
# names for kernels, which are bound to them, and what would go in a circle.
SPECIAL = re.compile(
    r"_(kernels|builder)\.py|api/(game_table|match|notebook|position)\.py|emitter/(em.*ule|ex|func)|"
    r"pegs/(figures/(peg_game|peg_table|set_storage)|sets/(quick_set|tiles|whole_board))|"
    r"solve/(capabilities|estimate|memory/explore_interpreted)\.py"
)


@pytest.mark.parametrize("room", ["api", "engines", "export", "oracle", "solve", "system"])
def test_types_are_imported_plainly_but_at_the_start(room: str) -> None:
    for file in (SOURCES / room).rglob("*.py"):
        special = LIGHT.search(str(file)) or SPECIAL.search(str(file))
        assert special or "TYPE_CHECKING" not in file.read_text(), file


HEAVY = [
    "numpy", "numba", "gymnasium", "pettingzoo", "pyspiel", "matplotlib", "fastapi", "asyncio",
    "dataclasses", "typing", "pathlib", "subprocess",
]  # fmt: skip


COMMANDS = [
    "--help", "--version", "classic solitaire", "classic luffarschack", "classic triangle",
    "classic joc -", "classic lgame -",
]  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS)
def test_starting_is_light(words: str) -> None:
    code = (
        "import sys; from kibitz.cli import main; status = main(sys.argv[1].split()); "
        f"print('heavy:', [m for m in {HEAVY} if m in sys.modules], file=sys.stderr)"
    )
    lines = {"joc": "1 0 4 1 1 2 3 3 0 4", "lgame": "x##.\n.*#.\n.*#.\n.**x\n"}
    text = lines.get(words.split()[1], "") if " " in words else ""
    done = subprocess.run(
        [sys.executable, "-S", "-c", code, words],
        input=text,
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(SOURCES.parent)},
    )
    assert done.stderr.strip() == "heavy: []"


def test_a_table_is_looked_up_in_python_without_numpy() -> None:
    code = "import sys, kibitz as k; k.table('noughts').start.outcome; exit('numpy' in sys.modules)"
    subprocess.run([sys.executable, "-P", "-c", code], check=True, timeout=60)


# A module or a folder of the package, with or without `src/kibitz/` and `.py`.
PLACES = re.compile(
    rf"(?<![\w/.-])(?:src/kibitz/)?((?:{'|'.join(ROOMS)})/(?:[\w/]+(?:\.(?:py|js|css))?)?)(?![\w.]\w)"
)
EXAMPLE = "games/mygame.py"  # the file that a reader is to write
HOME = SOURCES.parent.parent
ABOUT_THE_CODE = ["CONTRIBUTING.md", "docs/how-it-works.md", "docs/how-solving-works.md"]


@pytest.mark.parametrize("page", ABOUT_THE_CODE)
def test_the_docs_name_modules_that_exist(page: str) -> None:
    named = set(PLACES.findall((HOME / page).read_text())) - {EXAMPLE}
    assert named
    places = {name: (SOURCES / name, SOURCES / f"{name}.py") for name in sorted(named)}
    assert [name for name, found in places.items() if not any(map(Path.exists, found))] == []


def test_a_file_that_the_docs_name_without_its_room_exists() -> None:
    there = {file.name for file in (*modules(".py", ".js"), *(HOME / "examples").iterdir())}
    pages = [HOME / page for page in (*ABOUT_THE_CODE, "docs/gpu.md")]
    pages.append(HOME / "docs" / "measurements.md")
    named = {name for page in pages for name in re.findall(r"`(\w+\.(?:py|js))`", page.read_text())}
    assert named - there == set()


def test_the_docs_name_every_room() -> None:
    rows = re.findall(
        r"^\| (`.*?) \|", (HOME / "docs" / "how-it-works.md").read_text(), re.MULTILINE
    )
    assert set(re.findall(r"`(\w+)/`", " ".join(rows))) == set(ROOMS)


# What answers a question from a table does without: engines, searches, compilers, arrays.
ENGINES = (
    "kibitz.solve.capabilities",
    "kibitz.solve.compiling.compiled",
    "kibitz.solve.memory.explore_interpreted",
    "kibitz.engines.gpu",
    "kibitz.solve.memory.in_memory",
    "kibitz.engines.pegs",
    "kibitz.solve.search",
    "kibitz.engines.shards",
    "kibitz.oracle.sources.search_sources",
    "kibitz.oracle.sources.subgame_source",
    "kibitz.solve.memory.valuation",
    "numba",
    "numpy",
    "platformdirs",
)
# What shipped tables answer alone.
ANSWERED = [
    "--help",
    "solve noughts",
    "solve lgame",
    "solve lockout",
    "solve peg:triangle",
    "table lgame",
    "play noughts",
    "puzzle lockout",
]
COMMAND = """
from kibitz.cli import main
main(sys.argv[1:])
"""
# What a process of the server does for a click: a move, the reply to it, and the opinion.
CLICK = """
from kibitz.web.workers import worker_process
state = worker_process.AppState(games=worker_process.Collection([]))
details = {"match": "kibitz+noughts;players+human+perfect", "play": "a1"}
details |= {"reply": True, "opinion": True}
asked = {"question": "match", "code": "en", "details": details, "renew": ()}
assert [status for status, *_ in worker_process.answer_to(asked, state)] == [200] * 3
"""
SAID = """
print(*sys.modules, file=sys.stderr)
"""


def modules_after(code: str, *words: str, folder: Path) -> list[str]:
    """Return the modules that a program imports; `folder` holds no tables."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", f"import sys{code}{SAID}", *words],
        input="b2\nquit\n",
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env={"PYTHONPATH": str(SOURCES.parent), "HOME": str(folder)},
    )
    return done.stderr.splitlines()[-1].split()


@pytest.mark.parametrize("words", ANSWERED)
def test_where_a_table_answers_no_engine_is_imported(words: str, tmp_path: Path) -> None:
    imported = modules_after(COMMAND, *words.split(), folder=tmp_path)
    assert not [one for one in imported if one.startswith(ENGINES)]


def test_a_click_that_a_table_answers_imports_no_engine(tmp_path: Path) -> None:
    imported = modules_after(CLICK, folder=tmp_path)
    assert not [one for one in imported if one.startswith(ENGINES)]


def test_a_new_table_of_a_built_in_game_imports_no_check_of_the_doctor(tmp_path: Path) -> None:
    imported = modules_after(COMMAND, "table", "noughts", "--fresh", folder=tmp_path)
    assert "kibitz.solve.table_making" in imported
    assert not [one for one in imported if one.startswith("kibitz.conformance")]


TESTS = Path(__file__).parents[1]


def test_tests_are_in_rooms_and_helpers_apart() -> None:
    apart = {"__pycache__", "handins", "right"}  # what students hand in is data
    files = [file for file in TESTS.rglob("*.py") if not apart & set(file.parts)]
    assert {file.name for file in files if file.parent == TESTS} == {"__init__.py", "conftest.py"}
    tests = [file for file in files if file.name.startswith("test_")]
    others = {file.parent for file in files if file not in tests and file.parent != TESTS}
    assert others == {TESTS / "support"}
    assert not [file for file in tests if file.parent in others]
    by_room = Counter(file.parent for file in tests)
    assert [room.name for room, count in by_room.items() if count > MOST_FILES] == []
    by_name = Counter(file.name for file in tests)
    assert [name for name, count in by_name.items() if count > 1] == []


COUNTED = '''"""A docstring,
of two lines."""

import sys  # 1


def called(  # 2
    number: int,  # 3
) -> str:  # 4
    """Return a text."""
    # a comment
    return """of

three lines"""  # 5, 6 and 7
'''


def test_a_line_of_code_is_not_blank_nor_a_comment_nor_a_docstring() -> None:
    page = "/* a\n * comment */\n\nlet one = 1; // one\n// two\n}\n<!-- three -->\n"
    found = code_lines.count(
        [
            ("src/kibitz/core/one.py", COUNTED.encode()),
            ("src/kibitz/one.py", b"one = 1"),
            ("src/kibitz/web/page/one.js", page.encode()),
            ("src/kibitz/web/page/codemirror.js", page.encode()),
            ("scripts/one.py", b"one = 1\n\ntwo = 2"),
            ("scripts/one.sh", b"exit"),
        ]
    )
    assert found == {
        "src/kibitz/core": 7,
        "src/kibitz": 1,
        "Python in src": 8,
        "page": 2,
        "benchmarks and scripts": 2,
    }


def test_every_folder_keeps_to_its_budget() -> None:
    lines, most = code_lines.count_here(), code_lines.budgets()
    assert lines.keys() == most.keys()
    over = {name: (lines[name], most[name]) for name in lines if lines[name] > most[name]}
    assert over == {}, "fewer lines, or a commit that raises the budget and says why"

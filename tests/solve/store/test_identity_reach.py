"""Everything that a rule can reach is part of its identity, or is refused with its line."""

from __future__ import annotations

import ast
import copy
import dis
import importlib.util
import json
import sys
from types import CodeType, ModuleType
from typing import TYPE_CHECKING

import pytest

from kibitz.cli import main
from kibitz.games.gamefile import game_in, module_of
from kibitz.rules.rules import SOURCE
from kibitz.solve.store import fingerprint_syntax
from kibitz.solve.store.fingerprint import (
    NotOfRules,
    functions_of,
    global_names,
    identity,
    identity_of_code,
)
from tests.support.own_games import EXAMPLES, REACHING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import Any

OTHER = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitXor, ast.RShift: ast.LShift, ast.LShift: ast.RShift, ast.Mod: ast.Mult,
    ast.FloorDiv: ast.Mod, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Lt: ast.LtE, ast.LtE: ast.Lt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.And: ast.Or, ast.Or: ast.And,
    ast.USub: ast.Invert, ast.Not: ast.UAdd, ast.BitXor: ast.BitAnd,
}  # fmt: skip


def mutated(node: ast.AST) -> ast.AST | None:
    """Return another operator, constant or statement instead of one; None if it stays."""
    if type(node) in OTHER:
        return OTHER[type(node)]()
    if isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            return ast.Constant(not node.value)
        if isinstance(node.value, int | float):
            return ast.Constant(node.value + 1)
        if isinstance(node.value, str | bytes) and node.value:
            return ast.Constant(node.value * 2)
        return None
    if isinstance(node, ast.Break | ast.Continue):
        return ast.Pass()
    if isinstance(node, ast.Return | ast.Yield) and node.value is not None:
        return type(node)(ast.Tuple([node.value], ast.Load()))
    return None


class Change(ast.NodeTransformer):
    """Makes the change with that number, docstrings and field names left out."""

    def __init__(self, number: int) -> None:
        self.left = number
        self.done = ""

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "namedtuple":
            node.keywords = [self.visit(each) for each in node.keywords]  # type: ignore[misc]
            return node  # its texts are names that the rule uses
        other = mutated(node)
        if other is None:
            return self.generic_visit(node)
        self.left -= 1
        if self.left == -1:
            line = getattr(node, "lineno", "?")
            self.done = f"{ast.dump(node)} in line {line}"
            return ast.copy_location(other, node)
        return self.generic_visit(node)


def mutants(source: str, only: Callable[[ast.AST], bool]) -> Iterator[tuple[str, str]]:
    """Yield every change of a source, in words and as a source; `only` picks parts of it."""
    number = 0
    while True:
        tree = ast.parse(source)
        change = Change(number)
        for part in filter(only, list(ast.walk(tree))):
            change.visit(part)
        if not change.done:
            return
        yield change.done, ast.unparse(ast.fix_missing_locations(tree))
        number += 1


@pytest.mark.long
def test_every_change_of_what_a_rule_reaches_changes_its_identity(tmp_path: Path) -> None:
    def identity_from(text: str) -> str:
        file = tmp_path / "rule.py"
        file.write_text(text)
        return identity_of_code(vars(module_of(str(file)))["rule"])

    known = {identity_from(REACHING): "nothing"}
    for what, text in mutants(REACHING, lambda node: isinstance(node, ast.Module)):
        found = identity_from(text)
        assert found not in known, f"{what} is the same as {known[found]}"
        known[found] = what
    assert len(known) > 100


@pytest.mark.long
@pytest.mark.parametrize("name", ["four", "nim", "morris"])
def test_every_change_of_a_rule_of_a_game_changes_its_identity(name: str, tmp_path: Path) -> None:
    def identity_from(text: str) -> str:
        file = tmp_path / "game.py"
        file.write_text(text)
        return identity(game_in(str(file), "").rules)

    source = (EXAMPLES / f"{name}.py").read_text()
    rules = game_in(str(EXAMPLES / f"{name}.py"), "").rules
    used = {each.__name__ for each in functions_of(rules).values() if each} | {"is_won"}
    known = {identity_from(source): "nothing"}
    for what, text in mutants(source, lambda node: getattr(node, "name", "") in used):
        found = identity_from(text)
        assert found not in known, f"{what} is the same as {known[found]}"
        known[found] = what
    assert len(known) > 5


def refusal(source: str, tmp_path: Path) -> str:
    file = tmp_path / "rule.py"
    file.write_text(source)
    with pytest.raises(NotOfRules) as refused:
        identity_of_code(vars(module_of(str(file)))["rule"])
    assert "\n" not in str(refused.value)
    return str(refused.value).removeprefix(f"{tmp_path}/")


USING = "def rule(position):\n    taken = 1\n    return {}\n"


@pytest.mark.parametrize(
    ("before", "used", "name", "kind"),
    [
        ("D = {1: 2}", "D[position]", "D", "a dict"),
        ("D = {1: 2}.get", "D(position)", "D", "a dict"),
        ("D = {1, 2}", "position in D", "D", "a set"),
        ("import math as D", "D.isqrt(position)", "D", "a module"),
        ("from random import random as D", "D()", "D", "a Random"),
        ("class D:\n    E = {1: 2}", "D.E[position]", "D.E", "a dict"),
        ("class E:\n    pass\nD = E()", "D.x", "D", "a E"),
        ("class E:\n    def f(self):\n        return 1\nD = E().f", "D()", "D", "a E"),
        ("D = iter((1, 2))", "next(D)", "D", "a tuple_iterator"),
        ("class E(int):\n    pass\nD = E(1)\nD.x = 2", "D.x", "D", "a E"),
        ("E = {1: 2}\nD = frozenset({E.get})", "position in D", "D", "a dict"),
        ("", "globals()['D']", "globals", "cannot tell"),
        ("", "eval('D')", "eval", "cannot tell"),
        ("", "__import__('math').pi", "__import__", "cannot tell"),
        ("", "missing(position)", "missing", "defined nowhere"),
        ("", "[missing for each in (1,)]", "missing", "defined nowhere"),
        ("", "(lambda: missing)()", "missing", "defined nowhere"),
    ],
)
def test_what_has_no_identity_is_refused_with_its_line(
    before: str, used: str, name: str, kind: str, tmp_path: Path
) -> None:
    said = refusal(f"{before}\n{USING.format(used)}", tmp_path)
    line = len(f"{before}\n".splitlines()) + 3
    assert said.startswith(f"rule.py, line {line}: rule uses {name}, ")
    assert kind in said


def test_a_default_that_has_no_identity_is_refused(tmp_path: Path) -> None:
    said = refusal("D = {}\n\ndef rule(position, seen=D):\n    return position\n", tmp_path)
    assert said.startswith("rule.py, line 3: rule uses its defaults, a dict; ")


def test_a_class_in_a_file_that_is_called_like_one_of_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "class Most:\n    TAKEN = 3\n"
    found = set()
    for most in "34":
        module = ModuleType("this")
        module.__file__ = str(tmp_path / "this.py")
        monkeypatch.setitem(sys.modules, "this", module)
        exec(text.replace("3", most), vars(module))
        names: dict[str, Any] = {"Most": vars(module)["Most"]}
        exec("def rule(position):\n    return Most.TAKEN\n", names)
        found.add(identity_of_code(names["rule"]))
    assert len(found) == 2


def test_an_import_in_a_rule_is_refused(tmp_path: Path) -> None:
    said = refusal("def rule(position):\n    from math import tau\n    return tau\n", tmp_path)
    assert said.startswith("rule.py, line 2: rule uses __import__, ")


def imported(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("edited", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_file_that_was_edited_after_its_import_does_not_lie(tmp_path: Path) -> None:
    file = tmp_path / "edited.py"
    texts = ["def f(x):\n    return x + 1\n", "def f(x):\n    return x + 2\n"]
    file.write_text(texts[0])
    old, unedited = imported(file).f, identity_of_code(imported(file).f)
    again = imported(file).f.__code__.replace(co_filename=str(tmp_path / "other.py"))
    (tmp_path / "other.py").write_text(texts[1])
    old.__code__ = again  # what runs is the first text, what the file says is the second
    new = identity_of_code(imported(tmp_path / "other.py").f)
    assert len({identity_of_code(old), unedited, new}) == 3


ODD = """# coding: latin-1
from __future__ import annotations
TEXT = '''
def rule(x):
    return "no rule"
'''

def rule(x: int,
    y: int = 2
) -> int:
    word = '''
in the first column'''
    return x + y + len("\u00e9" + word)

def kept(function):
    return function

@kept
def decorated(x):
    return x + 1

if TEXT:
    def first(x):
        return x + 2
else:
    def second(x):
        return x + 3
"""


@pytest.mark.parametrize("name", ["rule", "decorated", "first"])
def test_lines_that_look_like_other_statements_do_not_mislead(name: str, tmp_path: Path) -> None:
    """The statement of a function is found by its lines; in odd ones, all of the file counts."""
    tree = next(node for node in ast.walk(ast.parse(ODD)) if getattr(node, "name", "") == name)
    file = tmp_path / "odd.py"
    file.write_text(ODD, encoding="latin-1")
    found = fingerprint_syntax.syntax_of(vars(imported(file))[name])
    assert found is not None
    assert found.text == fingerprint_syntax.written(tree).text


def test_an_edit_of_another_function_leaves_the_identity(tmp_path: Path) -> None:
    file = tmp_path / "halves.py"
    file.write_text("def rule(x):\n    return x + 1\n\n\ndef other(x):\n    return x\n")
    rule = imported(file).rule
    before = identity_of_code(rule)
    file.write_text("def rule(x):\n    return x + 1\n\n\ndef other(x:\n")
    fingerprint_syntax._known.clear()
    assert identity_of_code(rule) == before


def test_a_game_in_a_file_is_known_by_the_text_that_runs(tmp_path: Path) -> None:
    file = tmp_path / "rule.py"
    file.write_text("def rule(x):\n    return x + 1\n")
    known = identity_of_code(vars(module_of(str(file)))["rule"])
    running = vars(module_of(str(file)))["rule"]
    file.write_text("def rule(x):\n    return x + 2\n")
    fingerprint_syntax._known.clear()
    assert identity_of_code(running) == known
    assert identity_of_code(vars(module_of(str(file)))["rule"]) != known


def test_without_source_bytecode_serves_and_is_never_taken_for_syntax() -> None:
    text = "def f(x):\n    return x + 1\n"
    kept: dict[str, Any] = {SOURCE: text}
    lost: dict[str, Any] = {}
    exec(compile(text, "kept", "exec", dont_inherit=True), kept)
    exec(compile(text, "lost", "exec", dont_inherit=True), lost)
    assert fingerprint_syntax.syntax_of(kept["f"]) is not None
    assert fingerprint_syntax.syntax_of(lost["f"]) is None
    assert identity_of_code(kept["f"]) != identity_of_code(lost["f"])


def test_two_lambdas_on_a_line_are_told_apart() -> None:
    text = "f, g = (lambda x: x + 1), (lambda x: lambda y: x - 1)\n"
    names: dict[str, Any] = {SOURCE: text}
    exec(compile(text, "lambdas", "exec", dont_inherit=True), names)
    found = [fingerprint_syntax.syntax_of(each) for each in (names["f"], names["g"], names["g"](1))]
    texts = [each.text for each in found if each is not None]
    assert ["Add" in text for text in texts] == [True, False, False]
    assert ["Lambda" in text for text in texts] == [False, True, False]


def function_node(text: str) -> Any:
    return ast.parse(text).body[0]


def test_fields_that_only_some_versions_have_leave_no_trace() -> None:
    node = function_node("def f(x):\n    def g(y):\n        return 'a' + y\n    return g(x)\n")
    plain = fingerprint_syntax.written(node).text

    class FunctionDef(ast.FunctionDef):
        _fields = (*ast.FunctionDef._fields, "type_params", "novelty", "rows")

    inner = node.body[0]
    values = {name: getattr(inner, name) for name in ast.FunctionDef._fields}
    node.body[0] = FunctionDef(**{**values, "type_params": [], "novelty": None, "rows": []})
    constant = next(each for each in ast.walk(node) if isinstance(each, ast.Constant))
    constant.kind = "u"
    assert fingerprint_syntax.written(node).text == plain
    node.body[0] = FunctionDef(**{**values, "novelty": 1})
    assert fingerprint_syntax.written(node).text != plain


def test_texts_in_braces_may_be_cut_in_any_way() -> None:
    node = function_node("def f(x):\n    return f'one {x} two'\n")
    cut = copy.deepcopy(node)
    joined = cut.body[0].value
    joined.values[:1] = [ast.Constant("o"), ast.Constant(""), ast.Constant("ne ")]
    assert fingerprint_syntax.written(cut).text == fingerprint_syntax.written(node).text
    joined.values[0] = ast.Constant("p")
    assert fingerprint_syntax.written(cut).text != fingerprint_syntax.written(node).text


def test_numbers_of_any_length_and_signs_of_any_script() -> None:
    texts = [f"def f(x):\n    return x + {1 << n:#x}\n" for n in (20_000, 20_001)]
    assert len({fingerprint_syntax.written(function_node(text)).text for text in texts}) == 2
    assert fingerprint_syntax.constant("\U0001fae8") == r"str '\U0001fae8'"
    assert sys.get_int_max_str_digits() < 20_000 / 3.4


TAKING = '''"""Take pieces away; the player who takes the last one wins."""

from enum import IntEnum

from kibitz import Board, OwnGame, Rules


class Take(IntEnum):
    MOST = 3


def moves(position):
    for taken in range(1, min(Take.MOST, position) + 1):
        yield taken


def play(position, taken):
    return position - taken


def worth(position):
    return -1


def pieces(position):
    return ["o" if cell < position else "." for cell in range(10)]


def game():
    rules = Rules(aim="win", start=10, moves=moves, play=play, worth=worth)
    return OwnGame(rules, Board.rectangle(1, 10), pieces, signs="o.")
'''


@pytest.mark.parametrize("options", [[], ["--fresh"]])
def test_a_table_of_the_rules_before_an_edit_is_not_used(
    options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """With 1 to 3 of 10 pieces a win takes 5 plies, with 1 or 2 it takes 7."""
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "taking.py"
    for most, plies in ((3, 5), (2, 7), (3, 5)):
        file.write_text(TAKING.replace("MOST = 3", f"MOST = {most}"))
        assert main(["table", "./taking.py", "--json", *options]) == 0
        assert json.loads(capsys.readouterr().out)["start"] == {"value": "win", "distance": plies}
        assert main(["solve", "./taking.py", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["distance"] == plies


def names_by_dis(code: CodeType) -> set[str]:
    steps = list(dis.get_instructions(code))
    found = {step.argval for step in steps if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    found |= {"__import__" for step in steps if step.opname == "IMPORT_NAME"}
    return found.union(*(names_by_dis(one) for one in code.co_consts if isinstance(one, CodeType)))


@pytest.mark.parametrize("module", [ast, copy, dis, sys.modules[__name__]])
def test_the_names_that_code_uses_are_those_that_dis_finds(module: ModuleType) -> None:
    assert module.__file__ is not None
    with open(module.__file__, encoding="utf-8") as file:
        code = compile(file.read(), "module", "exec")
    assert names_by_dis(code)
    assert set(global_names(code)) == names_by_dis(code)


def test_the_name_of_an_instruction_may_be_far_back() -> None:
    """An operand of more than a byte has its higher bytes in an instruction before it."""
    text = "\n".join(f"name{at}()" for at in range(300))
    code = compile("def one():\n" + text.replace("name", "    name"), "one", "exec")
    assert set(global_names(code)) == {f"name{at}" for at in range(300)}


CONSTRUCTORS = """
class Piece:
    def __init__(self, row, column):
        self.row, self.column = row, column
        self.steps = 0
        self.steps += 1
        for self.last in (row, column):
            self.found = [self.row for _ in (1,)]


class Place:
    def __new__(cls, row):
        made = super().__new__(cls)
        made.row = row
        made.row += 1
        return made


def rule(position):
    return Piece(position, 1).steps + Place(position).row
"""


def test_a_constructor_may_set_attributes_of_the_object_that_it_makes(tmp_path: Path) -> None:
    def identity_from(text: str) -> str:
        file = tmp_path / "rule.py"
        file.write_text(text)
        return identity_of_code(vars(module_of(str(file)))["rule"])

    assert identity_from(CONSTRUCTORS) == identity_from(CONSTRUCTORS)
    for own, other in (("self.steps +=", "Place.steps ="), ("made.row +=", "cls.row =")):
        with pytest.raises(NotOfRules, match="which outlives the call"):
            identity_from(CONSTRUCTORS.replace(own, other))

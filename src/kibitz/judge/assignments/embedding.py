"""Embedding of source code in a self-contained program for a judge."""

import ast
import inspect
from types import ModuleType
from typing import Any


def plain_source(module: ModuleType) -> str:
    """Return a module of Kibitz without its imports, as plain code for any Python 3."""
    tree = ast.parse(inspect.getsource(module))
    kept = [
        node
        for node in tree.body[1:]
        if not isinstance(node, ast.ImportFrom | ast.If) and "TYPE_CHECKING" not in ast.dump(node)
    ]
    for node in (node for statement in kept for node in ast.walk(statement)):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
    plain = [PlainAssignments().visit(statement) for statement in kept]
    return ast.unparse(ast.fix_missing_locations(ast.Module(plain, [])))


class PlainAssignments(ast.NodeTransformer):
    """Rewrites `name: type = value` as `name = value`."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        assert node.value is not None
        return ast.Assign([node.target], node.value)


def literal(text: str) -> str:
    """Return a text as a string literal, line by line."""
    return '"""\\\n' + text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"') + '"""'


def namespace(program: str) -> dict[str, Any]:
    """Run the definitions of a program, not its main part; return its names."""
    names: dict[str, Any] = {"__name__": "judged"}
    exec(compile(program, "<judged>", "exec", dont_inherit=True), names)
    return names

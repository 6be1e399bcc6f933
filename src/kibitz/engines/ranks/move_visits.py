"""Rewriting of lowered rules to visit moves instead of storing them."""

from __future__ import annotations

import ast

from kibitz.language.errors import KibitzError


def visited(text: str, listing: str, name: str) -> str:
    """Return the text of a listing function that visits each move instead of storing it."""
    module = ast.parse(text)
    function = next(
        node for node in module.body if isinstance(node, ast.FunctionDef) and node.name == listing
    )
    function.name = f"list_{name}"
    stores = 0

    class Visiting(ast.NodeTransformer):
        def visit_Assign(self, node: ast.Assign) -> ast.AST:
            nonlocal stores
            if not isinstance(node.targets[0], ast.Subscript):
                return node
            stores += 1
            call = ast.parse(f"_n = visit_{name}(position, 0, _n, _out, _rows)").body[0]
            assert isinstance(call, ast.Assign)
            assert isinstance(call.value, ast.Call)
            call.value.args[0] = ast.Name(function.args.args[0].arg, ast.Load())
            call.value.args[1] = node.value
            return call

        def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | None:
            counts = isinstance(node.target, ast.Name) and node.target.id == "_n"
            return ast.Pass() if counts else node

    changed = ast.fix_missing_locations(Visiting().visit(function))
    if not stores:
        raise KibitzError("the moves of this game cannot be visited one by one on a GPU")
    return ast.unparse(changed)

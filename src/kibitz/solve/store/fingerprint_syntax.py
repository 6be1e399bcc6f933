"""Syntax of a function as text that is the same under every version of Python.

Bytecode differs between versions of Python; the syntax tree hardly does. But source may be missing
(a function typed at a prompt) or outdated (a file edited since it was imported). So the source is
compiled again, and its tree is used only if that yields the code that runs. The statement that
contains the function is enough, and fast; where it cannot be separated from the lines around it,
all of the source is compiled.

The text omits line numbers, docstrings, annotations, and fields of the tree that not every version
of Python has.
"""

from __future__ import annotations

import os
import warnings

from kibitz.rules.rules import SOURCE
from kibitz.system.recent import Recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType, FunctionType
    from typing import Any

    Node = Any  # of module `ast`; its fields depend on its kind

FUTURE = annotations.compiler_flag  # that `from __future__ import annotations` is in force
INSIDE = b" \t\r#)]}"  # how lines begin that do not begin a statement of a module
ONLY_A_TREE = 1024  # ast.PyCF_ONLY_AST, without the slow import of module `ast`
MOST_KEPT = 4096

ANNOTATIONS = ("annotation", "returns", "type_params")
LEFT_OUT = (*ANNOTATIONS, "type_comment", "kind", "ctx")
FUNCTIONS = ("FunctionDef", "AsyncFunctionDef", "Lambda")


class Syntax:
    """Syntax of a function; `apart` are the names that only its annotations use."""

    def __init__(self, text: str, apart: frozenset[str]) -> None:
        self.text = text
        self.apart = apart


_known: Recent[tuple[CodeType, str, str | None], Syntax | None] = Recent(MOST_KEPT)


def syntax_of(function: FunctionType) -> Syntax | None:
    """Return the syntax of a function; None if its source is missing or outdated."""
    code = function.__code__
    key = code, code.co_filename, _kept_with(function)
    if key not in _known:
        try:
            node = node_of(function)
            _known[key] = None if node is None else written(node)
        except RecursionError:  # an expression nested too deeply
            _known[key] = None
    return _known[key]


def place(path: str, line: int) -> tuple[str, int]:
    """Return a place in a file, with its path relative to the current folder."""
    try:
        near = os.path.relpath(path)
    except (OSError, ValueError):  # the current folder was removed, or is on another drive
        return path, line
    return path if near.startswith("..") else near, line


class SourceText:
    """A Python source text with its syntax tree and its code; `flags` are those of the compiler."""

    def __init__(self, text: str | bytes, path: str, flags: int) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # shown when the file was first compiled
            self.tree: Node = compile(text, path, "exec", flags | ONLY_A_TREE, True)
            self.codes = list(_codes_in(compile(self.tree, path, "exec", flags, True)))

    def node_of(self, code: CodeType) -> Node | None:
        """Return the function that was compiled to that code; None if there is none or several."""
        if code not in self.codes:
            return None
        nodes = list(_functions_at(self.tree, code.co_name, code.co_firstlineno))
        if len(nodes) > 1:  # several lambdas on one line
            places = set(code.co_positions())
            nodes = [node for node in nodes if _span(node.body) in places]
        return nodes[0] if len(nodes) == 1 else None


_sources: Recent[tuple[str | bytes, str, int], SourceText | None] = Recent(64)


def node_of(function: FunctionType) -> Node | None:
    """Return the syntax tree of a function; None if its source is missing or outdated."""
    code = function.__code__
    text = _text_of(function, code.co_filename)
    octets = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    flags = code.co_flags & FUTURE
    for part in (_statement_at(octets, code.co_firstlineno), text):
        key = part, code.co_filename, flags
        if key not in _sources:
            try:
                _sources[key] = SourceText(*key)
            except (SyntaxError, ValueError, MemoryError):
                _sources[key] = None
        source = _sources[key]
        node = None if source is None else source.node_of(code)
        if node is not None:
            return node
    return None


def _statement_at(text: bytes, line: int) -> bytes:
    """Return the lines of a statement of a module, the empty lines before it included.

    A line that only looks like the beginning of a statement, as one in a string may, cuts it short;
    then it does not compile, or not to the code that is looked for.
    """
    lines = text.split(b"\n")
    begins = [at for at, each in enumerate(lines) if each[:1] not in INSIDE]
    first = max((at for at in begins if at < line), default=0)
    after = min((at for at in begins if at >= line), default=len(lines))
    return b"\n" * first + b"\n".join(lines[first:after])


def _kept_with(function: FunctionType) -> str | None:
    kept = function.__globals__.get(SOURCE)
    return kept if isinstance(kept, str) else None


def _text_of(function: FunctionType, path: str) -> str | bytes:
    """Return the source of the module of a function, empty if it is missing."""
    kept = _kept_with(function)
    if kept is not None:
        return kept
    try:
        with open(path, "rb") as file:
            return file.read()
    except (OSError, ValueError):
        import linecache  # supports cells of a notebook and modules in an archive

        return "".join(linecache.getlines(path, function.__globals__))


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, type(code)):
            yield inner
            yield from _codes_in(inner)


def _functions_at(node: Node, name: str, line: int) -> Iterator[Node]:
    """Yield the functions with that name (lambdas included) that begin on that line."""
    for child in _children(node):
        begin = _first_line(child)
        if begin and not begin <= line <= child.end_lineno:
            continue
        kind = type(child).__name__
        if kind in FUNCTIONS and (begin, getattr(child, "name", "<lambda>")) == (line, name):
            yield child
        yield from _functions_at(child, name, line)


def _children(node: Node) -> Iterator[Node]:
    for field in node._fields:
        value = getattr(node, field, None)
        for child in value if isinstance(value, list) else (value,):
            if hasattr(child, "_fields"):
                yield child


def _first_line(node: Node) -> int:
    decorators = getattr(node, "decorator_list", None)
    line: int = getattr(decorators[0] if decorators else node, "lineno", 0)
    return line


def _span(node: Node) -> tuple[int, int, int, int]:
    return node.lineno, node.end_lineno, node.col_offset, node.end_col_offset


def written(function: Node) -> Syntax:
    """Return the text of the node of a function.

    Its name, decorators and defaults are left out: they do not affect what a call does, and the
    values of the defaults are in the function object.
    """
    writer = SyntaxWriter()
    args = function.args
    for field in ("posonlyargs", "args", "vararg", "kwonlyargs", "kwarg"):
        writer.field(field, getattr(args, field))
    writer.field("body", function.body)
    return Syntax("".join(writer.parts), frozenset(writer.annotating - writer.used))


class SyntaxWriter:
    """Serialises trees; records the names they use, and those their annotations use."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.used: set[str] = set()
        self.annotating: set[str] = set()

    def field(self, name: str, value: object) -> None:
        """Write a field of a node; an empty one is omitted, like one that does not exist."""
        if isinstance(value, list):
            value = [item for item in value if not _does_nothing(item)]
        if value is not None and value != []:
            self.parts.append(f"{name}=")
            self.value(value)

    def value(self, value: object) -> None:
        """Write a node, a list of nodes or a constant."""
        if hasattr(value, "_fields"):
            self.node(value)
        elif isinstance(value, list):
            self.parts.append("[")
            for item in value:
                self.value(item)
            self.parts.append("]")
        else:
            self.parts.append(f"{constant(value)},")

    def node(self, node: Node) -> None:
        """Write a node with its fields."""
        kind = type(node).__name__
        fields: dict[str, Any] = {name: getattr(node, name, None) for name in node._fields}
        for name in ANNOTATIONS:
            for each in _names_in(fields.get(name)):
                self.annotating.add(each)
        if kind == "Name":
            self.used.add(fields["id"])
            if fields["id"] == "__debug__":
                kind, fields = "Constant", {"value": __debug__}
        elif kind == "AnnAssign":
            fields.pop("simple")
            if fields["value"] is not None:
                kind, fields = "Assign", {"targets": [node.target], "value": node.value}
        elif kind == "JoinedStr":
            fields["values"] = _joined(node.values)
        self.parts.append(f"{kind}(")
        if kind == "Constant":
            self.value(fields["value"])
        else:
            for name, value in fields.items():
                if name not in LEFT_OUT:
                    self.field(name, value)
        self.parts.append(")")


def constant(value: object) -> str:
    """Return a text for a constant, the same under every Python and of any length."""
    kind = type(value).__name__
    if type(value) is int:
        return f"int {value:x}"
    return f"{kind} {value!a}"  # `repr` escapes different characters in different versions


def _does_nothing(item: Node) -> bool:
    """Return whether an item of a list is a statement without effect: `pass` or a docstring."""
    kind = type(item).__name__
    return kind == "Pass" or (
        kind == "Expr" and isinstance(getattr(item.value, "value", None), str)
    )


def _names_in(value: Node) -> Iterator[str]:
    for each in value if isinstance(value, list) else (value,):
        if type(each).__name__ == "Name":
            yield each.id
        elif hasattr(each, "_fields"):
            for child in _children(each):
                yield from _names_in(child)


def _joined(values: list[Node]) -> list[Node | str]:
    """Return the parts of an f-string, adjacent texts merged: versions split them differently."""
    joined: list[Node | str] = []
    for each in values:
        text = getattr(each, "value", None)
        if type(each).__name__ != "Constant" or not isinstance(text, str):
            joined.append(each)
        elif joined and isinstance(joined[-1], str):
            joined[-1] += text
        elif text:
            joined.append(text)
    return joined

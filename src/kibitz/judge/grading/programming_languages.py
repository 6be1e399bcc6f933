"""Programming languages of submissions: recognition, build and run commands."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Collection
from functools import cache
from typing import NamedTuple

from kibitz.language.errors import KibitzError, all_of

RUN, BUILD = "run", "build"
CHECK = "import sys\nfor name in sys.argv[1:]:\n    compile(open(name, 'rb').read(), name, 'exec')"
JAVA_MAIN = re.compile(rb"\bstatic\s+void\s+main\s*\(|\bvoid\s+main\s*\(\s*\)")
JAVA_PUBLIC = re.compile(rb"\bpublic\s+(?:final\s+)?class\s+(\w+)")
JAVA_PACKAGE = re.compile(rb"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)


class Recipe(NamedTuple):
    """Commands to build and run a program.

    `{build}` is replaced by its folder, `{python}` by the interpreter, `{memory}` by the limit in
    MiB.

    `tools` are folders outside of the system that it needs. `space`: whether its address space may
    be limited; virtual machines reserve far more than they use.
    """

    language: str
    build: list[str]
    run: list[str]
    tools: list[str]
    space: bool = True


class Tool(NamedTuple):
    """A compiler or interpreter: the program, and its installation folder."""

    path: str
    root: str


@cache
def tool(name: str) -> Tool:
    """Return a tool by its name; `KibitzError` if it is not installed."""
    path = shutil.which(name)
    if path and name == "rustc":  # the path may have rustup's proxy, which needs its home
        asked = [path, "--print", "sysroot"]
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
        path = shutil.which(os.path.join(done.stdout.strip(), "bin", name)) if done.stdout else path
    if not path:
        raise KibitzError("not installed here: {tool}", tool=name)
    path = os.path.realpath(path)
    root = os.path.dirname(os.path.dirname(path))
    if root in ("/", os.path.expanduser("~")):  # never the root or a whole home folder
        root = os.path.dirname(path)
    return Tool(path, root)


def at(names: list[str]) -> list[str]:
    """Return the paths of files in the sandbox."""
    return [f"{{build}}/{name}" for name in names]


def python(folder: str, files: list[str]) -> Recipe:
    """Check the syntax, then run the main file."""
    main = main_of(files, "main.py", "__main__.py")
    check = ["{python}", "-I", "-S", "-c", CHECK, *at(files)]
    return Recipe("Python", check, ["{python}", *at([main])], [])


def c(folder: str, files: list[str]) -> Recipe:
    """Compile all files into one program."""
    found = tool("gcc")
    words = [found.path, "-O2", "-o", "{build}/program", *at(files), "-lm"]
    return Recipe("C", words, ["{build}/program"], [found.root])


def cpp(folder: str, files: list[str]) -> Recipe:
    """Compile all files into one program."""
    found = tool("g++")
    words = [found.path, "-O2", "-std=c++20", "-o", "{build}/program", *at(files)]
    return Recipe("C++", words, ["{build}/program"], [found.root])


def java(folder: str, files: list[str]) -> Recipe:
    """Compile all files; run the class with `main`. A file is renamed after its public class."""
    compiler, machine = tool("javac"), tool("java")
    started, sources = "", []
    for name in files:
        with open(os.path.join(folder, name), "rb") as file:
            text = file.read()
        public = JAVA_PUBLIC.search(text)
        within = JAVA_PACKAGE.search(text)
        new = os.path.join(os.path.dirname(name), public[1].decode() + ".java") if public else name
        os.rename(os.path.join(folder, name), os.path.join(folder, new))
        sources.append(new)
        if JAVA_MAIN.search(text) and not started:
            stem = os.path.splitext(os.path.basename(new))[0]
            started = f"{within[1].decode()}.{stem}" if within else stem
    if not started:
        raise KibitzError("no class has a method main")
    build = [compiler.path, "-encoding", "UTF-8", "-d", "{build}/classes", *at(sources)]
    run = [machine.path, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xss16m", "-Xmx{memory}m"]
    run += ["-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-cp", "{build}/classes", started]
    return Recipe("Java", build, run, [compiler.root, machine.root], space=False)


def rust(folder: str, files: list[str]) -> Recipe:
    """Compile the main file; it names the others itself."""
    found = tool("rustc")
    main = main_of(files, "main.rs", "src/main.rs")
    words = [found.path, "-O", "--edition", "2021", "-o", "{build}/program", *at([main])]
    return Recipe("Rust", words, ["{build}/program"], [found.root])


def go(folder: str, files: list[str]) -> Recipe:
    """Compile all files of the folder as one program."""
    found = tool("go")
    words = ["/usr/bin/env", "GO111MODULE=off", "GOCACHE=/tmp/go", "GOPATH=/tmp/gopath"]
    words += ["CGO_ENABLED=0", found.path, "build", "-o", "{build}/program", *at(files)]
    return Recipe("Go", words, ["{build}/program"], [found.root], space=False)


def javascript(folder: str, files: list[str]) -> Recipe:
    """Check the syntax of the main file, then run it by Node; it names the others itself."""
    found = tool("node")
    (main,) = at([main_of(files, "main.js", "index.js", "main.mjs", "main.cjs")])
    run = [found.path, "--max-old-space-size={memory}", main]
    return Recipe("JavaScript", [found.path, "--check", main], run, [found.root], space=False)


LANGUAGES: dict[str, Callable[[str, list[str]], Recipe]] = {
    ".py": python,
    ".c": c,
    ".cc": cpp,
    ".cpp": cpp,
    ".cxx": cpp,
    ".java": java,
    ".rs": rust,
    ".go": go,
    ".js": javascript,
    ".mjs": javascript,
    ".cjs": javascript,
}
ENDINGS = tuple(LANGUAGES)


def main_of(files: list[str], *usual: str) -> str:
    """Return the main file of a program."""
    for name in usual:
        if name in files:
            return name
    if len(files) == 1:
        return files[0]
    raise KibitzError("several files could be the program: call one of them {name}", name=usual[0])


def recipe(folder: str, main: str = "", beside: Collection[str] = ()) -> Recipe:
    """Return the recipe of the program in a folder; `KibitzError` if there is none.

    Of several files, `main` is run, and those `beside` it are not.
    """
    files = sorted(
        os.path.relpath(os.path.join(where, name), folder)
        for where, _, names in os.walk(folder)
        for name in names
    )
    if RUN in files:
        build = script(folder, BUILD) if BUILD in files else []
        return Recipe("", build, script(folder, RUN), toolbox(), space=False)
    found = {
        LANGUAGES[ending] for name in files if (ending := os.path.splitext(name)[1]) in ENDINGS
    }
    if not found:
        raise KibitzError(
            "no program was found: known endings are {endings}, and anything else needs a folder "
            "with a script called run",
            endings=all_of(ENDINGS),
        )
    if len(found) > 1:
        names = sorted(function.__name__ for function in found)
        raise KibitzError(
            "there are programs in {languages}: a script called run says how to start them",
            languages=all_of(names),
        )
    (made,) = found
    mine = [name for name in files if LANGUAGES.get(os.path.splitext(name)[1]) is made]
    mine = [name for name in mine if os.path.basename(name) not in beside] or mine
    return made(folder, [name for name in mine if os.path.basename(name) == main] or mine)


def script(folder: str, name: str) -> list[str]:
    """Return the command that runs a script; without a shebang line it is for sh."""
    with open(os.path.join(folder, name), "rb") as file:
        head = file.read(4)
    own = head.startswith(b"#!") or head == b"\x7fELF"
    return at([name]) if own else ["/bin/sh", *at([name])]


def toolbox() -> list[str]:
    """Return the folders of all tools that are installed outside of the system."""
    roots = []
    for name in ("gcc", "javac", "rustc", "go", "node"):
        try:
            roots.append(tool(name).root)
        except KibitzError:
            continue
    return roots

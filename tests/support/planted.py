"""Files in the current folder that shadow modules of Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

# fmt: off
MODULES = [
    "abc", "argparse", "ast", "asyncio", "base64", "bisect", "codecs", "collections",
    "concurrent", "contextlib", "copy", "csv", "ctypes", "dataclasses", "datetime", "decimal",
    "difflib", "email", "enum", "fnmatch", "functools", "gettext", "glob", "hashlib", "heapq",
    "html", "http", "importlib", "inspect", "io", "json", "linecache", "locale", "logging",
    "math", "multiprocessing", "operator", "os", "pathlib", "pickle", "pkgutil", "platform",
    "queue", "random", "re", "secrets", "select", "selectors", "shutil", "signal", "site",
    "socket", "stat", "string", "struct", "subprocess", "tempfile", "textwrap", "threading",
    "time", "tokenize", "traceback", "types", "typing", "urllib", "uuid", "warnings", "weakref",
    "zipfile", "sitecustomize", "usercustomize", "fastapi", "h11", "kibitz", "llvmlite",
    "numba", "numpy", "platformdirs", "pyarrow", "pydantic", "ray", "scipy", "starlette",
    "tqdm", "uvicorn", "yaml",
]
# fmt: on
SPY = "import os\nopen({ran!r}, 'x').close()\nos._exit(9)\n"
CONFIG = "cache_dir: {folder}\n"  # Numba would run cached code there


def plant(folder: Path) -> Path:
    """Put files named after modules into a folder; each leaves a mark if it is run."""
    ran = folder / "ran"
    for name in MODULES:
        (folder / f"{name}.py").write_text(SPY.format(ran=str(ran)))
    (folder / ".numba_config.yaml").write_text(CONFIG.format(folder=folder / "code"))
    return ran

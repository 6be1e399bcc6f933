"""Download of the npm package `pyodide`: one version, verified, and cached."""

import io
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from base64 import b64encode
from hashlib import sha512

from kibitz.language.errors import KibitzError
from kibitz.solve.store.table_store import usual_folder
from kibitz.system.cache_files import open_cached
from kibitz.web.site.site_packing import SUFFIX, packed_zip

VERSION = "314.0.7"
SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
LOCK = "pyodide-lock.json"  # refers to packages at another host, which are not used
LIBRARY = "python_stdlib"
ZIPPED = f"{LIBRARY}.zip"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", ZIPPED, LOCK)
SECONDS = 300  # seconds for npm
# Modules that neither Kibitz nor the rules of a game need: tools, protocols and file formats,
# processes, and encodings of texts that are not in Unicode. A name with a slash is one file.
LEFT_OUT = {
    *("_pyrepl", "bdb", "cProfile", "doctest", "modulefinder", "optparse", "pdb", "pickletools"),
    *("profile", "pstats", "pydoc", "trace", "turtle", "unittest", "venv", "zipapp"),
    *("ftplib", "imaplib", "ipaddress", "mailbox", "netrc", "poplib", "smtplib", "socketserver"),
    *("wsgiref", "xml", "xmlrpc", "plistlib", "wave", "multiprocessing"),
    *("http/client", "http/cookiejar", "http/cookies", "http/server"),
    *("urllib/request", "urllib/robotparser", "logging/config", "logging/handlers"),
    *("asyncio/windows_events", "asyncio/windows_utils", "concurrent/futures/process"),
}
ENCODINGS = "encodings/"
KEPT_ENCODINGS = (
    *("__init__", "aliases", "ascii", "charmap", "cp437", "idna", "latin_1", "mbcs"),
    *("punycode", "raw_unicode_escape", "undefined", "unicode_escape", "utf_"),
)


def archive_path() -> str:
    """Return where the package of the runtime is cached."""
    return os.path.join(usual_folder(), f"pyodide-{VERSION}.tgz")


def check_available() -> None:
    """Raise an error if the runtime is not cached and cannot be fetched."""
    if not os.path.isfile(archive_path()):
        npm()


def runtime() -> dict[str, bytes]:
    """Return the files of the runtime by name; npm is used only if they are not cached."""
    folder, path = usual_folder(), archive_path()
    packed = kept(path)
    if packed is None:
        os.makedirs(folder, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as apart:
            fetched = os.path.join(apart, fetch(apart))
            packed = kept(fetched)
            if packed is None:
                raise KibitzError(
                    "npm gave another file for pyodide {version} than the one expected",
                    version=VERSION,
                )
            os.replace(fetched, path)
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        members = {name: archive.extractfile(f"package/{name}") for name in FILES}
        found = {name: member.read() for name, member in members.items() if member is not None}
    found[LOCK] = json.dumps({**json.loads(found[LOCK]), "packages": {}}).encode()
    with zipfile.ZipFile(io.BytesIO(found.pop(ZIPPED))) as library:
        modules = {name: library.read(name) for name in library.namelist() if is_needed(name)}
    return found | {LIBRARY + SUFFIX: packed_zip(modules)}


def is_needed(name: str) -> bool:
    """Return whether a file of Python's library is part of a site."""
    if name.startswith(ENCODINGS):
        return name.removeprefix(ENCODINGS).startswith(KEPT_ENCODINGS)
    module = name.removesuffix(".py")
    return LEFT_OUT.isdisjoint({module, module.partition("/")[0]})


def kept(path: str) -> bytes | None:
    """Return the cached archive of the runtime if its checksum matches."""
    try:
        with open_cached(path) as file:
            packed = file.read()
    except FileNotFoundError:
        return None
    return packed if b64encode(sha512(packed).digest()).decode() == SHA512 else None


def npm() -> str:
    """Return the path of npm; an error if it is not installed."""
    path = shutil.which("npm")
    if path is None:
        raise KibitzError(
            "making a site needs npm once, to fetch Python for the browser: install Node.js"
        )
    return path


def fetch(folder: str) -> str:
    """Download the package into a folder with npm; return the name of its file."""
    command = [npm(), "pack", f"pyodide@{VERSION}", "--loglevel=error"]
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise KibitzError(
            "npm did not fetch pyodide within {count} seconds", count=SECONDS
        ) from None
    files = [name for name in os.listdir(folder) if name.endswith(".tgz")]
    if done.returncode or not files:
        said = done.stderr.strip().partition("\n")[0].removeprefix("npm error ")
        raise KibitzError("npm could not fetch pyodide: {reason}", reason=said[:200])
    return files[0]

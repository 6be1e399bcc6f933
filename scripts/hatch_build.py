"""What hatchling asks while it builds: files of the wheel, and the metadata of the package.

To publish, build with `KIBITZ_HOME_URL=https://…`, the address of the repository: links of the
README then lead there, and the metadata names it. Without an address, the README keeps the text of
such links only, because a package index cannot follow a relative link.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

sys.path.insert(0, str(Path(__file__).parent))
from compile_catalogues import compile_all

HOME_URL = "KIBITZ_HOME_URL"
BRANCH = "HEAD"
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#)([^)\s]+)\)")
COMPLETIONS = {
    "bash": "share/bash-completion/completions/kibitz",
    "zsh": "share/zsh/site-functions/_kibitz",
    "fish": "share/fish/vendor_completions.d/kibitz.fish",
}
MANUAL = "share/man/man1/kibitz.1"


class Files(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles the catalogues; puts `examples/`, the manual page and completions into the wheel.

    So it does with two modules at the top level, by whose names verifiers finds environments.

    An editable install has only the catalogues, in the checkout if that can be written: it reads
    the examples there, and copies grow stale.
    """

    modules = ("kibitz_play.py", "kibitz_tasks.py")

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            with suppress(PermissionError):
                compile_all()
            return
        build_data["force_include"]["examples"] = "kibitz/examples"
        for module in self.modules:
            build_data["force_include"][f"src/{module}"] = module
        self.made = tempfile.TemporaryDirectory()
        catalogues = Path(self.made.name) / "locale"
        compile_all(catalogues)
        build_data["force_include"][str(catalogues)] = "kibitz/locale"
        for place, text in shared_files(self.root).items():
            path = Path(self.made.name) / place.replace("/", "_")
            path.write_text(text, encoding="utf-8")
            build_data["shared_data"][str(path)] = place

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "made"):
            self.made.cleanup()


def shared_files(root: str) -> dict[str, str]:
    """Return the manual page and the completions of shells, by their places below the prefix."""
    sys.path.insert(0, str(Path(root) / "src"))
    try:
        from command_pages import manual_page

        from kibitz.cli.commands.completion_command import script_of
    finally:
        sys.path.pop(0)
    scripts = {place: script_of(shell) for shell, place in COMPLETIONS.items()}
    return {MANUAL: manual_page(), **scripts}


class Metadata(MetadataHookInterface):
    """Writes the README as a package index shows it, and the addresses of the project."""

    def update(self, metadata: dict[str, Any]) -> None:
        home = os.environ.get(HOME_URL, "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": readme(text, home)}
        if home:
            metadata["urls"] = {
                "Homepage": home,
                "Repository": home,
                "Documentation": f"{home}/tree/{BRANCH}/docs",
                "Changelog": f"{home}/blob/{BRANCH}/CHANGELOG.md",
                "Issues": f"{home}/issues",
            }


def readme(text: str, home: str) -> str:
    """Return the README with links that work anywhere: absolute ones, or none."""

    def absolute(link: re.Match[str]) -> str:
        picture, words, path = link.groups()
        if not home:
            return "" if picture else words
        return f"{picture}[{words}]({home}/{'raw' if picture else 'blob'}/{BRANCH}/{path})"

    return LINK.sub(absolute, text)

"""A package whose entry point adds a game, laid out as an installer leaves it."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest

from tests.docs.test_docs import blocks
from tests.support.console import run
from tests.support.own_games import HOME, SOUND

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

    Kibitz = Callable[[str], subprocess.CompletedProcess[bytes]]

METADATA = "Metadata-Version: 2.1\nName: mypackage\nVersion: 1.0\n"


def installed(folder: Path, module: str, points: str) -> None:
    """Write a package and what pip writes beside it."""
    package, about = folder / "mypackage", folder / "mypackage-1.0.dist-info"
    package.mkdir()
    about.mkdir()
    (package / "__init__.py").touch()
    (package / "cram.py").write_text(module)
    (about / "METADATA").write_text(METADATA)
    (about / "entry_points.txt").write_text(points)


def points_of_docs() -> str:
    """Return the entry points that the tutorial shows, as an installer writes them."""
    page = HOME / "docs" / "adding-a-game.md"
    shown = tomllib.loads(next(text for language, text, _ in blocks(page) if language == "toml"))
    lines = []
    for group, points in shown["project"]["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {target}" for name, target in points.items())]
    return "\n".join(lines)


@pytest.fixture
def kibitz(tmp_path: Path) -> Kibitz:
    import kibitz

    sources = f"{tmp_path}:{HOME / 'src'}"
    assert kibitz.__file__.startswith(str(HOME / "src"))

    def command(words: str) -> subprocess.CompletedProcess[bytes]:
        env = {"PYTHONPATH": sources, "KIBITZ_CACHE": str(tmp_path / "tables")}
        return run(words, env=env, cwd=tmp_path)

    return command


def test_the_game_of_an_installed_package_is_there_by_name(tmp_path: Path, kibitz: Kibitz) -> None:
    page = HOME / "docs" / "adding-a-game.md"
    module = next(text for _, text, _ in blocks(page) if text.startswith("# cram2.py"))
    installed(tmp_path, module, points_of_docs())
    said = kibitz("games").stdout.decode()
    assert "mycram            Cram: put a domino on two free squares side by side" in said
    assert b"wins in 3 moves" in kibitz("solve mycram:rows=2,columns=3").stdout
    assert b"5,700" in kibitz("table mycram").stdout
    assert b"mycram keeps all its promises" in kibitz("doctor mycram").stdout


def test_a_package_that_cannot_be_imported_hides_its_own_game_only(
    tmp_path: Path, kibitz: Kibitz
) -> None:
    installed(tmp_path, "import nowhere_at_all\n", points_of_docs())
    said = kibitz("games")
    assert b"mycram" not in said.stdout
    assert b"lgame" in said.stdout
    done = kibitz("table mycram")
    assert done.returncode == 2
    assert b"the package that adds the game" in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_a_package_need_not_be_from_the_docs(tmp_path: Path, kibitz: Kibitz) -> None:
    installed(tmp_path, SOUND, "[kibitz.games]\nmarks = mypackage.cram:game\n")
    assert b"wins in 3 moves" in kibitz("solve marks").stdout

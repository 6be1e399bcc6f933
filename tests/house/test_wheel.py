"""The wheel and the source archive, installed where there is no checkout.

The environments are empty but for a line that leads to the packages of the tests, so that nothing
is fetched. They do not see the editable install there: its own line is not followed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import hatch_build
import httpx
import pytest
from hatch_build import COMPLETIONS

import kibitz
from kibitz.language.languages import LANGUAGES
from tests.support.own_games import EXAMPLES, HOME
from tests.support.scope import EVERYTHING

PACKAGES = Path(httpx.__file__).parent.parent
LONGEST = 120  # seconds, for an install
OFFLINE = ["--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check", "-q"]


def call(words: list[str | Path], folder: Path) -> str:
    """Run to the end in a folder; return what is printed."""
    env = {
        "PATH": "/usr/bin:/bin",
        "KIBITZ_CACHE": str(folder / "tables"),
        "PIP_CONFIG_FILE": os.devnull,
    }
    done = subprocess.run(
        words,
        cwd=folder,
        env=env,
        capture_output=True,
        encoding="utf-8",
        timeout=LONGEST,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the source archive and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("archives")
    call([sys.executable, "-m", "build", "--no-isolation", "-o", folder, HOME], folder)
    return folder


def installed(source: Path, folder: Path) -> Path:
    """Install into a new environment; return the folder of its programs."""
    venv.create(folder, symlinks=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "tests.pth").write_text(f"{PACKAGES}\n")
    python = folder / "bin" / "python"
    call([sys.executable, "-m", "pip", "--python", python, "install", *OFFLINE, source], folder)
    return folder / "bin"


@pytest.fixture(scope="module")
def programs(archives: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of programs of an environment into which the wheel was installed."""
    (wheel,) = archives.glob("*.whl")
    return installed(wheel, tmp_path_factory.mktemp("environment"))


def test_it_is_the_installed_one(programs: Path, tmp_path: Path) -> None:
    where = call([programs / "python", "-c", "import kibitz; print(kibitz.__file__)"], tmp_path)
    assert where.startswith(str(programs.parent))
    version = f"kibitz {kibitz.__version__}\n"
    assert call([programs / "kibitz", "--version"], tmp_path) == version
    assert call([programs / "python", "-m", "kibitz", "--version"], tmp_path) == version


# The wheel comes from the source archive: a usual run need not build it from there once more.
@pytest.mark.parametrize("source", ["*.tar.gz", "."] if EVERYTHING else ["."])
def test_every_source_installs_the_same(
    source: str, archives: Path, programs: Path, tmp_path: Path
) -> None:
    (path,) = [HOME] if source == "." else archives.glob(source)
    other = installed(path, tmp_path / "environment")
    assert files_of(other) == files_of(programs)


def files_of(programs: Path) -> set[str]:
    (package,) = programs.parent.glob("lib/python*/site-packages/kibitz")
    return {str(path.relative_to(package)) for path in package.rglob("*.*")}


def test_languages_and_tables(programs: Path, tmp_path: Path) -> None:
    assert "5,478" in call([programs / "kibitz", "table", "noughts"], tmp_path)
    assert "wins in 41 moves" in call(
        [programs / "kibitz", "solve", "four:rows=6,columns=7"], tmp_path
    )
    said = {
        call([programs / "kibitz", "play", "noughts", "--lang", code], tmp_path)
        for code in LANGUAGES
    }
    assert len(said) == len(LANGUAGES)


def test_examples_are_known_by_name_and_can_be_copied(programs: Path, tmp_path: Path) -> None:
    games = [path.stem for path in EXAMPLES.glob("*.py") if "\ndef game(" in path.read_text()]
    listed = call([programs / "kibitz", "new", "--example"], tmp_path)
    assert [line.split()[0] for line in listed.splitlines()] == sorted(games)
    assert "is a game" in call([programs / "kibitz", "new", "--example", "nim"], tmp_path)
    assert (tmp_path / "nim.py").read_text() == (EXAMPLES / "nim.py").read_text()
    for name in ("nim", "./nim.py"):
        assert " 120\n" in call([programs / "kibitz", "table", name], tmp_path)  # 4 × 5 × 6
    call([programs / "kibitz", "new", "mine.py"], tmp_path)
    assert " 124\n" in call([programs / "kibitz", "table", "./mine.py"], tmp_path)


def test_the_manual_page_and_completions_are_installed(programs: Path, tmp_path: Path) -> None:
    share = programs.parent / "share"
    assert "\n.SS kibitz play [GAME]" in (share / "man/man1/kibitz.1").read_text()
    for shell, place in COMPLETIONS.items():
        printed = call([programs / "kibitz", "completion", shell], tmp_path)
        assert (programs.parent / place).read_text() == printed


@pytest.mark.parametrize("home", ["", "https://example.org/kibitz"])
def test_every_link_of_the_readme_works_on_a_package_index(home: str) -> None:
    text = (HOME / "README.md").read_text()
    assert "](docs/teaching.md)" in text
    shown = hatch_build.readme(text, home)
    assert "test language models" in shown
    links = re.findall(r"\]\(([^)]*)\)", shown)
    assert all(link.startswith("https://") for link in links)
    assert bool(links) == bool(home)


def test_the_metadata_names_the_home_of_the_project_if_it_is_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KIBITZ_HOME_URL", "https://example.org/kibitz/")
    metadata: dict[str, object] = {}
    hatch_build.Metadata(str(HOME), {}).update(metadata)
    urls = metadata["urls"]
    assert isinstance(urls, dict)
    assert urls["Homepage"] == "https://example.org/kibitz"
    assert {"Documentation", "Changelog", "Repository", "Issues"} <= set(urls)
    monkeypatch.delenv("KIBITZ_HOME_URL")
    metadata = {}
    hatch_build.Metadata(str(HOME), {}).update(metadata)
    assert "urls" not in metadata


def test_the_page_is_served_whole(programs: Path, tmp_path: Path) -> None:
    served = subprocess.Popen(
        [programs / "kibitz", "web", "--no-browser", "--port", "0"],
        cwd=tmp_path,
        env={"KIBITZ_CACHE": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert served.stdout is not None
    try:
        address = re.search(r"http://\S+", served.stdout.readline())
        assert address is not None
        with httpx.Client(base_url=address[0].rstrip("/")) as client:
            page = client.get("/play")
            assert page.status_code == 200
            files = re.findall(r'(?:src|href)="([^"#?:]+\.\w+)"', page.text)
            assert len(files) > 3
            assert {client.get(page.url.join(file)).status_code for file in files} == {200}
        source = HOME / "src/kibitz/web/page"
        generated = {source / "api.d.ts", source / "parts.d.ts"}  # only to check the modules
        shipped = {path.relative_to(source) for path in {*source.rglob("*")} - generated}
        (installed,) = programs.parent.glob("lib/python*/site-packages/kibitz/web/page")
        assert {path.relative_to(installed) for path in installed.rglob("*")} == shipped
    finally:
        served.terminate()
        served.communicate(timeout=LONGEST)

"""The locks: complete, of one version each, with hashes, for what the project asks for."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if TYPE_CHECKING:
    from packaging.markers import Marker

HOME = Path(__file__).parents[2]
LOCKS = HOME / "locks"
EXTRAS = ["web", "test", "test-all"]
PROJECT = tomllib.loads((HOME / "pyproject.toml").read_text())["project"]
LINUX = {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"}
MAC = {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"}
MACHINES = [
    {**system, "platform_machine": machine, "python_version": f"3.{minor}",
     "python_full_version": f"3.{minor}.5", "implementation_name": "cpython",
     "platform_python_implementation": "CPython"}
    for system, machine in ((LINUX, "x86_64"), (LINUX, "aarch64"), (MAC, "arm64"))
    for minor in (11, 12, 13, 14)
]  # fmt: skip


def pins(name: str) -> list[Requirement]:
    """Return the packages of a lock; each has a hash."""
    text = re.sub(r"^ *#.*\n|^--(only|no)-binary=.*\n", "", (LOCKS / name).read_text(), flags=re.M)
    found = []
    for line in text.replace("\\\n", " ").splitlines():
        pinned, *hashes = line.split(" --hash=")
        if pinned.strip():
            assert hashes, pinned
            assert all(re.fullmatch("sha256:[0-9a-f]{64}", one.strip()) for one in hashes), pinned
            found.append(Requirement(pinned))
    return found


def holds(marker: Marker | None, machine: dict[str, str]) -> bool:
    return marker is None or marker.evaluate({"extra": "", **machine})


def versions(name: str, machine: dict[str, str]) -> dict[str, str]:
    """Return what a lock installs on a machine."""
    found = [one for one in pins(name) if holds(one.marker, machine)]
    named: dict[str, str] = {canonicalize_name(one.name): str(one.specifier) for one in found}
    assert len(named) == len(found), "one version of each package"
    return named


def wanted(extra: str, machine: dict[str, str]) -> list[Requirement]:
    """Return what the project asks for, with the extras that an extra names."""
    requirements = map(Requirement, PROJECT["optional-dependencies"].get(extra, []))
    found = []
    for one in requirements:
        if one.name == PROJECT["name"]:
            found += [other for name in one.extras for other in wanted(name, machine)]
        elif holds(one.marker, machine):
            found.append(one)
    return found


@pytest.mark.parametrize("extra", EXTRAS)
def test_a_lock_has_what_the_project_asks_for(extra: str) -> None:
    """After a change in pyproject.toml, scripts/lock.py brings the locks up to date."""
    for machine in MACHINES:
        locked = versions(f"{extra}.txt", machine)
        for one in [*map(Requirement, PROJECT["dependencies"]), *wanted(extra, machine)]:
            version = locked[canonicalize_name(one.name)].removeprefix("==")
            assert one.specifier.contains(version, prereleases=True), one
        largest = versions("test-all.txt", machine)
        assert locked.items() <= largest.items(), "what installs one after the other agrees"


def test_what_builds_the_project_is_locked() -> None:
    named = {canonicalize_name(one.name) for one in pins("build.txt")}
    assert {"hatchling", "editables", "setuptools"} <= named


def test_npm_packages_have_their_integrity() -> None:
    wanted = json.loads((LOCKS / "package.json").read_text())
    packages = json.loads((LOCKS / "package-lock.json").read_text())["packages"]
    root = packages.pop("")
    for kind in ("dependencies", "devDependencies"):
        assert root[kind] == wanted[kind], "run scripts/lock.py"
    assert all(one["integrity"].startswith("sha512-") for one in packages.values())


def test_no_lock_names_a_host() -> None:
    for file in LOCKS.iterdir():
        hosts = re.findall(r"(?:resolved|index-url|find-links).*", file.read_text())
        assert hosts == [], file.name


def test_actions_are_named_by_commit() -> None:
    files = [*(HOME / ".github" / "workflows").iterdir(), HOME / "docs" / "grade-workflow.yml"]
    uses = [line for file in files for line in re.findall("uses: (.*)", file.read_text())]
    assert len(uses) >= len(files)
    for line in uses:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v[\d.]+", line)

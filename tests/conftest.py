"""What several test files share: folders for tables, and adapters that give up soon."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="session")
def tables_apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep tables in a folder of this session, not in the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIBITZ_CACHE", str(tmp_path_factory.mktemp("tables")))
        yield


@pytest.fixture
def soon_tired(tables_apart: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the adapters solve nothing but the smallest games; of the others nothing is known."""
    from kibitz.adapters import arena, truth

    monkeypatch.setattr(truth, "MOST_POSITIONS", 1000)
    monkeypatch.setattr(truth, "MOST_PLACEMENTS", 10_000)
    arena._arena.cache_clear()
    yield
    arena._arena.cache_clear()


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return an environment that depends on nothing outside."""
    return {
        "KIBITZ_CACHE": str(tmp_path_factory.mktemp("tables")),
        "LC_ALL": "C.UTF-8",
        "LANGUAGE": "",
        "KIBITZ_LANG": "",
        "NO_COLOR": "",
        "COLUMNS": "",
    }


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the page, with tables in a folder of its own."""
    from serving import serving

    with serving(tmp_path_factory.mktemp("tables")) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start a browser."""
    from browser import browsers

    yield from browsers()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Open an empty page in it."""
    from browser import pages

    yield from pages(browser)

"""What several test files share: folders for tables, servers, browsers; and how a run goes."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from compile_catalogues import compile_all

from tests.support.order import Order
from tests.support.scope import EVERYTHING
from tests.support.sites import OFFLINE, SERVER, SITE, against

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Browser, Page

    from tests.support.browser import Hand

# Tests have many folders for tables; compiled code is the same for all of them.
os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(__file__).parent.parent / ".venv" / "compiled"))

MARKS = {"browser": "browser", "cluster": "cluster", "two_nodes": "cluster"}  # by fixture
LONGEST_WITH_SITE = 600  # seconds for a test that may have to make a site first, or wait for it


@pytest.hookimpl(tryfirst=True)  # before -m selects
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what uses a browser or a cluster.

    Against a site without a server, only the tests of the page run.
    """
    for item in items:
        for fixture in MARKS.keys() & set(fixtures_of(item)):
            item.add_marker(MARKS[fixture])
        if needs_site(item):
            item.add_marker(pytest.mark.timeout(LONGEST_WITH_SITE))
    if against() != SERVER:
        of_page = [item for item in items if {"address", "browser"} <= set(fixtures_of(item))]
        config.hook.pytest_deselected(items=[item for item in items if item not in of_page])
        items[:] = of_page
        for item in items:
            for mark in item.iter_markers("served"):
                item.add_marker(pytest.mark.skip(reason=mark.args[0]))


def fixtures_of(item: pytest.Item) -> Sequence[str]:
    """Return the names of the fixtures that a test uses."""
    return getattr(item, "fixturenames", ())


def needs_site(item: pytest.Item) -> bool:
    """Return whether a test is about a site without a server, or its file makes one."""
    callspec = getattr(item, "callspec", None)
    answering = callspec.params.get("answering", SERVER) if callspec else SERVER
    makes_site = hasattr(getattr(item, "module", None), "site_with")
    return makes_site or {answering, against()} != {SERVER}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what is marked `everywhere` against the server, a site, and a site without a network.

    A usual run leaves out the last one: test_site.py takes the network away, too.
    """
    if metafunc.definition.get_closest_marker("everywhere") and against() == SERVER:
        answering = [SERVER, SITE, OFFLINE] if EVERYTHING else [SERVER, SITE]
        metafunc.parametrize("answering", answering, indirect=True, scope="module")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option behind `./test quick`."""
    parser.addoption("--quick", action="store_true", help="only unit tests (support/quick.py)")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the catalogues. Let the tests interrupt what they start, whatever started them.

    In a process of xdist: keep no pipe to the first process open in what is forked here. It takes
    this process for alive as long as a process holds that pipe.
    """
    compile_all()
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # as a shell starts what is behind `&`
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # which nohup ignores
    config.pluginmanager.register(Order(config))
    if config.getoption("--quick"):
        from tests.support.quick import Quick

        config.pluginmanager.register(Quick(config))
    if not hasattr(config, "workerinput"):
        return
    plugins = config.pluginmanager.get_plugins()
    worker = next(one for one in plugins if type(one).__name__ == "WorkerInteractor")
    pipe = worker.channel.gateway._io.outfile.fileno()

    def let_go() -> None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, pipe)
        os.close(nowhere)

    os.register_at_fork(after_in_child=let_go)


@pytest.fixture(scope="session")
def tables_apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep tables in a folder of this session, not in the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIBITZ_CACHE", str(tmp_path_factory.mktemp("tables")))
        yield


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
def answering(request: pytest.FixtureRequest) -> str:
    """Return what answers the page: a server, or a site without one."""
    return getattr(request, "param", against())


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, answering: str) -> Iterator[str]:
    """Serve the page, with tables in a folder of its own."""
    from tests.support.serving import serving

    with serving(tmp_path_factory.mktemp("tables"), against=answering) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start a browser."""
    from tests.support.browser import browsers

    yield from browsers()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Open an empty page in it."""
    from tests.support.browser import pages

    yield from pages(browser)


@pytest.fixture(scope="module")
def hand(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Hand]:
    """Keep a page open for all tests of a file that point in the same way, the parameter."""
    from tests.support.browser import hands

    yield from hands(browser, address, request.param)

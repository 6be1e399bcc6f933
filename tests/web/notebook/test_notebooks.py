"""The board in a browser: in a page that has only widgets, and in JupyterLab and marimo.

The last two are large, so that nothing installs them: `pip install jupyterlab marimo` adds their
tests.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

import kibitz
from tests.support.browser import PATIENCE, pages

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

    from playwright.sync_api import Browser, Locator, Page

RETRIES = 8  # of connecting, each after twice as long: a minute, for a server to start
NOUGHTS = "kibitz.game('noughts').start.board()"
# The opponent is perfect, so that a reply is seen as well.
LGAME = "kibitz.Match('lgame', players=('human', 'perfect'), seed=1).board()"
BOTH_PARTS = "a4b4c3c4,a1-b1"  # keeps the draw
# What a notebook makes of the board of noughts and crosses: the moves, wherever they come from.
JUPYTER = [
    f"import kibitz, ipywidgets\nboard = {NOUGHTS}\nboard",
    """made = ipywidgets.Label("nothing")
made.add_class("made")
board.observe(lambda change: setattr(made, "value", " ".join(change["new"])), "moves")
made""",
    LGAME,
]
MARIMO = f"""import marimo

app = marimo.App()


@app.cell
def _():
    import kibitz
    import marimo as mo
    return kibitz, mo


@app.cell
def _(kibitz, mo):
    board = mo.ui.anywidget({NOUGHTS})
    board
    return (board,)


@app.cell
def _(board, mo):
    mo.Html(f"<p class='made'>{{' '.join(board.value['moves']) or 'nothing'}}</p>")
    return


@app.cell
def _(kibitz):
    {LGAME}
    return
"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of a notebook. What it says of itself on the console is not ours."""
    yield from pages(
        browser, [""], reduced_motion="reduce", viewport={"width": 1200, "height": 1500}
    )


# A page that shows widgets as a notebook does: each has a model with the traits that Python sends,
# and what it sets waits in `sent` until Python takes it.
WIDGETS = """async (texts) => {
  const address = URL.createObjectURL(new Blob([texts.module], { type: "text/javascript" }));
  const { default: widget } = await import(address);
  window.sent = [];
  window.models = texts.states.map((state, at) => {
    const watching = new Map();
    const model = {
      get: (name) => state[name],
      set: (name, value) => (state[name] = value),
      save_changes: () => window.sent.push([at, state._asked]),
      on: (event, call) => watching.set(event, call),
      off: (event) => watching.delete(event),
      receive(name, value) {
        state[name] = value;
        watching.get(`change:${name}`)?.();
      },
    };
    const place = document.body.appendChild(document.createElement("div"));
    model.end = widget.render({ model, el: place });
    return model;
  });
}"""
GAMES = ["noughts", "hexapawn", "peg:triangle", "four", "dobutsu_shogi", "sokoban"]
FILLED = """(board) => [...board.querySelectorAll(".cell")].map((cell) =>
  [cell.dataset.cell, cell.classList.contains("filled")])"""


def test_every_board_of_a_page_is_its_own(page: Page) -> None:
    """Boards of several games in one page: a move on each, and only that board changes."""
    widgets: list[Any] = [kibitz.game(name).start.board(values=name == "noughts") for name in GAMES]
    boards = shown(page, widgets)
    for at, widget in enumerate(widgets):
        board, names = boards.nth(at), widget.match.game.board.names
        expect(board.locator(".board")).to_be_visible()
        expect(board.locator("#verdict")).to_be_visible(visible=GAMES[at] == "noughts")
        move = next(one for one in widget._view["moves"] if not one["hand"])
        for step in move["steps"]:
            if page.evaluate("sent.length"):
                break  # no other move was left
            cell(board, names[step[0]]).click()
        assert answered(page, widgets) == at
        assert widget.moves == [move["move"]]
        expect(board.locator("#undo")).to_be_enabled()
        signs = zip(names, widget._view["cells"], strict=True)
        assert dict(board.evaluate(FILLED)) == {name: sign != "." for name, sign in signs}
    assert [len(one.moves) for one in widgets] == [1] * len(GAMES)
    page.evaluate("models.forEach((model) => model.end())")
    expect(boards).to_have_count(0)


def test_both_parts_of_a_move_are_dragged(page: Page) -> None:
    widgets: list[Any] = [kibitz.game("lgame").start.board(values=False)]
    page.set_viewport_size({"width": 480, "height": 900})  # a narrow cell
    board = shown(page, widgets).nth(0)
    drag_both_parts(page, board)
    assert answered(page, widgets) == 0
    assert widgets[0].moves == [BOTH_PARTS]


def shown(page: Page, widgets: list[Any]) -> Locator:
    """Show widgets in a page; return their boards."""
    states = [json.loads(json.dumps(one.get_state(), default=str)) for one in widgets]
    page.evaluate(WIDGETS, {"module": widgets[0]._esm, "states": states})
    boards = page.locator(".notebook")
    expect(boards).to_have_count(len(widgets))
    return boards


def answered(page: Page, widgets: list[Any]) -> int:
    """Pass what a board asks for to its widget, and the answer back; return which board it was."""
    page.wait_for_function("sent.length")
    at, asked = page.evaluate("sent.shift()")
    widgets[at].set_state({"_asked": asked})
    for name in ("_view", "_opinion"):
        value = json.loads(json.dumps(getattr(widgets[at], name)))
        page.evaluate("([at, name, value]) => models[at].receive(name, value)", [at, name, value])
    return int(at)


@contextmanager
def served(folder: Path, *command: str, health: str) -> Iterator[str]:
    """Run a notebook server until the end of the block; yield its address.

    It writes nothing outside the folder.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    more = ("JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR")
    homes = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    places = {name: str(folder / name) for name in (*names, *more, *homes)}
    said = folder / "said"
    with said.open("w") as log:
        program = subprocess.Popen(
            [sys.executable, "-m", *command, f"--port={port}"],
            env={**os.environ, **places},
            stdout=log,
            stderr=log,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        with httpx.Client(transport=httpx.HTTPTransport(retries=RETRIES)) as client:
            assert client.get(address + health).is_success, said.read_text()
        yield address
    finally:
        program.terminate()
        program.wait(PATIENCE)


def test_in_jupyterlab(page: Page, tmp_path: Path) -> None:
    needs("jupyterlab")
    cells: list[dict[str, object]] = [
        {"cell_type": "code", "id": f"cell-{at}", "metadata": {}, "source": source}
        | {"outputs": [], "execution_count": None}
        for at, source in enumerate(JUPYTER)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "board.ipynb").write_text(json.dumps(notebook))
    options = ("--no-browser", "--allow-root", "--IdentityProvider.token=")
    where = (f"--ServerApp.root_dir={tmp_path}", "--LabApp.news_url=None")
    with served(tmp_path, "jupyterlab", *options, *where, health="/api") as address:
        page.goto(f"{address}/lab/tree/board.ipynb")
        page.locator(".jp-Notebook .jp-Cell").first.click()
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.locator('.lm-Menu-item[data-command="runmenu:run-all"]').click()
        plays(page)


def test_in_marimo(page: Page, tmp_path: Path) -> None:
    needs("marimo")
    file = tmp_path / "board.py"
    file.write_text(MARIMO)
    command = ("marimo", "-y", "edit", str(file), "--headless", "--no-token")
    with served(tmp_path, *command, "--skip-update-check", health="/health") as address:
        page.goto(address)
        page.locator(".marimo-cell").nth(3).wait_for()
        page.locator(
            '[data-testid="chrome-controls-bottom-right"] [data-testid="run-button"]'
        ).click()
        plays(page)


def needs(package: str) -> None:
    """Skip a test without a package that nothing installs."""
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed: pip install {package}")


def plays(page: Page) -> None:
    """Play on both boards of a notebook."""
    boards = page.locator(".notebook")
    expect(boards).to_have_count(2)
    noughts, lgame = boards.nth(0), boards.nth(1)

    expect(noughts.locator("#verdict")).to_contain_text("Draw")
    cell(noughts, "b2").click()
    expect(page.locator(".made")).to_have_text("b2")
    expect(cell(noughts, "b2")).to_have_class("cell filled")
    expect(noughts.locator("#status")).to_have_text("O to move")
    expect(noughts.locator("#notes")).to_contain_text("Still a draw")
    noughts.locator('[data-move="a2"]').click()  # a mistake, from the list
    expect(page.locator(".made")).to_have_text("b2 a2")
    expect(noughts.locator("#verdict.good")).to_be_visible()
    noughts.locator("#undo").click()
    expect(page.locator(".made")).to_have_text("b2")
    expect(noughts.locator("#verdict")).to_contain_text("Draw")

    drag_both_parts(page, lgame)
    expect(lgame.locator("#undo")).to_be_enabled()
    expect(lgame.locator("#status")).to_have_text("Your move")  # the opponent has replied
    expect(lgame.locator("#notes")).to_contain_text(BOTH_PARTS)


def cell(board: Locator, name: str) -> Locator:
    """A cell of a board."""
    return board.locator(f".cell[data-cell='{name}']")


def drag_both_parts(page: Page, board: Locator) -> None:
    """Make a move of the L-game: the piece is drawn on its new cells, a neutral one dragged."""
    before = board.locator(".board").bounding_box()
    drag(page, [cell(board, name) for name in ("a4", "b4", "c4", "c3")])
    expect(board.locator("#stay")).to_be_visible()
    assert board.locator(".board").bounding_box() == before  # the buttons do not move it
    drag(page, [cell(board, name) for name in ("a1", "b1")])


def drag(page: Page, cells: list[Locator]) -> None:
    """Drag the mouse across cells."""
    for at, one in enumerate(cells):
        box = one.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
        if not at:
            page.mouse.down()
    page.mouse.up()

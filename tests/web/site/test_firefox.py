"""A site in Firefox, where it is installed: games are played, solved, searched and written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.support.firefox import firefox, program
from tests.support.hostile_rules import REFUSED, STOLEN, hostile_rules
from tests.support.sites import GAMES, site_with, static_server

if TYPE_CHECKING:
    from tests.support.firefox import Firefox

HTML = "document.documentElement.dataset"
EDIT = """(async () => {
  const { keepFile } = await import(new URL("page/write/own_files.js", location.href));
  return keepFile("hostile.py", %s);
})()"""
# Asks for the value of the start of a game until it is exact.
VALUE = """(async () => {
  const { python } = await import(new URL("page/transport/interpreter.js", location.href));
  const details = { match: "kibitz+%s", opinion: true };
  for (const question of ["match", "search"]) {
    for await (const { text } of python({ question, code: "en", details })) {
      const { tone, words } = JSON.parse(text).opinion?.value ?? {};
      if (tone && tone !== "unknown") return words;
    }
  }
})()"""


@pytest.mark.skipif(program() is None, reason="Firefox is not installed")
def test_a_site_works_in_firefox(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = site_with(tmp_path_factory.mktemp("site"), *GAMES)
    with (
        static_server(folder) as (site, requests),
        firefox(tmp_path_factory.mktemp("firefox")) as tab,
    ):
        plays_noughts(tab, site)
        tab.wait(f"{HTML}.python === 'ready'")
        assert tab.evaluate(VALUE % "lgame") == "a draw"  # Shuttleworth, from its table
        assert tab.evaluate(VALUE % "four:rows=4,columns=4") == "a draw"  # Tromp
        writes_a_game(tab, site)
        is_not_robbed(tab, site, requests)


def plays_noughts(tab: Firefox, site: str) -> None:
    """Play on any open square until the game is over."""
    tab.open(f"{site}play.html#kibitz+noughts;players+human+perfect")
    for _ in range(5):
        ply = int(tab.wait(f"{HTML}.ply"))
        tab.click("#board .cell.open")
        tab.wait(f"Number({HTML}.ply) >= {ply + 2} || {HTML}.over === 'true'")
        if tab.evaluate(f"{HTML}.over === 'true'"):
            return
    raise AssertionError("the game does not end")


def writes_a_game(tab: Firefox, site: str) -> None:
    """Solve the first game of the editor, compiled."""
    tab.open(f"{site}write.html")
    tab.wait(f"{HTML}.ready")
    tab.click("#solve")
    tab.wait("document.querySelector('#state').textContent.startsWith('Solved.')")
    assert tab.evaluate("document.querySelector('#state').dataset.compiled") == "yes"


def is_not_robbed(tab: Firefox, site: str, requests: list[str]) -> None:
    """Check hostile rules: they reach nothing."""
    tab.evaluate(EDIT % json.dumps(hostile_rules(site)))
    tab.open("about:blank")  # else only the fragment of the address would change
    tab.open(f"{site}write.html#file=hostile.py")
    tab.wait(f"{HTML}.ready && {HTML}.python")
    tab.click("#check")
    said = tab.wait("document.querySelector('#complaints li')?.textContent")
    assert {f"{name}:refused" for name in REFUSED} <= {*said.split()}, said
    tab.click("#check")  # a later answer comes after every request that was under way
    tab.wait("document.querySelector('#complaints li')?.textContent")
    assert [path for path in requests if STOLEN in path] == []

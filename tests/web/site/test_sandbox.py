"""Rules of a stranger in the browser: whatever they try, they reach nothing of the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.support.browser import PATIENCE, pages
from tests.support.hostile_rules import REFUSED, STOLEN, hostile_rules
from tests.support.sites import COPIED, GAMES, READY, site_with, static_server

if TYPE_CHECKING:
    import pytest
    from playwright.sync_api import Browser, Page

BEGIN = """() => {
  window.heard = [];
  window.ends = {};
  new BroadcastChannel("kibitz").onmessage = ({ data }) => heard.push(data);
  addEventListener("message", ({ data }) => {
    if (data.attempt) ends[data.attempt] = data.done;
  });
}"""
# All that the site keeps in this browser: the entries of databases, and the sizes of cached files.
KEPT = """async () => {
  const found = {};
  for (const { name } of await indexedDB.databases()) {
    const opening = indexedDB.open(name);
    const database = await new Promise((done) => (opening.onsuccess = () => done(opening.result)));
    for (const store of database.objectStoreNames) {
      const asked = database.transaction(store).objectStore(store).getAllKeys();
      await new Promise((done) => (asked.onsuccess = done));
      if (asked.result.length) found[`${name} ${store}`] = asked.result;
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const files = await cache.keys();
    const content = async (file) => (await cache.match(file)).arrayBuffer();
    const size = async (file) => [file.url, (await content(file)).byteLength];
    found[name] = await Promise.all(files.map(size));
  }
  return found;
}"""
PUT = """async (text) => {
  const { keepFile } = await import(new URL("page/write/own_files.js", location.href));
  await keepFile("hostile.py", text);
}"""
# Messages as the worker of a sandbox could send them, from other frames than the sandbox.
FORGED = """() => {
  const forged = [{ id: 1, part: null }, { snapshot: new Uint8Array(9) }, { failed: "forged" }];
  for (const message of forged) postMessage(message, "*");
}"""


def test_hostile_rules_reach_nothing(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = site_with(tmp_path_factory.mktemp("site"), *GAMES)
    may_fail = ("",)  # such rules can write anything to the console
    with static_server(folder) as (site, requests):
        for page in pages(browser, may_fail=may_fail):
            page.goto(f"{site}play.html#kibitz+noughts")
            page.wait_for_selector(f"{READY}[data-offline]")
            page.evaluate(COPIED)
            page.evaluate(PUT, hostile_rules(site))
            before = page.evaluate(KEPT)
            page.goto(f"{site}write.html#file=hostile.py")
            page.wait_for_selector(f"html[data-ready]{READY.removeprefix('html')}")
            page.evaluate(BEGIN)
            page.evaluate(FORGED)
            said = checked(page)
            assert {f"{name}:refused" for name in REFUSED} <= {*said.split()}, said
            assert checked(page)  # comes after everything that was under way
            assert [name for name, done in page.evaluate("ends").items() if done] == []
            assert page.evaluate("heard") == []
            assert page.evaluate(KEPT) == before
            frame = page.locator("iframe")
            assert frame.get_attribute("sandbox") == "allow-scripts"
        assert [path for path in requests if STOLEN in path] == []


def checked(page: Page) -> str:
    """Check the rules; return what is wrong with them."""
    html = page.locator("html")
    before = html.get_attribute("data-examined") or ""
    page.locator("#check").click()
    expect(html).not_to_have_attribute("data-examined", before, timeout=1000 * PATIENCE)
    page.wait_for_selector("html[data-examined]")
    return page.locator("#complaints li").inner_text()

"""Pages below /tab/, whose games run in the visitor's browser."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

import httpx
import pytest

from kibitz.language.errors import KibitzError
from kibitz.web.server.application import inner_application
from kibitz.web.server.pages import File
from kibitz.web.server.tab_site import TabSite, kind_of

if TYPE_CHECKING:
    from pathlib import Path

    from fastapi import FastAPI


def get(app: FastAPI, path: str) -> httpx.Response:
    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return await client.get(path)

    return asyncio.run(asked())


def test_without_python_for_the_browser_a_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    answer = get(inner_application(), "/tab/write.html")
    assert answer.status_code == 409
    assert "npm" in answer.text


def test_its_pages_may_run_webassembly_and_lead_back_to_the_server() -> None:
    class Made(TabSite):
        async def file(self, path: str) -> File | None:
            return File(b"", kind_of(path)) if path == "python/pyodide.mjs" else None

    app = inner_application()
    app.state.tab = Made()
    found = get(app, "/tab/python/pyodide.mjs")
    assert found.headers["content-type"].startswith("text/javascript")
    policy = found.headers["content-security-policy"]
    assert "'wasm-unsafe-eval'" in policy
    assert "default-src 'none'" in policy
    assert get(app, "/tab/").headers["location"] == "/"
    assert get(app, "/tab/nothing").status_code == 404


def test_the_page_does_not_wait_for_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes while npm fetches Python; when that fails, the page says so no sooner."""
    npm, end = tmp_path / "npm", tmp_path / "end"
    os.mkfifo(end)
    npm.write_text(f"#!/bin/sh\nread line < {end}\nexit 1\n")
    npm.chmod(0o755)
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    async def asked() -> None:
        site = TabSite()
        python = asyncio.ensure_future(site.file("python/pyodide.mjs"))
        assert await site.file("write.html") is not None
        assert await site.file("kibitz.packed") is not None
        assert not python.done()
        await asyncio.to_thread(end.write_text, "\n")  # waits until npm reads it
        with pytest.raises(KibitzError, match="could not fetch"):
            await python

    asyncio.run(asked())

"""Pages below /tab/, whose games run in the visitor's browser."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import httpx

from kibitz.web.server.application import inner_application
from kibitz.web.server.pages import File
from kibitz.web.server.tab_site import TabSite, kind_of

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
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
        async def files(self) -> dict[str, File]:
            return {"python/pyodide.mjs": File(b"", kind_of("pyodide.mjs"))}

    app = inner_application()
    app.state.tab = Made()
    found = get(app, "/tab/python/pyodide.mjs")
    assert found.headers["content-type"].startswith("text/javascript")
    policy = found.headers["content-security-policy"]
    assert "'wasm-unsafe-eval'" in policy
    assert "default-src 'none'" in policy
    assert get(app, "/tab/").headers["location"] == "/"
    assert get(app, "/tab/nothing").status_code == 404

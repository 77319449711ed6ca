"""The browser client's files: the page for every address of it, hashed files for ever, nothing from outside the folder."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from aiohttp.test_utils import TestServer

from tests.server.memory import MemoryStore
from topsecret.server.app import Server

PAGE = "<!doctype html><title>Top Secret</title>" + " " * 500


@pytest.fixture
async def web(tmp_path: Path) -> AsyncIterator[aiohttp.ClientSession]:
    client = tmp_path / "client"
    (client / "assets").mkdir(parents=True)
    (client / "index.html").write_text(PAGE)
    (client / "assets" / "main-4f2a.js").write_text("let x = 1;\n" * 100)
    (client / "icon.svg").write_text("<svg/>")
    (client / ".vite").mkdir()
    (client / ".vite" / "manifest.json").write_text("{}")
    (tmp_path / "secret.txt").write_text("secret")
    server = TestServer(Server(MemoryStore(), client=client).app())
    await server.start_server()
    async with aiohttp.ClientSession(str(server.make_url("")), auto_decompress=False) as session:
        yield session
    await server.close()


@pytest.mark.parametrize("path", ["/", "/t/PRAG-1743", "/t/PRAG-1743/replay", "/replay", "/rules/spies"])
async def test_every_address_of_the_client_is_the_page_and_never_stale(web: aiohttp.ClientSession, path: str) -> None:
    async with web.get(path, headers={"Accept-Encoding": "identity"}) as answer:
        assert answer.status == 200 and await answer.text() == PAGE
        assert answer.headers["Cache-Control"] == "no-store" and answer.content_type == "text/html"


async def test_hashed_files_are_kept_for_ever_and_sent_small(web: aiohttp.ClientSession) -> None:
    async with web.get("/assets/main-4f2a.js", headers={"Accept-Encoding": "gzip, br"}) as answer:
        assert "immutable" in answer.headers["Cache-Control"] and answer.content_type == "text/javascript"
        assert answer.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(await answer.read()).startswith(b"let x")
        tag = answer.headers["ETag"]
    async with web.get("/assets/main-4f2a.js", headers={"If-None-Match": tag}) as answer:
        assert answer.status == 304


async def test_other_files_are_asked_for_again(web: aiohttp.ClientSession) -> None:
    async with web.get("/icon.svg") as answer:
        assert answer.headers["Cache-Control"] == "no-cache" and answer.content_type == "image/svg+xml"


@pytest.mark.parametrize(
    "path",
    [
        "/secret.txt",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/%5c..%5csecret.txt",
        "/.vite/manifest.json",
        "/assets/none.js",
        "/c:/secret.txt",
        "/a%00.txt",
        "/api/none",
        "/api",
    ],
)
async def test_nothing_else_is_given_away(web: aiohttp.ClientSession, path: str) -> None:
    from yarl import URL

    async with web.get(URL(str(web._base_url).rstrip("/") + path, encoded=True)) as answer:
        assert answer.status in (400, 404) and b"secret" not in await answer.read()


async def test_without_a_built_client_the_page_says_how_to_build_it(tmp_path: Path) -> None:
    server = TestServer(Server(MemoryStore(), client=tmp_path / "none").app())
    await server.start_server()
    async with aiohttp.ClientSession(str(server.make_url(""))) as session, session.get("/") as answer:
        assert answer.status == 503 and "npm run build" in await answer.text()
        assert answer.content_type == "text/plain"
    await server.close()

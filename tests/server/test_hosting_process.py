"""A real server as somebody runs it: TLS, logs for programs, administration from the command line, a backup while it plays."""

from __future__ import annotations

import asyncio
import json
import ssl
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.server.process import ServerProcess
from topsecret import cli
from topsecret.table.names import short_of

TLS = Path(__file__).resolve().parent / "tls"


async def command(*words: str) -> int:
    return await asyncio.to_thread(cli.main, list(words))


async def test_a_server_that_stays_is_run_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path / "data")]
    wishes = [
        "--tls-cert",
        str(TLS / "cert.pem"),
        "--tls-key",
        str(TLS / "key.pem"),
        "--admin-port",
        "0",
        "--log",
        "json",
    ]
    server = ServerProcess(tmp_path / "data", *wishes)
    await server.start(says=False)
    context = ssl.create_default_context(cafile=str(TLS / "cert.pem"))
    connector = aiohttp.TCPConnector(ssl=context)
    secrets: list[str] = []
    async with aiohttp.ClientSession(f"https://localhost:{server.port}", connector=connector) as web:
        async with web.post(
            "/api/tables", json={"game": "spies", "name": "Mata Hari", "bots": ["random"], "start": True}
        ) as answer:
            code = (await answer.json())["code"]
            assert "Secure" in answer.headers["Set-Cookie"]
            secrets += [code, "Mata Hari", answer.headers["Set-Cookie"].split(";")[0].partition("=")[2]]
        async with web.ws_connect(f"/api/tables/{code}/ws?seat=0") as line:
            await line.send_json({"t": "hello", "v": 1, "client": "12345678"})
            await line.send_json({"t": "say", "id": 1, "text": "meet me at the Hotel Savoy"})
            await line.send_json({"t": "note", "notes": "red is the traitor"})
            await line.send_json({"t": "nonsense"})
            secrets += ["Savoy", "traitor"]
            while (await line.receive_json())["t"] != "problem":
                pass
            assert await command("admin", "list", "--json", *data) == 0
            said: dict[str, Any] = json.loads(capsys.readouterr().out)
            assert [(one["code"], one["here"]) for one in said["tables"]] == [(short_of(code), 1)]
            copy = str(tmp_path / "copy")
            assert await command("backup", copy, *data) == 0
            assert await command("restore", copy, *data) == 2  # not under a running server
            assert "another server" in capsys.readouterr().err
            assert await command("doctor", *data) == 0
            assert "a server is using them" in capsys.readouterr().out
            assert await command("admin", "remove", code, *data) == 2  # not without --yes
            assert await command("admin", "close", short_of(code), *data) == 0
            while (heard := await line.receive()).type is aiohttp.WSMsgType.TEXT:
                last = heard.json()
            assert last == {"t": "bye", "code": "table_closed"}
        assert await command("admin", "remove", code, "--yes", *data) == 0
        assert await command("admin", "drain", *data) == 0
    assert await server.ended() == 0  # by itself: nobody is connected
    lines = [json.loads(line) for line in server.errors.splitlines()]
    assert {"at", "level", "from", "what"} <= set(lines[0])
    assert any(one["what"] == "a table was made" and one["table"] == short_of(code) for one in lines)
    assert not [secret for secret in secrets if secret in server.errors]
    assert await command("admin", "list", *data) == 2
    assert await command("restore", copy, *data) == 0
    assert await command("doctor", *data) == 0
    assert "whole, 1 tables" in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong",
    [
        ["--tls-cert", "x"],
        ["--tls-cert", "none", "--tls-key", "none"],
        ["--behind-proxy", "somewhere"],
        ["--archive-days", "-1"],
        ["--admin-port", "99999"],
    ],
)
def test_a_wrong_wish_of_a_host_is_one_line(
    wrong: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["serve", "--no-open", "--port", "0", "--data", str(tmp_path), *wrong]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1

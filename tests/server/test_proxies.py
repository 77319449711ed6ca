"""The worked examples of docs/serving.md, with the real programs: Caddy and nginx pass a whole table on; systemd takes the unit."""

from __future__ import annotations

import asyncio
import re
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from tests.server.process import PATIENCE, ServerProcess, free_port

pytestmark = pytest.mark.long
ROOT = Path(__file__).resolve().parents[2]
TLS = Path(__file__).resolve().parent / "tls"
PAGE = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
NAME = "spies.example.org"


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


def caddy(folder: Path, port: int, server: int) -> list[str]:
    """As on the page, but with a certificate of the test and on a port of its own."""
    text = block("caddy").replace(f"{NAME} {{", f"https://{NAME}:{port} {{\n\ttls {TLS / 'cert.pem'} {TLS / 'key.pem'}")
    options = "{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system %s\n}\n" % (folder / "caddy")
    (folder / "Caddyfile").write_text(options + text.replace("127.0.0.1:8765", f"127.0.0.1:{server}"))
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def nginx(folder: Path, port: int, server: int) -> list[str]:
    site = (
        block("nginx")
        .replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
        .replace("127.0.0.1:8765", f"127.0.0.1:{server}")
    )
    site = re.sub(r"^.*listen \[::\].*\n", "", site, flags=re.MULTILINE)
    site = re.sub(r"/etc/letsencrypt\S+fullchain.pem", str(TLS / "cert.pem"), site)
    site = re.sub(r"/etc/letsencrypt\S+privkey.pem", str(TLS / "key.pem"), site)
    temporary = "".join(
        f"{what}_temp_path {folder / what};\n" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off;\npid {folder / 'pid'};\nerror_log {folder / 'error.log'};\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}{site}}}\n"
    )
    return ["nginx", "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    made = ServerProcess(tmp_path / "data", "--allow-host", NAME, "--behind-proxy", "127.0.0.1", limits=True)
    await made.start()
    yield made
    await made.stop()


@pytest.mark.parametrize("program", ["caddy", "nginx"])
async def test_a_proxy_as_on_the_page_passes_on_a_whole_table(
    program: str, server: ServerProcess, tmp_path: Path
) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    port = free_port()
    command = {"caddy": caddy, "nginx": nginx}[program](tmp_path, port, server.port)
    with open(tmp_path / "proxy.log", "wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        await play_through(port)
    except BaseException:
        print((tmp_path / "proxy.log").read_text(errors="replace")[-3000:])
        raise
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


async def play_through(port: int) -> None:
    context = ssl.create_default_context(cafile=str(TLS / "cert.pem"))
    connector = aiohttp.TCPConnector(ssl=context)
    connector._resolver = Here()  # type: ignore[assignment]
    page = f"https://{NAME}:{port}"
    async with aiohttp.ClientSession(page, connector=connector) as web:
        for _ in range(600):
            try:
                async with web.get("/healthz") as answer:
                    assert answer.status == 200, await answer.text()
                    break
            except aiohttp.ClientConnectorError:
                await asyncio.sleep(0.1)
        else:
            raise AssertionError("the proxy does not listen")
        spoofed = {"Origin": page, "X-Forwarded-For": "9.9.9.9"}
        async with web.post("/api/tables", json={"game": "spies", "seats": 2}, headers=spoofed) as answer:
            seated = await answer.json()
            assert answer.status == 200, seated
            assert "Secure" in answer.headers["Set-Cookie"]
        at = f"/api/tables/{seated['code']}/ws?seat=0"
        async with web.ws_connect(at, headers=spoofed) as line:
            await line.send_json({"t": "hello", "v": 1, "client": "12345678"})
            assert (await asyncio.wait_for(line.receive_json(), PATIENCE))["seat"] == 0
            await line.send_json({"t": "start"})
            while (heard := await asyncio.wait_for(line.receive_json(), PATIENCE))["t"] != "sync":
                pass
            assert heard["view"] is not None
            await line.close()
        for _ in range(400):  # more than one person may ask at once: it is the person who is counted, not the proxy
            async with web.get("/healthz", headers={"X-Forwarded-For": "9.9.9.9"}) as answer:
                if answer.status == 429:
                    break
        else:
            raise AssertionError("nobody was held back")


class Here(aiohttp.abc.AbstractResolver):
    """The name of the page is this machine."""

    async def resolve(self, host: str, port: int = 0, family: int = 0) -> list[aiohttp.abc.ResolveResult]:
        return [{"hostname": host, "host": "127.0.0.1", "port": port, "family": 2, "proto": 0, "flags": 0}]

    async def close(self) -> None:
        pass


def test_systemd_takes_the_unit_of_the_page(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    unit = tmp_path / "topsecret.service"
    unit.write_text(block("ini").replace("/opt/topsecret/bin/topsecret", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, timeout=PATIENCE)
    said = [line for line in done.stderr.splitlines() if "topsecret.service" in line]
    assert done.returncode == 0 and not said, done.stderr

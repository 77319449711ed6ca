"""A real server in a process of its own, and a line to it that can be cut."""

from __future__ import annotations

import contextlib
import os
import selectors
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


class Server:
    """`topsecret serve` on a free port with a data folder of its own. Can be stopped, killed and started again."""

    def __init__(self, data: Path, *arguments: str, program: str = "topsecret", python: str = "") -> None:
        self.data = data
        self.python = python  # one that has topsecret installed; empty: this one, with the sources
        self.program = program  # tests/browser/posed.py begins matches where a test wants
        self.arguments = arguments
        self.port = free_port()
        self.log = data / "server.log"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def origin(self) -> str:
        return f"http://{HOST}:{self.port}"

    def start(self) -> Server:
        self.data.mkdir(parents=True, exist_ok=True)
        python = self.python or sys.executable
        command = [python, "-m", self.program, "serve", "--no-open", "--host", HOST, "--port", str(self.port)]
        command += ["--data", str(self.data / "games"), "--countdown", "0", *self.arguments]
        sources = "" if self.python else f"{ROOT / 'src'}{os.pathsep}{ROOT}"
        environment = os.environ | {"PYTHONPATH": sources, "PYTHONUNBUFFERED": "1"}
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, cwd=self.data
            )
        self.wait_until_it_answers()
        return self

    def wait_until_it_answers(self) -> None:
        assert self.process is not None
        for _ in range(6000):
            if self.process.poll() is not None:
                break
            with contextlib.suppress(OSError), socket.create_connection((HOST, self.port), timeout=1):
                return
            time.sleep(0.05)
        self.kill()
        raise AssertionError(f"the server does not answer; it said:\n{self.said()}")

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""

    def stop(self) -> None:
        """As Ctrl-C or a service manager would."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()
                raise AssertionError(f"the server did not stop; it said:\n{self.said()}") from None
        self.process = None

    def kill(self) -> None:
        """As a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        self.process = None


class Line:
    """Passes bytes between a browser and the server on a port of its own, until it is cut. A cut line drops every connection and
    takes no new one until it is mended."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.door = socket.create_server((HOST, 0))
        self.port = int(self.door.getsockname()[1])
        self.origin = f"http://{HOST}:{self.port}"
        self.is_cut = False
        self.bell, self.ear = socket.socketpair()  # wakes the thread up
        self.pairs: dict[socket.socket, socket.socket] = {}
        self.closing = False
        self.lock = threading.Lock()
        self.picker = selectors.DefaultSelector()
        self.picker.register(self.door, selectors.EVENT_READ)
        self.picker.register(self.ear, selectors.EVENT_READ)
        self.thread = threading.Thread(target=self.carry, daemon=True)
        self.thread.start()

    def cut(self) -> None:
        self.is_cut = True
        self.ring()

    def mend(self) -> None:
        self.is_cut = False

    def close(self) -> None:
        self.closing = True
        self.ring()
        self.thread.join(10)

    def ring(self) -> None:
        self.bell.send(b"!")

    def drop(self, one: socket.socket) -> None:
        other = self.pairs.pop(one, None)
        for end in (one, other):
            if end is not None:
                self.pairs.pop(end, None)
                with contextlib.suppress(KeyError, ValueError):
                    self.picker.unregister(end)
                end.close()

    def accept(self) -> None:
        near, _ = self.door.accept()
        if self.is_cut:
            near.close()
            return
        try:
            far = socket.create_connection((HOST, self.server.port), timeout=60)
        except OSError:
            near.close()
            return
        for one, other in ((near, far), (far, near)):
            one.settimeout(120)
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.pairs[one] = other
            self.picker.register(one, selectors.EVENT_READ)

    def pass_on(self, one: socket.socket) -> None:
        try:
            body = one.recv(65536)
            if body:
                self.pairs[one].sendall(body)
                return
        except OSError:
            pass
        self.drop(one)

    def carry(self) -> None:
        while not self.closing:
            for key, _ in self.picker.select():
                end = key.fileobj
                assert isinstance(end, socket.socket)
                if end is self.ear:
                    end.recv(64)
                elif end is self.door:
                    self.accept()
                elif end in self.pairs:
                    self.pass_on(end)
            if self.is_cut:
                for one in list(self.pairs):
                    self.drop(one)
        for one in list(self.pairs):
            self.drop(one)
        self.picker.close()
        for end in (self.door, self.bell, self.ear):
            end.close()

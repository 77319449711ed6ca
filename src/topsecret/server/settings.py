"""What a server is told at its start: names, pace and limits. Tests give their own."""

from __future__ import annotations

from dataclasses import dataclass, field

from topsecret.table.standstill import Waits

from . import protocol

LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True)
class Rate:
    """So many a second, and so many at once."""

    each_second: float
    at_once: float


@dataclass(frozen=True)
class Limits:
    """Where a server stops listening. An address is a computer as seen from here."""

    message_bytes: int = protocol.MOST_BYTES
    body_bytes: int = protocol.MOST_BYTES
    body_seconds: float = 30.0
    file_bytes: int = protocol.MOST_FILE_BYTES
    file_seconds: float = 10.0  # to replay it
    queue_bytes: int = 1 << 20  # of what one connection has not read yet
    messages: Rate | None = Rate(30, 60)  # of one connection; who is faster is read more slowly
    messages_of_address: Rate | None = Rate(300, 600)
    requests: Rate | None = Rate(30, 300)  # over HTTP, of one address; files of the client apart
    client_files: Rate | None = Rate(300, 6000)  # a table takes about a hundred, and a class sits behind one address
    tables: Rate | None = Rate(30 / 600, 30)  # made by one address; ten times as many by this machine itself
    wrong_codes: Rate | None = Rate(20 / 60, 20)  # tried by one address
    uploads: Rate | None = Rate(0.2, 6)
    looks: Rate | None = Rate(2, 30)  # replays of tables, over HTTP
    connections: int = 20_000  # in all
    connections_of_address: int | None = (
        100  # of seats; spectators have a share of their own, so that they keep nobody from a seat
    )
    connections_of_seat: int = 16
    spectators: int = 10_000  # come in while there are fewer connections than that in all
    spectators_of_address: int | None = 50
    spectators_of_table: int = 64
    idle: int = 150  # TCP connections on which nothing is asked, in all; each is a file, and some systems allow 256
    idle_of_address: int = 64
    hello_seconds: float = 10.0
    silent_seconds: float = 60.0
    heartbeat_seconds: float | None = 25.0  # a socket that does not answer a ping within half of it is gone
    idle_table_seconds: float = 120.0
    sweep_seconds: float | None = 5.0  # between two looks at who is silent and which tables are idle
    close_seconds: float = 2.0  # for a connection to take its farewell


@dataclass(frozen=True)
class Settings:
    hosts: frozenset[str] = LOCAL_NAMES  # the names under which this server may be called
    secure: bool = False  # reached over TLS
    bot_pace: float = 0.9  # seconds between the actions of bots
    waits: Waits = field(default_factory=Waits)  # in games with time
    quiet: bool = False  # school mode: no chat but ready-made reactions, no names but cover names, no public tables
    proxies: tuple[str, ...] = ()  # addresses and networks of proxies whose word is believed
    limits: Limits = field(default_factory=Limits)

"""Messages of the protocol in bytes. Nothing else puts together what goes over a socket."""

from __future__ import annotations

import msgspec

from topsecret.kernel import feed
from topsecret.kernel.replay import Page

from . import protocol as p

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(p.Message).decode
decode_act = msgspec.json.Decoder(p.Act).decode


def put(step: feed.Step) -> bytes:
    """A step in bytes: it can go into several messages."""
    return encode(step)


def one_step(n: int, can_undo: bool, put_already: bytes) -> bytes:
    """The message `Steps` around a step that is in bytes already."""
    return b'{"t":"steps","n":%d,"can_undo":%b,"steps":[%b]}' % (n, b"true" if can_undo else b"false", put_already)


def done(id: int) -> bytes:
    """The message `Done`."""
    return b'{"t":"done","id":%d}' % id


def past(id: int, page: Page) -> bytes:
    return encode(p.Past(id, page.told, page.first, [as_step(step) for step in page.steps]))


def as_step(step: feed.Step) -> p.Step:
    return p.Step(step["events"], step["changes"])

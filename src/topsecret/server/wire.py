"""Messages of the protocol in bytes. Nothing else puts together what goes over a socket."""

from __future__ import annotations

from typing import cast

import msgspec
from msgspec import Raw

from topsecret.kernel import feed
from topsecret.kernel.replay import Page

from . import protocol as p

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(p.Message).decode


def put(step: feed.Step) -> Raw:
    """A step in bytes: it can go into several messages."""
    return Raw(encode(as_step(step)))


def steps(n: int, can_undo: bool, put_already: list[Raw]) -> bytes:
    """The message `Steps` around steps that are in bytes already."""
    return encode(p.Steps(n, can_undo, cast("list[p.Step]", put_already)))


def past(id: int, page: Page) -> bytes:
    return encode(p.Past(id, page.told, page.first, [as_step(step) for step in page.steps]))


def as_step(step: feed.Step) -> p.Step:
    return p.Step(step["events"], step["changes"])

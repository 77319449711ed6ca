"""Which rules tell of the things of coins: what `? heads` shows."""

from __future__ import annotations

from topsecret.kernel.glossary import Topic

from .box import Coin, Reply

TOPICS = (Topic(Coin, ("C1.1",)), Topic(Reply, ("C3.1",)))
WORDS: dict[str, tuple[str, ...]] = {"claim": ("C2.1",), "win": ("C3.1",)}

"""Which rules tell of the things of briefcase: what `? rook` shows."""

from __future__ import annotations

from topsecret.kernel.glossary import Topic

from .box import Direction, Piece, Token

CROWN = ("B2.1", "B2.2", "B5.1")
TOPICS = (
    Topic(Piece, ("B2",), also={"runner": CROWN, "skater": CROWN, "fan": CROWN, "flank": CROWN, "?": ("B4.4", "B4.5")}),
    Topic(Token, ("B1.3",), also={"reveal": ("B7.3",), "move": ("B7.4",), "swap": ("B7.5",)}),
    Topic(Direction, ("B1.1",)),
)
WORDS: dict[str, tuple[str, ...]] = {
    "pieces": ("B2",),
    "spies": ("B1.2", "B3.2"),
    "briefcase": ("B6.1", "B6.2", "B6.5"),
    "carry": ("B6.2", "B6.5"),
    "push": ("B6.2", "B6.3"),
    "line": ("B4.2",),
    "announce": ("B4.2", "B4.3"),
    "answer": ("B4.3", "B4.4"),
    "order": ("B4.5",),
    "harmless": ("B4.5",),
    "pretend": ("B4.5",),
    "capture": ("B4.6",),
    "promotion": ("B5.1",),
    "crown": CROWN,
    "tokens": ("B1.3", "B4.1"),
    "purge": ("B7.1",),
    "expose": ("B7.2",),
    "waive": ("B7.4",),
    "notebook": ("B9.1",),
    "resign": ("B8.1",),
    "end": ("B8.1",),
    "win": ("B6.5", "B4.7"),
}

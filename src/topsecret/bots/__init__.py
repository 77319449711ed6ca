"""Bots: each chooses actions from what one seat may know."""

from .interface import Bot, Budget, Seen, View, act
from .registry import every, levels, make, names, usual

__all__ = ["Bot", "Budget", "Seen", "View", "act", "every", "levels", "make", "names", "usual"]

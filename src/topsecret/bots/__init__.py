"""Bots: each chooses actions from what one seat may know."""

from .interface import Bot, Budget, Seen, View, act
from .registry import best, make, names

__all__ = ["Bot", "Budget", "Seen", "View", "act", "best", "make", "names"]

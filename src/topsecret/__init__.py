"""Top Secret: hidden-information board games to play, study and build bots for."""

from .kernel.errors import (
    ActionError,
    BadFile,
    BadOptions,
    BadPosition,
    CannotUndo,
    IllegalAction,
    NotYourTurn,
    ReadOnly,
    TopSecretError,
    UnknownAction,
    UnknownGame,
)
from .kernel.game import Game
from .kernel.match import CHANCE, Match, load
from .kernel.moves import Move
from .kernel.registry import game, games
from .kernel.saved import verify

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "ActionError",
    "BadFile",
    "BadOptions",
    "BadPosition",
    "CannotUndo",
    "Game",
    "IllegalAction",
    "Match",
    "Move",
    "NotYourTurn",
    "ReadOnly",
    "TopSecretError",
    "UnknownAction",
    "UnknownGame",
    "game",
    "games",
    "load",
    "verify",
]

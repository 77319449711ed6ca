"""Top Secret: hidden-information board games to play, study and build bots for."""

from .kernel.errors import (
    ActionError,
    BadArgument,
    BadFile,
    BadOptions,
    BadPosition,
    CannotUndo,
    HelpOff,
    IllegalAction,
    NoSuchSeat,
    NotYourTurn,
    ReadOnly,
    TopSecretError,
    UnknownAction,
    UnknownAssumption,
    UnknownGame,
    UnknownTopic,
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
    "BadArgument",
    "BadFile",
    "BadOptions",
    "BadPosition",
    "CannotUndo",
    "Game",
    "HelpOff",
    "IllegalAction",
    "Match",
    "Move",
    "NoSuchSeat",
    "NotYourTurn",
    "ReadOnly",
    "TopSecretError",
    "UnknownAction",
    "UnknownAssumption",
    "UnknownGame",
    "UnknownTopic",
    "game",
    "games",
    "load",
    "verify",
]

"""The small language in which games are written. Standard library only; numba, where it is there, compiles the same rules."""

from .audience import SPECTATOR, everyone, nobody, opposite, owner, rule
from .engine import CHANCE_TURN, NEVER
from .families import Families, Reasons, action, chance, event
from .fields import Position, choice, flag, number, pick, pick_number, pick_some, seat, some, some_seats, toggle
from .game import HIDDEN, Game
from .help import Help, Topic
from .match import CHANCE, Match, load
from .moves import Move
from .names import Names, Seats, Signs
from .parts import AnyOf, OneOf, Pair, Seat, SomeOf, Spread, Whole, pairs, spread_start, spreads
from .preview import Assumption
from .written import emit

__all__ = [
    "CHANCE",
    "CHANCE_TURN",
    "HIDDEN",
    "NEVER",
    "SPECTATOR",
    "AnyOf",
    "Assumption",
    "Families",
    "Game",
    "Help",
    "Match",
    "Move",
    "Names",
    "OneOf",
    "Pair",
    "Position",
    "Reasons",
    "Seat",
    "Seats",
    "Signs",
    "SomeOf",
    "Spread",
    "Topic",
    "Whole",
    "action",
    "chance",
    "choice",
    "emit",
    "event",
    "everyone",
    "flag",
    "load",
    "nobody",
    "number",
    "opposite",
    "owner",
    "pairs",
    "pick",
    "pick_number",
    "pick_some",
    "rule",
    "seat",
    "some",
    "some_seats",
    "spread_start",
    "spreads",
    "toggle",
]

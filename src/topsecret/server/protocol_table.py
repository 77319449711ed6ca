"""The part of the protocol that says what a table looks like and what people did at it. Everything else is in `protocol.py`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

BotName = Annotated[str, Meta(max_length=40)]
Seconds = Annotated[int, Meta(ge=0, le=7200)]


class SeatInfo(Struct, frozen=True):
    """One seat, as everybody sees it."""

    kind: Literal["open", "person", "bot"]
    name: str = ""
    bot: str = ""  # the name of the bot, if it is one
    here: bool = False  # a person with an open connection; a bot is always here
    gone_ms: int | None = None  # how long the person had been gone when this was sent; the client counts on
    stand_in: str = ""  # the bot that plays on for a person who has gone
    clock: ClockInfo | None = None


class ClockInfo(Struct, frozen=True):
    """The clock of a seat when this was sent; the client counts on. It says who was asked when, and nothing else."""

    left_ms: int  # of this move, or of what several are asked together
    bank_ms: int  # beyond that
    runs: bool
    drains: bool  # the bank, when nothing is left of the move


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What happens when somebody goes; set by the host before the start."""

    grace_s: Annotated[int, Meta(ge=5, le=86_400)] = (
        60  # so long a person may be gone before others may let a bot play on
    )
    stand_in: BotName = "medium"  # the level of that bot; the game's usual one where it has no such level
    move_s: Seconds = 0  # for each move; 0: no clocks
    bank_s: Seconds = 0  # beyond that, for the whole match
    answer_s: Seconds = 0  # for what several are asked together; 0: as long as for a move
    late: Literal["bot", "loses"] = (
        "bot"  # when a seat's time is over a bot makes this decision; a duel may choose that it loses
    )


class Standstill(Struct, frozen=True):
    """In a game with time: play stands still, and the table's time with it. Nobody can act meanwhile. After `people` comes `countdown`."""

    why: Literal[
        "people", "countdown"
    ]  # the server was away, and the table waits for its people; play goes on when it has counted down
    ms: int  # how long this lasts at most, from when it was said


class Proposal(Struct, frozen=True):
    """What waits for all people who sit there to agree."""

    what: Literal["pause", "play_on", "stop", "seat"]
    by: int | None  # the seat of whoever proposed it; None: somebody who does not sit here yet
    seat: int | None  # `seat`: the abandoned seat that somebody new would sit on
    name: str  # `seat`: of whom
    yes: list[int]  # who has agreed
    waits_for: list[int]  # who has not


class TableInfo(Struct, frozen=True):
    """A table, as everybody sees it."""

    code: str
    game: str
    options: dict[str, Any]
    seats: list[SeatInfo]
    host: int  # the seat that decides before the start
    state: Literal["waiting", "playing", "over"]
    terms: Terms = Terms()
    paused: bool = False  # the table's time stands still, and nobody acts
    unfinished: bool = False  # all have agreed to stop: it is over without an end, and everything is shown
    proposals: list[Proposal] = []
    spectators: int = 0
    stages: int = 0  # spectators that are big screens
    commitment: str = ""  # the hash of the secret behind dice and cards; from the start on
    followed: list[int] = []  # the people, by seat, who have said yes to the rematch
    rematch: str = ""  # the code of the next table with the same seats
    shown_notes: list[
        dict[str, str]
    ] = []  # after the end, by seat: the pages of its notes that the game shows to everybody
    standstill: Standstill | None = None  # said anew whenever it begins, changes or ends
    public: bool = False  # listed for everybody who comes to this server
    quiet: bool = False  # school mode: no chat but ready-made reactions
    exercise: str = ""  # the id of a lesson or a case: this browser's alone, and nothing of it can be verified


class Happened(Struct, frozen=True, tag_field="t", tag="happened"):
    """Something that people did at the table while the match ran: who plays a seat from now on."""

    n: int  # how many events this viewer had been told by then: it comes after the event with this number
    what: Literal[
        "went_away", "stood_in", "came_back", "handed_over", "replaced", "paused", "resumed", "stopped", "timed_out"
    ]
    seat: int  # -1: everybody's
    by: int | None = None  # the seat of whoever did it, where that is somebody else
    bot: str = ""  # the one that plays on
    name: str = ""  # of whoever sat there before

"""The part of the protocol that goes over HTTP: tables, files and replays. Everything else is in `protocol.py`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from .codes import ErrorCode, ProgramErrorCode
from .protocol import BotName, ExerciseId, GameId, Happened, Name, SeatNumber, Step, TableInfo, Terms, Token


class OptionInfo(Struct, frozen=True):
    """One option of a game. Its words are in the game's strings: `option.NAME`, `option.NAME.help`."""

    name: str
    default: Any
    kind: Literal["toggle", "number", "choice", "some"]
    choices: list[Any] = []  # what can be chosen, where that is a list


class LessonStep(Struct, frozen=True):
    """One thing that is done in a lesson: an action, notes, or an answer, after a while where the game has time."""

    act: str = ""
    notes: str = ""
    answer: Any = None
    wait: int = 0  # milliseconds


class LessonInfo(Struct, frozen=True):
    """A lesson of a game: the exercise `lesson/KEY`. Its words are in the game's strings, under `lesson.KEY`."""

    key: str
    light: list[str]  # what to touch, by the names that the board gives its things
    choices: list[str]  # what can be answered in words, as keys of the game's words
    folder: bool  # it is about the notebook or the dossier, which lies open
    solution: list[LessonStep]


class GameInfo(Struct, frozen=True):
    id: str
    title: str
    seats: list[int]  # how many can play
    usual_seats: int
    options: list[OptionInfo]
    bots: list[str]  # from the weakest to the strongest
    timed: bool
    params: dict[
        str, dict[str, str]
    ]  # event -> parameter -> what it is: `seat`, `names:agent`, `list:agent`, `spread:agent` or `plain`
    names: dict[str, dict[str, str]] = {}  # of names, how strings call what the wire calls `7`: `b7`
    lessons: list[LessonInfo] = []  # in their order
    topics: list[str] = []  # of its help


class Games(Struct, frozen=True):
    """`GET /api/games`"""

    version: int
    games: list[GameInfo]
    quiet: bool = False  # school mode: no chat but ready-made reactions, no names but cover names, no public tables


class PublicTable(Struct, frozen=True):
    """A table that its host has listed, while it waits and has room."""

    code: str
    game: str
    host: str  # the name of whoever made it
    seats: int
    open: int  # seats that are free


class PublicTables(Struct, frozen=True):
    """`GET /api/public`"""

    tables: list[PublicTable]


class Health(Struct, frozen=True):
    """`GET /healthz`"""

    ok: bool  # false while the server stops
    version: str
    protocol: int
    draining: bool = False  # no new tables are made, and it will stop when nobody is connected


class Rules(Struct, frozen=True):
    """`GET /api/games/ID/rules?language=de`: the rules page of a game, in that language or in English."""

    language: str
    markdown: str
    pictures: dict[str, list[str]] = {}  # by rule: the keys of its pictures


class Thing(Struct, frozen=True):
    """A card, a piece, a place, or a word of a game."""

    kind: str  # the name of its names, as in GameInfo.params; `word`: a word of the rules
    value: str  # as it is on the wire
    title: str
    names: list[str]  # what it is called in texts, in small letters
    effect: str  # what it does, in a few words; empty: only its rules tell
    rules: list[str]  # the numbers of the rules that tell of it


class Things(Struct, frozen=True):
    """`GET /api/games/ID/things?language=de`: what everything in a game is, in that language or in English."""

    language: str
    things: list[Thing]
    rules: dict[str, str]  # by number: the text of each rule that is named, as Markdown


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/tables`: the game alone is enough. Whoever makes a table sits on seat 0 and is the host."""

    game: GameId
    name: Name = "Chief"
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: dict[str, Any] = {}
    bots: Annotated[list[BotName], Meta(max_length=16)] = []  # for seat 1 and on
    start: bool = False  # at once; open seats get bots of medium strength
    terms: Terms = Terms()


class NewExercise(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/exercises`: a table that belongs to this browser alone, made from the id of a lesson or a case, begun at once. It is in no
    list, and nothing of it can be verified. Answered by Seated."""

    game: GameId
    exercise: ExerciseId
    name: Name = "Chief"


class Seated(Struct, frozen=True):
    """The answer to making, joining, claiming and following: a cookie for the seat comes with it."""

    code: str
    seat: int
    waits: bool = False  # in a running match: the seat is one's own once everybody who sits there has allowed it


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/tables/CODE/join`: the first open seat, or this one. In a running match (no duel) one asks for an abandoned seat."""

    name: Name
    seat: SeatNumber | None = None


class Look(Struct, frozen=True):
    """`GET /api/tables/CODE`: the table and the seats that this browser holds there."""

    table: TableInfo
    mine: list[int]
    actors: list[int] = []  # whose turn it is
    result: dict[str, Any] | None = None  # after the end: the winners, and what the game tells more


class Transfer(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/tables/CODE/transfer`: a token for another device, good once and for ten minutes."""

    seat: SeatNumber


class Transferred(Struct, frozen=True):
    token: str  # the client puts it behind the # of a link, which no server ever sees
    seconds: int


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/tables/CODE/claim`: a token becomes a cookie for that seat. Answered by Seated."""

    token: Token


class Follow(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/tables/CODE/follow`: my seat at the rematch of this table. Answered by Seated."""

    seat: SeatNumber


class Door(Struct, frozen=True):
    """`GET /api/door`: how others in the network come in. A server that was started for a network is always open."""

    state: Literal["always", "open", "closed"]
    address: str  # under which others come in; told to the owner and to browsers on the server's own machine
    mine: bool  # this browser is the owner's
    guests: int = 0  # connections to tables that came in by it, for the owner


class TurnDoor(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/door`, by the owner of the server: lets the network in, or no longer. Answered by Door."""

    open: bool


class ClaimServer(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/owner`: the token behind the # of the address that `topsecret` opens, good once. Answered by Door, with a cookie."""

    token: Token


class Erase(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/tables/CODE/erase`: my name, my notes and what I said at this table are erased, from the log too. The match stays and
    still verifies. From the start on. Answered by Seated."""

    seat: SeatNumber


class Outcome(Struct, frozen=True):
    """One drawn outcome, with all that was possible, so that anybody can draw it again."""

    family: str
    occurrence: int  # which of its family, from 0
    possible: list[tuple[str, int]]  # each outcome with its weight
    drawn: str


class Thought(Struct, frozen=True):
    """What a bot believed and why it moved, in sentences by key (`why.<key>` of the game's strings) with what fills them: a number, a
    `seat`, a name of the kind that its parameter is called, or an action as the event that it would have been."""

    n: int  # the event that it speaks of, for these eyes
    seat: int
    why: list[tuple[str, dict[str, Any]]]


class Replay(Struct, frozen=True):
    """`GET /api/tables/CODE/replay?eyes=E` and `POST /api/replay?eyes=E` with a match file as the body. E: a seat, `spectator` or `all`.
    While a match runs, only through one's own eyes; `GET /api/tables/CODE/seen` gives the same as a file to keep."""

    format: str  # "topsecret-replay/1"
    game: str
    seats: int
    options: dict[str, Any]
    names: list[str]
    eyes: str
    over: bool
    unfinished: bool  # all have agreed to stop
    first: dict[str, Any]
    steps: list[Step]
    result: dict[str, Any] | None = None
    fairness: dict[str, Any] | None = None  # after the end: method, table, commitment, entropy, secret
    outcomes: list[Outcome] = []  # after the end
    happened: list[Happened] = []  # at the table, for whoever these eyes are; empty for a match from a file
    thoughts: list[Thought] = []  # of the bots, after the end: through a bot's own eyes its own, to `all` those of all


class RulePicture(Struct, frozen=True):
    """`GET /api/games/ID/pictures/KEY`: a position to draw beside a rule; `picture.KEY` of the game's words says what it shows."""

    key: str
    rule: str
    ring: list[str]  # what to ring, by the names that the board gives its things
    replay: Replay  # its last position, through the eyes of the picture


class Failure(Struct, frozen=True):
    """Every HTTP answer that is not 2xx."""

    code: ErrorCode | ProgramErrorCode
    message: str

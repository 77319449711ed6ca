"""The whole wire protocol: every message in and out, as types. `docs/protocol.md` and `web/src/lib/protocol.ts` are written from this file
(`python -m topsecret.server.describe --write`), and a test compares them.

Play goes over one WebSocket per viewer, `/api/tables/CODE/ws?seat=N` (no seat: a spectator). Its messages are JSON texts with
a tag `t`. Tables, files and replays go over HTTP with JSON bodies. A seat is held by a cookie that only this table's paths get.

A viewer's picture of a match is `Sync` (a view and the events so far) and then `Steps`: one step for each thing that happened
and that this viewer may know of, with the events told and the fields of the view that changed. Nothing here depends on what
the viewer may not know.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct

VERSION = 1

MOST_BYTES = 40 * 1024  # of one message of a client; the longest notes fit, in any script
MOST_FILE_BYTES = 4 * 2**20  # of an uploaded match
DRAFT_BYTES = 2048

Code = Annotated[str, Meta(pattern=r"^[A-Z]{3,12}-[0-9]{4}$", description="a table's short code, as in `PRAG-1743`")]
Name = Annotated[str, Meta(min_length=1, max_length=24, description="a nickname; always shown as text")]
Words = Annotated[str, Meta(min_length=1, max_length=500)]
Notes = Annotated[str, Meta(max_length=8000)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Client = Annotated[
    str,
    Meta(min_length=8, max_length=40, pattern=r"^[A-Za-z0-9_-]+$", description="made up by the client, once per tab"),
]
Token = Annotated[str, Meta(min_length=22, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
GameId = Annotated[str, Meta(max_length=40)]
BotName = Annotated[str, Meta(max_length=40)]
Action = Any  # the kernel's JSON object or text; read and refused by the game's own declarations


# What both directions speak of


class SeatInfo(Struct, frozen=True):
    """One seat, as everybody sees it."""

    kind: Literal["open", "person", "bot"]
    name: str = ""
    bot: str = ""  # the name of the bot, if it is one
    here: bool = False  # a person with an open connection; a bot is always here


class TableInfo(Struct, frozen=True):
    """A table, as everybody sees it."""

    code: str
    game: str
    options: dict[str, Any]
    seats: list[SeatInfo]
    host: int  # the seat that decides before the start
    state: Literal["waiting", "playing", "over"]
    spectators: int = 0
    commitment: str = ""  # the hash of the secret behind dice and cards; from the start on
    rematch: str = ""  # the code of the next table with the same seats


class Said(Struct, frozen=True, tag_field="t", tag="said"):
    """Something said at the table."""

    n: int
    seat: int
    name: str
    text: str
    at: int  # milliseconds since 1970


class Step(Struct, frozen=True):
    """One thing that happened, as one viewer is told it."""

    events: list[dict[str, Any]]  # the first one ever told to this viewer is number 1, the next 2 …
    changes: dict[str, Any]  # the fields of the view that are different now


# From a client, over the socket


class FromClient(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """The root of what a client may say."""


class Hello(FromClient, frozen=True, tag="hello"):
    """The first message. Answered by Sync."""

    v: int
    client: Client
    since: Count = 0  # the number of the last event that the client has


class Act(FromClient, frozen=True, tag="act"):
    """Plays an action. `id` is this client's own number, rising; a message that comes twice counts once. Answered by Done or Refused."""

    id: Count
    action: Action


class Undo(FromClient, frozen=True, tag="undo"):
    """Takes the last action back, where nothing was learned since. Answered by Done or Refused."""

    id: Count


class Ask(FromClient, frozen=True, tag="ask"):
    """Would this action be allowed? Answered by Done (yes) or Refused. Changes nothing."""

    id: Count
    action: Action


class Legal(FromClient, frozen=True, tag="legal"):
    """All actions of my seat now. Answered by LegalNow."""

    id: Count


class Draft(FromClient, frozen=True, tag="draft"):
    """A half-made action, kept for this seat and mirrored to its other connections. Never told to others; gone once the seat acts."""

    draft: Raw


class Note(FromClient, frozen=True, tag="note"):
    """This seat's private notes, whole. Kept, and mirrored to its other connections."""

    notes: Notes


class Say(FromClient, frozen=True, tag="say"):
    """Says something to the whole table. Only seats may."""

    id: Count
    text: Words


class Rename(FromClient, frozen=True, tag="rename"):
    """My nickname."""

    name: Name


class Arrange(FromClient, frozen=True, tag="arrange"):
    """Before the start, host only: what is given is changed."""

    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: dict[str, Any] | None = None


class SetBot(FromClient, frozen=True, tag="set_bot"):
    """Before the start, host only: a bot sits down on an open seat, is exchanged, or (empty name) leaves it."""

    seat: SeatNumber
    bot: BotName


class Remove(FromClient, frozen=True, tag="remove"):
    """Before the start, host only: the person on that seat has to go."""

    seat: SeatNumber


class Leave(FromClient, frozen=True, tag="leave"):
    """Before the start: my seat is open again."""


class Start(FromClient, frozen=True, tag="start"):
    """Before the start, host only. Open seats get the best bot there is."""


class Rematch(FromClient, frozen=True, tag="rematch"):
    """After the end: a new table with the same seats. Its code comes with Table; `POST /api/tables/CODE/follow` brings one's seat along."""


class History(FromClient, frozen=True, tag="history"):
    """Everything from the first position on. Answered by Past."""

    id: Count


class Ping(FromClient, frozen=True, tag="ping"):
    """Answered by Pong. A connection that is silent for 60 s is closed."""


Message = (
    Hello
    | Act
    | Undo
    | Ask
    | Legal
    | Draft
    | Note
    | Say
    | Rename
    | Arrange
    | SetBot
    | Remove
    | Leave
    | Start
    | Rematch
    | History
    | Ping
)


# From the server, over the socket


class FromServer(Struct, frozen=True, tag_field="t"):
    """The root of what the server may say."""


class Sync(FromServer, frozen=True, tag="sync"):
    """Everything that this viewer may know now."""

    v: int
    table: TableInfo
    seat: int | None  # None: a spectator
    view: dict[str, Any] | None  # None before the start
    events: list[dict[str, Any]]  # those after `since`: the first has the number since + 1
    since: int  # 0: all events are here, forget what you have; else only what came after this number
    can_undo: bool
    chat: list[Said]  # the last 200
    notes: str = ""
    draft: Raw = Raw(b"null")
    last: int = -1  # the highest `id` of this client that counted


class Table(FromServer, frozen=True, tag="table"):
    """The table has changed: who is here, names, options, the start, the end."""

    table: TableInfo


class Steps(FromServer, frozen=True, tag="steps"):
    """What happened."""

    n: int  # the number of the first event in them, for this viewer
    can_undo: bool
    steps: list[Step]


class Done(FromServer, frozen=True, tag="done"):
    """The message with this `id` counted, and is on the disk if it was an action."""

    id: int


class Refused(FromServer, frozen=True, tag="refused"):
    """The message with this `id` changed nothing: why, by code. For a broken rule its number; words are in each language's strings."""

    id: int
    code: str
    rule: str = ""
    message: str = ""  # in English, for logs and bot writers


class LegalNow(FromServer, frozen=True, tag="legal"):
    id: int
    actions: list[dict[str, Any]]


class Drafted(FromServer, frozen=True, tag="draft"):
    """Another connection of this seat has changed the draft."""

    draft: Raw


class Noted(FromServer, frozen=True, tag="note"):
    """Another connection of this seat has changed the notes."""

    notes: str


class Past(FromServer, frozen=True, tag="past"):
    """The first view and every step from there, through this viewer's eyes."""

    id: int
    first: dict[str, Any]
    steps: list[Step]


class Pong(FromServer, frozen=True, tag="pong"):
    pass


class Problem(FromServer, frozen=True, tag="problem"):
    """A message could not be read or was not allowed. The connection may be closed after it."""

    code: str
    message: str


class Bye(FromServer, frozen=True, tag="bye"):
    """The server closes this connection: `stopping` (come back in a moment), `removed`, `idle`; who reads too slowly is just cut off."""

    code: str


Answer = Sync | Table | Steps | Done | Refused | LegalNow | Drafted | Noted | Said | Past | Pong | Problem | Bye


# Over HTTP


class OptionInfo(Struct, frozen=True):
    """One option of a game. Its words are in the game's strings: `option.NAME`, `option.NAME.help`."""

    name: str
    default: Any
    kind: Literal["toggle", "number", "choice", "some"]
    choices: list[Any] = []  # what can be chosen, where that is a list


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


class Games(Struct, frozen=True):
    """`GET /api/games`"""

    version: int
    games: list[GameInfo]


class Rules(Struct, frozen=True):
    """`GET /api/games/ID/rules?language=de`: the rules page of a game, in that language or in English."""

    language: str
    markdown: str


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/tables`: the game alone is enough. Whoever makes a table sits on seat 0 and is the host."""

    game: GameId
    name: Name = "Chief"
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: dict[str, Any] = {}
    bots: Annotated[list[BotName], Meta(max_length=16)] = []  # for seat 1 and on
    start: bool = False  # at once; open seats get the best bot


class Seated(Struct, frozen=True):
    """The answer to making, joining, claiming and following: a cookie for the seat comes with it."""

    code: str
    seat: int


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/tables/CODE/join`: the first open seat, or this one. Before the start only."""

    name: Name
    seat: SeatNumber | None = None


class Look(Struct, frozen=True):
    """`GET /api/tables/CODE`: the table and the seats that this browser holds there."""

    table: TableInfo
    mine: list[int]
    actors: list[int] = []  # whose turn it is


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


class Outcome(Struct, frozen=True):
    """One drawn outcome, with all that was possible, so that anybody can draw it again."""

    family: str
    occurrence: int  # which of its family, from 0
    possible: list[tuple[str, int]]  # each outcome with its weight
    drawn: str


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
    first: dict[str, Any]
    steps: list[Step]
    result: dict[str, Any] | None = None
    fairness: dict[str, Any] | None = None  # after the end: method, table, commitment, entropy, secret
    outcomes: list[Outcome] = []  # after the end


class Failure(Struct, frozen=True):
    """Every HTTP answer that is not 2xx."""

    code: str
    message: str

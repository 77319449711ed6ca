"""The wire protocol: every message in and out, as types; what goes over HTTP is in `protocol_http.py`, the codes of errors in `codes.py`.
`docs/protocol.md` and `web/src/lib/protocol.ts` are written from these (`python -m topsecret.server.describe --write`).

Play goes over one WebSocket per viewer, `/api/tables/CODE/ws?seat=N` (no seat: a spectator). Its messages are JSON texts with
a tag `t`. Tables, files and replays go over HTTP with JSON bodies. A seat is held by a cookie that only this table's paths get.

A viewer's picture of a match is `Sync` (a view and the events so far) and then `Steps`: one step for each thing that happened
and that this viewer may know of, with the events told and the fields of the view that changed. Nothing here depends on what
the viewer may not know.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct

from topsecret.kernel.exercise import ID

from .codes import ByeCode, ErrorCode, ProgramErrorCode
from .protocol_table import BotName as BotName
from .protocol_table import ClockInfo as ClockInfo
from .protocol_table import Happened as Happened
from .protocol_table import Proposal as Proposal
from .protocol_table import SeatInfo as SeatInfo
from .protocol_table import Seconds as Seconds
from .protocol_table import Standstill as Standstill
from .protocol_table import TableInfo as TableInfo
from .protocol_table import Terms as Terms

VERSION = 1

MOST_BYTES = 40 * 1024  # of one message of a client; the longest notes fit, in any script
MOST_FILE_BYTES = 4 * 2**20  # of an uploaded match
DRAFT_BYTES = 2048

TableCode = Annotated[
    str,
    Meta(
        pattern=r"^[A-Z]{3,12}-[0-9]{4}(-[0-9A-HJKMNP-TV-Z]{8})?$",
        description="a table's code, as in `PRAG-1743-7KQ2M9XB`; without its end only while the table waits for players",
    ),
]
Name = Annotated[str, Meta(min_length=1, max_length=24, description="a nickname; always shown as text")]
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
Notes = Annotated[str, Meta(max_length=8000)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Client = Annotated[
    str,
    Meta(min_length=8, max_length=40, pattern=r"^[A-Za-z0-9_-]+$", description="made up by the client, once per tab"),
]
Token = Annotated[str, Meta(min_length=22, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
ExerciseId = Annotated[str, Meta(pattern=ID, description="a lesson or a case of a game, as in `lesson/scoring`")]
GameId = Annotated[str, Meta(max_length=40)]
FamilyName = Annotated[str, Meta(max_length=40, description="the name of a family of actions, as in `move`")]
AssumptionName = Annotated[str, Meta(max_length=30)]
TopicName = Annotated[str, Meta(max_length=32)]
Action = Any  # the kernel's JSON object or text; read and refused by the game's own declarations


Reaction = Literal["hello", "well_played", "thanks", "oops", "wow", "sorry", "hurry", "good_game"]

# What both directions speak of


class Said(Struct, frozen=True, tag_field="t", tag="said"):
    """Something said at the table."""

    n: int
    seat: int
    name: str
    text: str
    at: int  # milliseconds since 1970
    reaction: Reaction | Literal[""] = ""  # one of the ready-made ones, in place of a text


class Step(Struct, frozen=True):
    """One thing that happened, as one viewer is told it."""

    events: list[dict[str, Any]]  # the first one ever told to this viewer is number 1, the next 2 …
    changes: dict[str, Any]  # the fields of the view that are different now


class Stop(Struct, frozen=True):
    """The first thing that is not one's own to know or to decide."""

    why: Literal["outcome", "secret", "answer"]  # chance; something hidden; others decide
    family: str = ""  # of the outcome, where that is known
    field: str = ""  # the field of the view that hides it
    seats: list[int] = []  # the others who decide


class Ahead(Struct, frozen=True):
    """How it would go on."""

    events: list[dict[str, Any]]  # what this seat would be told, in order
    changes: dict[str, Any]  # the fields of the present view that would be different
    stops_at: Stop | None  # None: this seat decides next, or the match is over
    whatever: list[dict[str, Any]] = []  # what comes after an outcome that it stops at, whatever that is


class Reason(Struct, frozen=True):
    """Why an action cannot be played, by code and rule."""

    code: str
    rule: str


# From a client, over the socket


class FromClient(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """The root of what a client may say."""


class Hello(FromClient, frozen=True, tag="hello"):
    """The first message. Answered by Sync."""

    v: int
    client: Client
    since: Count = 0  # the number of the last event that the client has
    stage: bool = False  # a spectator on a big screen, for all who sit around it


class Act(FromClient, frozen=True, tag="act"):
    """Plays an action. `id` is this client's own number, rising; a message that comes twice counts once. Answered by Done or Refused."""

    id: Count
    action: Action


class Undo(FromClient, frozen=True, tag="undo"):
    """Takes the last action back, where nothing was learned since. Answered by Done or Refused."""

    id: Count


class Ask(FromClient, frozen=True, tag="ask"):
    """What would this action bring about? Answered by Preview, or by Refused if it is not allowed. Changes nothing."""

    id: Count
    action: Action
    assume: AssumptionName | None = None  # one of those that the game declares


class Help(FromClient, frozen=True, tag="help"):
    """Help beyond the view, worked out from what my seat has seen. Answered by HelpNow, or by Refused where the table plays without."""

    id: Count
    topic: TopicName
    about: TopicName = ""  # what of it, where the topic is about several things


class Attempt(FromClient, frozen=True, tag="attempt"):
    """Have I done what this exercise asks? Judged from what my seat has seen and written, and from this answer where it asks for one.
    Answered by Judged, or by Refused where the table is no exercise. Changes nothing."""

    id: Count
    answer: Any = None


class Legal(FromClient, frozen=True, tag="legal"):
    """The actions of my seat now. Answered by LegalNow. Families of more than 100 actions are only counted; `family` lists one."""

    id: Count
    family: FamilyName = ""  # only these actions, however many; empty: all


class Draft(FromClient, frozen=True, tag="draft"):
    """A half-made action, kept for this seat and mirrored to its other connections. Never told to others; gone once the seat acts."""

    draft: Raw


class Note(FromClient, frozen=True, tag="note"):
    """This seat's private notes, whole. Kept, and mirrored to its other connections."""

    notes: Notes


class Say(FromClient, frozen=True, tag="say"):
    """Says something to the whole table. Only seats may."""

    id: Count
    text: ChatText


class React(FromClient, frozen=True, tag="react"):
    """Says something ready-made to the whole table; all read it in their own language. Only seats may. Answered by Done or Refused."""

    id: Count
    reaction: Reaction


class Rename(FromClient, frozen=True, tag="rename"):
    """My nickname."""

    name: Name


class Arrange(FromClient, frozen=True, tag="arrange"):
    """Before the start, host only: what is given is changed."""

    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: dict[str, Any] | None = None
    terms: Terms | None = None


class Publish(FromClient, frozen=True, tag="publish"):
    """Before the start, host only: the table is listed for everybody who comes to this server, or no longer."""

    public: bool


class SetBot(FromClient, frozen=True, tag="set_bot"):
    """Before the start, host only: a bot sits down on an open seat, is exchanged, or (empty name) leaves it."""

    seat: SeatNumber
    bot: BotName


class Remove(FromClient, frozen=True, tag="remove"):
    """Before the start, host only: the person on that seat has to go."""

    seat: SeatNumber


class Leave(FromClient, frozen=True, tag="leave"):
    """Before the start my seat is open again. While the match runs I say goodbye, and my seat stays mine; whoever comes back is back."""


class StandIn(FromClient, frozen=True, tag="stand_in"):
    """Lets a bot play on for a person who has been gone for the grace time. It gets what that seat may know, and nothing else."""

    seat: SeatNumber


class HandOver(FromClient, frozen=True, tag="hand_over"):
    """Host only: somebody else is host."""

    seat: SeatNumber


class Propose(FromClient, frozen=True, tag="propose"):
    """A pause, its end, or to stop the match for good (not in duels: there one resigns). It holds when all people who sit there agree; what
    the host says about a pause, and whoever asked for it about its end, holds at once."""

    what: Literal["pause", "play_on", "stop"]


class Vote(FromClient, frozen=True, tag="vote"):
    """Agrees to a proposal, or says no, and then it is gone."""

    what: Literal["pause", "play_on", "stop", "seat"]
    yes: bool
    seat: SeatNumber | None = None  # of the proposal


class Back(FromClient, frozen=True, tag="back"):
    """I play my seat again. Hello says the same."""


class Start(FromClient, frozen=True, tag="start"):
    """Before the start, host only. Open seats get bots of medium strength."""


class Rematch(FromClient, frozen=True, tag="rematch"):
    """After the end: a new table with the same seats. Its code comes with TableChanged; one's seat there with
    `POST /api/tables/CODE/follow`, which is a yes. When all people have said it the rematch starts."""

    options: dict[str, Any] = {}  # those that are to be different there; whoever asks first chooses


class History(FromClient, frozen=True, tag="history"):
    """Positions of the past: a page that holds the event with the number `n`. Answered by Past."""

    id: Count
    n: Count = 0  # 0: from the first position on


class Ping(FromClient, frozen=True, tag="ping"):
    """Answered by Pong. A connection that is silent for 60 s is closed."""


class Echo(FromClient, frozen=True, tag="echo"):
    """The number of a Pong, sent back at once: by it the server measures how long this line takes. Has no answer."""

    n: Count


Message = (
    Hello
    | Act
    | Undo
    | Ask
    | Help
    | Attempt
    | Legal
    | Draft
    | Note
    | Say
    | React
    | Rename
    | Arrange
    | Publish
    | SetBot
    | Remove
    | Leave
    | StandIn
    | Back
    | HandOver
    | Propose
    | Vote
    | Start
    | Rematch
    | History
    | Ping
    | Echo
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
    happened: list[Happened] = []  # at the table, all of it
    notes: str = ""
    draft: Raw = Raw(b"null")
    last: int = -1  # the highest `id` of this client that counted
    now: int | None = None  # in games with time: the table's time in milliseconds, by which `at` and deadlines count


class TableChanged(FromServer, frozen=True, tag="table"):
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
    code: ErrorCode | ProgramErrorCode | str  # a broken rule has the game's own code
    rule: str = ""
    message: str = ""  # in English, for logs and bot writers


class Preview(FromServer, frozen=True, tag="preview", rename={"under": "if"}):
    """What an action would bring about, as far as this seat may know: the events up to the first thing that is not its own to know or
    to decide, and what would be different after the last action that is through."""

    id: int
    events: list[dict[str, Any]]
    changes: dict[str, Any]
    stops_at: Stop | None
    unfinished: Reason | None  # it cannot be played as it is: it is not complete yet
    under: Ahead | None  # how it goes on under the assumption; its changes are counted from the present view, too


class HelpNow(FromServer, frozen=True, tag="help"):
    """What a topic says; its form is the topic's own."""

    id: int
    topic: str
    about: str
    found: Any


class Judged(FromServer, frozen=True, tag="judged"):
    """What the exercise says to an attempt."""

    id: int
    done: bool
    word: str = ""  # what to say, as a key of the game's words; empty: nothing
    params: dict[str, Any] = {}  # of that
    light: list[str] | None = None  # what to touch next, by the names that the board gives its things; null: as before


class FamilyCount(Struct, frozen=True):
    """Actions that are too many to be listed unasked."""

    family: str
    count: int


class LegalNow(FromServer, frozen=True, tag="legal"):
    id: int
    actions: list[dict[str, Any]]
    more: list[FamilyCount] = []  # ask `legal` with `family` for these


class Drafted(FromServer, frozen=True, tag="draft"):
    """Another connection of this seat has changed the draft."""

    draft: Raw


class Noted(FromServer, frozen=True, tag="note"):
    """Another connection of this seat has changed the notes."""

    notes: str


class Past(FromServer, frozen=True, tag="past"):
    """An earlier view and the steps from there, through this viewer's eyes. A long match has many pages."""

    id: int
    told: int  # how many events this viewer had been told by then: the first in the steps has the next number
    first: dict[str, Any]
    steps: list[Step]


class Pong(FromServer, frozen=True, tag="pong"):
    """In games with time the client sends the number back at once, as Echo."""

    n: int  # of this connection's pongs
    now: int | None = None  # in games with time: the table's time in milliseconds


class Problem(FromServer, frozen=True, tag="problem"):
    """A message could not be read or was not allowed. The connection may be closed after it."""

    code: ErrorCode | ProgramErrorCode
    message: str


class Bye(FromServer, frozen=True, tag="bye"):
    """The server closes this connection; who reads too slowly is just cut off."""

    code: ByeCode


Answer = (
    Sync
    | TableChanged
    | Steps
    | Done
    | Refused
    | Preview
    | HelpNow
    | Judged
    | LegalNow
    | Drafted
    | Noted
    | Said
    | Happened
    | Past
    | Pong
    | Problem
    | Bye
)

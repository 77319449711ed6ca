"""What the games are, for clients that know none of them."""

from __future__ import annotations

from functools import cache

from topsecret.bots import registry as bots
from topsecret.kernel import registry
from topsecret.kernel.game import Game
from topsecret.kernel.kinds import ChoiceKind, FlagKind, Kind, MaskKind
from topsecret.kernel.lesson import Lesson, lessons_of, steps
from topsecret.kernel.names import texts
from topsecret.kernel.parts import AnyOf, OneOf, Pair, Part, Seat, SomeOf, Spread

from . import protocol as p
from . import protocol_http as h

LONGEST_CHOICE = 64


@cache
def games(quiet: bool = False) -> h.Games:
    return h.Games(p.VERSION, [game_info(game) for game in registry.games()], quiet)


def game_info(game: Game) -> h.GameInfo:
    return h.GameInfo(
        id=game.id,
        title=game.title,
        seats=list(game.seats),
        usual_seats=game.usual_seats,
        options=[option_info(game, name) for name in game.options],
        bots=bots.names(game),
        timed=game.State.timed,
        params=params(game),
        names=names(game),
        lessons=[lesson_info(lesson) for lesson in lessons_of(game)],
        topics=list(game.topics),
    )


def lesson_info(lesson: Lesson) -> h.LessonInfo:
    solution = [h.LessonStep(*step) for step in steps(lesson.solution)]
    return h.LessonInfo(lesson.key, list(lesson.light), list(lesson.choices), lesson.folder, solution)


def option_info(game: Game, name: str) -> h.OptionInfo:
    kind: Kind = game.State.fields[name].kind
    default = game.options[name]
    if isinstance(kind, FlagKind):
        return h.OptionInfo(name, default, "toggle")
    if isinstance(kind, ChoiceKind):
        return h.OptionInfo(name, default, "choice", list(texts(kind.names)))
    if isinstance(kind, MaskKind):
        return h.OptionInfo(name, default, "some", list(texts(kind.names)))
    few = kind.high - kind.low < LONGEST_CHOICE
    return h.OptionInfo(name, default, "number", [kind.json(n) for n in range(kind.low, kind.high + 1)] if few else [])


def params(game: Game) -> dict[str, dict[str, str]]:
    """For each event: what its parameters are."""
    found: dict[str, dict[str, str]] = {"undone": {"seat": "seat", "events": "plain"}}
    for book in (game.actions, game.chance, game.told):
        for family in book.families:
            seat = {} if family.sort == "event" else {"seat": "seat"}
            found[family.name] = seat | {part.name: what(part) for part in family.parts}
    return found


def names(game: Game) -> dict[str, dict[str, str]]:
    """For all names that events speak of: what a text on the wire is called in the keys of strings."""
    parts = [
        part for book in (game.actions, game.chance, game.told) for family in book.families for part in family.parts
    ]
    kinds = {part.names for part in parts if isinstance(part, OneOf | SomeOf | AnyOf | Pair | Spread)}
    return {
        kind.__name__.lower(): {text: member.name.lower() for text, member in zip(texts(kind), kind)}
        for kind in sorted(kinds, key=lambda kind: kind.__name__)
    }


def what(part: Part) -> str:
    if isinstance(part, Seat):
        return "seat"
    if isinstance(part, OneOf):
        return f"names:{part.names.__name__.lower()}"
    if isinstance(part, SomeOf | AnyOf | Pair):
        return f"list:{part.names.__name__.lower()}"
    if isinstance(part, Spread):
        return f"spread:{part.names.__name__.lower()}"
    return "plain"

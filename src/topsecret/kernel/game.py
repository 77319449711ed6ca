"""A game: declarations and rules, checked against each other and joined."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .audience import SPECTATOR, everyone
from .compiled import CannotCompile, Compiled, say_once
from .engine import CHANCE_TURN, NO_SUCH_SEAT, NOT_NOW
from .errors import BadOptions, BadPosition, DeclarationError, IllegalAction, shorten
from .extend import Extension
from .families import Families, Reasons
from .fields import Position, cells, fill, get_cell, set_cell, unspell
from .loader import Interpreted, Rules
from .moves import Codebook, Move
from .view import sees
from .words import Words

if TYPE_CHECKING:
    from .help import Topic
    from .match import Match
    from .preview import Assumption

TAKEN = {"game", "viewer", "seats", "actors", "result"}
MOST_BEGUN = 64


class Untold(TypeError):
    """Something depends on a cell that the viewer cannot see; `field` is its name, where that is known."""

    def __init__(self, field: str) -> None:
        self.field = field
        super().__init__(f"a hidden cell{f' of {field}' if field else ''} has no value; test it with `is HIDDEN`")


class Hidden:
    """A cell that the viewer cannot see: blank until `imagine` fills it. What is calculated from it is as hidden; whatever would
    depend on it (a comparison, a condition, an index) raises Untold."""

    __slots__ = ("field",)

    def __init__(self, field: str = "") -> None:
        self.field = field

    def _still_hidden(self, *_: Any) -> Hidden:
        return self

    def _refuse(self, *_: Any) -> Any:
        raise Untold(self.field)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _still_hidden
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _still_hidden
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _still_hidden
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __neg__ = __invert__ = _still_hidden
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __bool__ = __int__ = __index__ = __hash__ = __len__ = __iter__ = __getitem__ = _refuse

    def __repr__(self) -> str:
        return "HIDDEN"

    def __copy__(self) -> Hidden:
        return self

    def __deepcopy__(self, memo: object) -> Hidden:
        return self


HIDDEN: Any = Hidden()


class Game:
    """One set of rules. `state` is the module with the declarations (State, Actions, Chance, Told, Refusal, Ending, Flaw), `rules` the
    one with the functions; a small game has both in one module."""

    def __init__(
        self,
        id: str,
        state: ModuleType,
        rules: ModuleType,
        imagine: ModuleType | None = None,
        folder: Path | None = None,
        assumptions: ModuleType | None = None,
        help: ModuleType | None = None,
        notes: ModuleType | None = None,
    ) -> None:
        self.id = id
        self.folder = folder
        declared = {
            name: getattr(state, name, None)
            for name in ("State", "Actions", "Chance", "Told", "Refusal", "Ending", "Flaw")
        }
        for name, base in (("State", Position), ("Actions", Families), ("Chance", Families), ("Told", Families)):
            thing = declared[name]
            if not isinstance(thing, type) or not issubclass(thing, base):
                raise DeclarationError(
                    f"{id}: expected a class {name}({base.__name__}) in {state.__name__}, got {shorten(thing)}"
                )
        for name in ("Refusal", "Ending", "Flaw"):
            thing = declared[name]
            if not isinstance(thing, type) or not issubclass(thing, Reasons):
                raise DeclarationError(
                    f"{id}: expected a class {name}(Reasons) in {state.__name__}, got {shorten(thing)}"
                )
        self.State: type[Position] = state.State
        self.Refusal: type[Reasons] = state.Refusal
        self.Ending: type[Reasons] = state.Ending
        self.Flaw: type[Reasons] = state.Flaw
        self.title: str = getattr(state, "TITLE", id)
        self.version: int = getattr(state, "VERSION", 1)
        if not hasattr(self.State, "seat_range"):
            raise DeclarationError(f"{id}: State must say how many play, as in class State(Position, seats=(2, 4))")
        self.actions = Codebook(state.Actions.families)
        self.chance = Codebook(state.Chance.families)
        self.told = Codebook(state.Told.families)
        self._check_declarations()
        self.rules = Rules(id, rules, state.Actions, state.Chance, self.State)
        self.interpreted: Interpreted = self.rules.interpreted()
        self._imagine = getattr(imagine, "imagine", None)
        self.assumptions: dict[str, Assumption] = getattr(assumptions, "ASSUMPTIONS", {})
        self._shown_notes: Callable[[dict[str, Any], str], dict[str, str]] = getattr(notes, "shown", lambda *_: {})
        self.topics: dict[str, Topic] = getattr(help, "TOPICS", {})
        self.help_option: str = getattr(help, "HELP_OPTION", "help")
        if self.topics and self.help_option not in self.options:
            raise DeclarationError(f"{id}: help needs an option {self.help_option} = pick(Help, …)")

    def _check_declarations(self) -> None:
        names = [family.name for book in (self.actions, self.chance, self.told) for family in book.families]
        for name in names:
            if names.count(name) > 1:
                raise DeclarationError(
                    f"{self.id}: {name} is declared twice; an action, an outcome and an event need different names"
                )
        for name in TAKEN & self.State.fields.keys():
            raise DeclarationError(f"{self.id}: a field cannot be called {name}")
        families = self.actions.families + self.chance.families
        if any(family.when for family in families) and "phase" not in self.State.fields:
            raise DeclarationError(f"{self.id}: when=… needs a field `phase` in State")
        for family in families:
            if family.whose and family.whose not in self.State.fields:
                raise DeclarationError(
                    f"{self.id}: {family.name} is whose={family.whose!r}, but State has no such field"
                )
            if family.whose and self.State.fields[family.whose].to is not everyone:
                raise DeclarationError(f"{self.id}: {family.name} is whose={family.whose!r}, which must be to=everyone")
        for family in self.actions.families:
            if family.unfinished and family.unfinished not in self.Refusal.__members__:
                raise DeclarationError(
                    f"{self.id}: {family.name} is unfinished={family.unfinished!r}, but Refusal has no such member"
                )
        for code, name in ((NOT_NOW, "NOT_NOW"), (NO_SUCH_SEAT, "NO_SUCH_SEAT")):
            if name not in self.Refusal.__members__ or self.Refusal[name] != code:
                raise DeclarationError(f"{self.id}: Refusal needs the member {name} = {code}, '<rule>'")

    def __repr__(self) -> str:
        return f"<game {self.id}>"

    # what can be chosen

    @property
    def seats(self) -> range:
        """How many can play."""
        low, high = self.State.seat_range
        return range(low, high + 1)

    @property
    def usual_seats(self) -> int:
        """How many play if nobody says: four, or as near as the game allows."""
        return min(max(4, self.seats[0]), self.seats[-1])

    @property
    def options(self) -> dict[str, Any]:
        """All options with their defaults."""
        return {
            name: field.kind.json(field.default)
            for name, field in self.State.fields.items()
            if field.default is not None
        }

    def begin(self, seats: int, options: dict[str, Any] | None = None, strict: bool = False) -> Position:
        """The position after the set-up and before the first outcome or action; raises BadOptions."""
        if not isinstance(seats, int) or isinstance(seats, bool) or seats not in self.seats:
            raise BadOptions(
                f"seats: expected a whole number from {self.seats[0]} to {self.seats[-1]}, got {shorten(seats)}"
            )
        state = self.State.blank(seats, strict)
        if options is not None and not isinstance(options, dict):
            raise BadOptions(f"options: expected an object, got {shorten(options)}")
        for name, thing in (options or {}).items():
            field = self.State.fields.get(name) if isinstance(name, str) else None
            if field is None or not field.is_option:
                raise BadOptions(f"option: expected one of {', '.join(self.options) or 'none'}; got {shorten(name)}")
            value = field.kind.read(thing)
            if value is None:
                raise BadOptions(f"{name}: expected {field.kind.expects}, got {shorten(thing)}")
            setattr(state, name, value)
        why = self.rules.functions.get("bad_options")
        if why is not None:
            flaw = self.Flaw.of(why(state))
            if flaw:
                raise BadOptions(self.words().say(f"flaw.{flaw.name.lower()}"), flaw.rule)
        self.interpreted.setup(state)
        return state

    def position(self, seats: int, options: dict[str, Any] | None, start: Any, strict: bool = False) -> Position:
        """A position given as a plain dict in the form of `truth()`; what is left out is as after the set-up, or
        follows from the rest where the game says how (`work_out`). Raises BadPosition."""
        state = self.begin(seats, options, strict)
        chosen = {name: getattr(state, name) for name in self.options}
        fill(state, start)
        work_out = self.rules.functions.get("work_out")
        if callable(work_out):
            work_out(state, self.State.fields.keys() - start.keys())
        for name, value in chosen.items():
            if getattr(state, name) != value:
                field = self.State.fields[name]
                raise BadPosition(
                    f"{name}: expected {field.kind.json(value)} as in the options, got {field.kind.json(getattr(state, name))}"
                )
        self.require_sound(state)
        if self.interpreted.actors(state) == CHANCE_TURN and self.interpreted.total(state) <= 0:
            raise BadPosition("an outcome is needed, but none is possible")
        return state

    def require_sound(self, state: Position) -> None:
        flaw = self.Flaw.of(self.interpreted.unsound(state))
        if flaw:
            raise BadPosition(self.words().say(f"flaw.{flaw.name.lower()}"), flaw.rule)

    def match(
        self,
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        seed: str | None = None,
        *,
        chance: str = "fair",
        start: Any = None,
        entropy: tuple[str, ...] = (),
        strict: bool = False,
    ) -> Match:
        """A new match. `chance="manual"`: outcomes are played by hand. `start`: any legal position, in the form of `truth()`."""
        from .match import Match

        return Match.new(self, seats, options, seed, chance, start, entropy, strict)

    def load(self, document: Any) -> Match:
        """A saved match, from its JSON text or object; raises BadFile."""
        from .match import Match

        return Match.load(document, self)

    # what rules say, in words

    def illegal(self, state: Position, move: Move, refused: int, legal: list[str]) -> IllegalAction:
        """The error for an action that the rules refuse. One outside its phases has the game's own reason, if it gives one."""
        family = self.actions.family(move.code)
        explain = self.rules.functions.get("why_not_now")
        if refused == NOT_NOW and callable(explain):
            refused = int(explain(state, family.name))
        why = self.Refusal.of(refused)
        words = self.words().say(f"refusal.{why.name.lower()}")
        return IllegalAction(str(move), why.name.lower(), why.rule or family.rule, words, legal)

    def result(self, state: Position) -> dict[str, Any] | None:
        """Winners, scores and the reason with its rule, once it is over."""
        rules = self.interpreted
        if rules.actors(state) != 0:
            return None
        ending, best = self.Ending.of(rules.ending(state)), rules.winners(state)
        return {
            "winners": [seat for seat in range(state.seats) if best >> seat & 1],
            "scores": [int(rules.score(state, seat)) for seat in range(state.seats)],
            "reason": {"code": ending.name.lower(), "rule": ending.rule},
        }

    def preview(self, view: dict[str, Any], action: Any, assume: str | None = None, at: int = 0) -> dict[str, Any]:
        """What an action of the viewer would bring about, as far as it may know (see `preview.py`); in a game with time, at this time."""
        from .preview import preview

        return preview(self, view, action, assume, at)

    def help(self, view: dict[str, Any], seen: Sequence[dict[str, Any]], topic: str, about: str = "") -> Any:
        """What a topic of the game's help says to the viewer, from what it has seen alone; raises HelpOff or UnknownTopic."""
        from .help import help

        return help(self, view, seen, topic, about)

    # words

    def words(self, language: str = "en") -> Words:
        if language not in self._words:
            self._words[language] = Words.load(self.folder, language) if self.folder else Words({})
        return self._words[language]

    @cached_property
    def _words(self) -> dict[str, Words]:
        return {}

    # notes

    def shown_notes(self, options: dict[str, Any], notes: str) -> dict[str, str]:
        """What everybody sees of a seat's private notes at the end, by page; a game without `notes.py` shows nothing."""
        return self._shown_notes(options, notes)

    # compiled mode

    @cached_property
    def _compiled(self) -> dict[bool, Compiled | CannotCompile]:
        return {}

    def compiled(self, checked: bool = False) -> Compiled | None:
        """The compiled rules, or None where they are not to be had (said once). `checked`: with bounds checks, for tests."""
        if checked not in self._compiled:
            try:
                self._compiled[checked] = Compiled(self.rules, checked)
            except CannotCompile as problem:
                self._compiled[checked] = problem
        found = self._compiled[checked]
        if isinstance(found, CannotCompile):
            say_once(found)
            return None
        return found

    def extend(
        self, module: ModuleType, *, compile: bool = True, linked: bool = False, checked: bool = False
    ) -> Extension:
        """A module's functions beside these rules (see `extend.py`): compiled where that can be had, else interpreted. They enter the
        rules through gates that are compiled once for all modules; `linked`: the rules are compiled into them, which takes long and
        saves the gates; `checked`: that with bounds checks, for tests."""
        rules = self.compiled(checked) if compile else None
        return Extension(self, module) if rules is None else rules.extend(self, module, linked or checked)

    def is_compiled(self, module: ModuleType) -> bool:
        """Whether `extend(module)` would take all from the cache: nobody has to wait for a compiler."""
        try:
            rules = Compiled(self.rules)
        except CannotCompile:
            return False
        return rules.is_ready(self, module)

    # worlds

    @property
    def can_imagine(self) -> bool:
        return self._imagine is not None

    def sketch(self, view: dict[str, Any], at: int = 0) -> Position:
        """A state with what a view shows; all else is HIDDEN."""
        state = self._set_up(view)
        for name, field in self.State.fields.items():
            for index in cells(field, state.seats):
                set_cell(state, name, index, HIDDEN)
            for index, part in unspell(field, state.seats, view[name], name):
                if part is not None:
                    value = field.kind.read(part)
                    if value is None:
                        raise BadPosition(f"{name}: expected {field.kind.expects}, got {shorten(part)}")
                    set_cell(state, name, index, value)
        if self.State.timed:
            state.now = at
        return state

    def _set_up(self, view: dict[str, Any]) -> Position:
        """Rows of seats that nobody has are as the set-up leaves them: rules may look at them."""
        seats, options = view["seats"], {name: view[name] for name in self.options}
        key = f"{seats} {options}"
        if key not in self._begun:
            if len(self._begun) >= MOST_BEGUN:
                self._begun.clear()
            self._begun[key] = self.begin(seats, options)
        return self._begun[key].copy()

    @cached_property
    def _begun(self) -> dict[str, Position]:
        return {}

    def imagine(
        self, view: dict[str, Any], seen: list[dict[str, Any]], rng: random.Random, at: int = 0
    ) -> tuple[Position, float]:
        """A world that agrees with a view and the seen log, and its weight. It starts from the view: what is unseen is blank."""
        return self.complete(self.sketch(view, at), SPECTATOR if view["viewer"] is None else view["viewer"], seen, rng)

    def complete(
        self, sketch: Position, viewer: int, seen: list[dict[str, Any]], rng: random.Random
    ) -> tuple[Position, float]:
        """Fills the blanks of a sketch, which stays as it is: the quick way to many worlds of one view."""
        if self._imagine is None:
            raise DeclarationError(f"{self.id} has no imagine.py")
        world = sketch.copy()
        weight = float(self._imagine(world, viewer, seen, rng))
        if any(value is HIDDEN for value in world.values()):
            for name, field in self.State.fields.items():
                for index in cells(field, world.seats):
                    if get_cell(world, name, index) is HIDDEN:
                        raise DeclarationError(f"{self.id}: imagine left {name}{list(index)} blank")
        return world, weight


def shown_to(state: Position, viewer: int) -> set[tuple[str, tuple[int, ...]]]:
    """The cells under a rule that a viewer sees now."""
    return {
        (name, index)
        for name, field in type(state).fields.items()
        if field.to.predicate is not None
        for index in cells(field, state.seats)
        if sees(state, viewer, field, index)
    }

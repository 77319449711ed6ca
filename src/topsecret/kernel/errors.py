"""Everything that can go wrong, typed: what was expected, what came, and the rule's number where a rule is broken."""

from __future__ import annotations

from collections.abc import Sequence


class TopSecretError(Exception):
    """The root of all errors that this package raises on purpose."""

    def forget_where(self) -> None:
        """For one that is an answer, like a refusal: where it was raised does not matter, and whatever was there would be held by it."""
        self.__traceback__ = self.__context__ = self.__cause__ = None


class DeclarationError(TopSecretError):
    """A game is declared wrongly (no audience, a value out of range, a name twice). Raised at import."""


class LoaderError(TopSecretError):
    """A rules file leaves the small language in which rules are written."""


class UnknownGame(TopSecretError):
    """No game of that name."""


class BadSetup(TopSecretError):
    """No match can begin like this. `rule`: the number of the rule that it breaks, or "" if it could not even be read."""

    def __init__(self, words: str, rule: str = "") -> None:
        self.rule = rule
        super().__init__(f"{words} ({rule})" if rule else words)


class BadOptions(BadSetup):
    """An option or a number of seats that the game does not have."""


class BadPosition(BadSetup):
    """A start position that no match could reach, or that cannot be read."""


class BadCase(TopSecretError):
    """A case that nobody can be given: no such game, day, difficulty or seed."""


class BadFile(TopSecretError):
    """A saved match that is broken or was changed by hand."""


class ReadOnly(TopSecretError):
    """The match was made with other rules, or it is over: it can be looked at, not played."""


class ActionError(TopSecretError):
    """The root of everything that is wrong with what was asked of a match."""

    code: str  # for programs


class UnknownAction(ActionError):
    """The text or JSON cannot be read as an action of this game. `expected`: what is possible; `near`: what may have been meant."""

    code = "unknown_action"

    def __init__(self, came: str, expected: Sequence[str], near: Sequence[str] = ()) -> None:
        self.came = came
        self.expected = tuple(expected)
        self.near = tuple(near)
        meant = f"did you mean {' or '.join(self.near)}? " if self.near else ""
        possible = f"expected {' | '.join(self.expected)}" if self.expected else "no action is possible now"
        super().__init__(f"cannot read {came} as an action: {meant}{possible}")


class BadArgument(ActionError):
    """A time or a number that a match cannot use."""

    code = "bad_argument"

    def __init__(self, name: str, expected: str, came: object) -> None:
        super().__init__(f"{name}: expected {expected}, got {shorten(came)}")


class NoSuchSeat(BadArgument):
    """Nobody plays at this seat."""

    code = "no_such_seat"

    def __init__(self, came: object, seats: int, other: str = "") -> None:
        super().__init__("seat", f"a seat from 0 to {seats - 1}{other}", came)


class NotYourTurn(ActionError):
    """The seat cannot act now."""

    code = "not_your_turn"

    def __init__(self, seat: object, actors: Sequence[object]) -> None:
        self.seat = seat
        self.actors = tuple(actors)
        who = ", ".join(f"seat {actor}" if isinstance(actor, int) else str(actor) for actor in self.actors)
        super().__init__(
            f"{seat} cannot act now: " + (f"the match is waiting for {who}" if who else "the match is over")
        )


class IllegalAction(ActionError):
    """Well formed, but a rule forbids it now."""

    def __init__(self, action: str, code: str, rule: str, words: str, legal: Sequence[str]) -> None:
        self.action = action
        self.code = code
        self.rule = rule
        self.words = words
        self.legal = tuple(legal)
        shown = " | ".join(self.legal[:6]) + (f" | … {len(self.legal)} in all" if len(self.legal) > 6 else "")
        super().__init__(f"{action}: {words} ({rule}); legal now: {shown or 'nothing'}")


class UnknownAssumption(ActionError):
    """A preview was asked for under an assumption that this game does not have."""

    code = "unknown_assumption"

    def __init__(self, came: str, expected: Sequence[str]) -> None:
        self.came = came
        self.expected = tuple(expected)
        super().__init__(
            f"cannot assume {came}; expected {' | '.join(self.expected) or 'no assumption: this game has none'}"
        )


class HelpOff(ActionError):
    """The table plays without help beyond the view."""

    code = "help_off"


class UnknownTopic(ActionError):
    """There is no such help, or nothing to say about that now."""

    code = "unknown_topic"

    def __init__(self, came: str, expected: Sequence[str]) -> None:
        self.came = came
        self.expected = tuple(expected)
        super().__init__(f"no help on {came}; expected {' | '.join(self.expected) or 'nothing: there is no help now'}")


class CannotUndo(ActionError):
    """This seat has nothing that it could undo now; `why` is for programs that have words of their own."""

    code = "cannot_undo"

    def __init__(self, words: str, why: str = "") -> None:
        self.why = why
        super().__init__(words)


def shorten(thing: object, limit: int = 80) -> str:
    """What came, as an error may show it: one line, never long."""
    try:
        text = repr(thing)
    except Exception as problem:  # a stranger's object may have a broken repr
        text = f"<{type(thing).__name__}: {type(problem).__name__} in repr>"
    return text if len(text) <= limit else text[: limit - 1] + "…"

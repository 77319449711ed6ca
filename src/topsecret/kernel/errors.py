"""Everything that can go wrong, typed: what was expected, what came, and the rule's number where a rule is broken."""

from __future__ import annotations

from collections.abc import Sequence


class TopSecretError(Exception):
    """The root of all errors that this package raises on purpose."""


class DeclarationError(TopSecretError):
    """A game is declared wrongly (no audience, a value out of range, a name twice). Raised at import."""


class LoaderError(TopSecretError):
    """A rules file leaves the small language in which rules are written."""


class UnknownGame(TopSecretError):
    """No game of that name."""


class BadOptions(TopSecretError):
    """An option or a number of seats that the game does not have."""


class BadPosition(TopSecretError):
    """A start position that no match could reach, or that cannot be read."""


class BadFile(TopSecretError):
    """A saved match that is broken or was changed by hand."""


class ReadOnly(TopSecretError):
    """The match was made with other rules, or it is over: it can be looked at, not played."""


class ActionError(TopSecretError):
    """The root of everything that is wrong with one action."""

    code = "action"


class UnknownAction(ActionError):
    """The text or JSON cannot be read as an action of this game."""

    code = "unknown_action"

    def __init__(self, came: str, expected: Sequence[str]) -> None:
        self.came = came
        self.expected = tuple(expected)
        super().__init__(f"cannot read {came} as an action; expected " + " | ".join(self.expected))


class NotYourTurn(ActionError):
    """The seat may not act now."""

    code = "not_your_turn"

    def __init__(self, seat: object, actors: Sequence[int]) -> None:
        self.seat = seat
        self.actors = tuple(actors)
        who = ", ".join(str(actor) for actor in self.actors) or "nobody (the match is over)"
        super().__init__(f"{seat} may not act now; expected an action of: {who}")


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


class CannotUndo(ActionError):
    """Nothing of this seat can be taken back now."""

    code = "cannot_undo"


def shorten(thing: object, limit: int = 80) -> str:
    """What came, as an error may show it: one line, never long."""
    try:
        text = repr(thing)
    except Exception as problem:  # a stranger's object may have a broken repr
        text = f"<{type(thing).__name__}: {type(problem).__name__} in repr>"
    return text if len(text) <= limit else text[: limit - 1] + "…"

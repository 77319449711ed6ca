"""What a player may assume in a preview: that nobody plays a card any more this turn (S5.6, S5.7)."""

from __future__ import annotations

from topsecret.kernel import Assumption
from topsecret.kernel.game import Hidden

from .state import Answer, Phase, State


def nobody_has_said_yes(state: State, seat: int) -> None:
    """Answers that are given and not shown yet are no."""
    for other in range(state.seats):
        if isinstance(state.answer[other], Hidden):
            state.answer[other] = Answer.NO if state.answer_given[other] == 1 else Answer.NONE


def the_next_passes(state: State) -> tuple[int, str] | None:
    """Everybody who is asked says no; whoever has the opportunity passes, or is done if a card was played."""
    if state.phase == Phase.POLL:
        return next(seat for seat in range(state.seats) if state.answer_given[seat] == 0), "no"
    if state.phase == Phase.CARD_PART and state.must_play == 0:
        return state.asked, "done" if state.has_played == 1 else "pass"
    return None


ASSUMPTIONS = {
    "pass": Assumption(
        answer=the_next_passes,
        fill=nobody_has_said_yes,
        unless={"event": "answered", "reply": "yes"},
        beyond=("draw",),  # S5.3: what is drawn changes nothing on the board
    ),
}

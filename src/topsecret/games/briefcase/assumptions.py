"""What a player may assume in a preview: that the opponent says yes to an announcement, or no (B4.3). Either can always be looked at,
whatever the piece is: asking answers nothing."""

from __future__ import annotations

from topsecret.kernel import Assumption, Move
from topsecret.kernel.names import texts

from .moving import settle
from .state import Phase, Reply, State

ANNOUNCEMENTS = ("move", "carry", "push")


def answered(reply: Reply) -> Assumption:
    said, other = texts(Reply)[reply], texts(Reply)[1 - reply]

    def by_hand(state: State) -> tuple[int, str] | None:
        return (1 - state.turn, said) if state.phase == Phase.ANSWER else None

    def by_itself(state: State, seat: int, move: Move) -> bool:
        """B4.5: the announcement is made, and only the piece knows the answer. Where that is known, the end may still be a secret."""
        if move.family not in ANNOUNCEMENTS or state.phase == Phase.OVER:
            return False
        settle(state, seat, reply)
        return True

    return Assumption(answer=by_hand, carry_on=by_itself, unless={"event": "answered", "reply": other})


ASSUMPTIONS = {"yes": answered(Reply.YES), "no": answered(Reply.NO)}

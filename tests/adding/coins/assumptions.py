"""What a player may assume in a preview: that the claim is believed, or that it is doubted."""

from __future__ import annotations

from topsecret.kernel import Assumption

from .box import REPLIER, Reply
from .state import Phase, State


def replied(reply: Reply) -> Assumption:
    def answer(state: State) -> tuple[int, str] | None:
        return (REPLIER, reply.text) if state.phase == Phase.REPLY else None

    other = Reply(1 - reply)
    return Assumption(answer=answer, unless={"event": "reply", "reply": other.text})


ASSUMPTIONS = {reply.text: replied(reply) for reply in Reply}

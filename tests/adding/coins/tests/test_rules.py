"""Rules of coins, in the order of the page."""

import topsecret

COINS = topsecret.game("coins")


def test_C3_1_who_was_right_wins() -> None:
    for claim, reply, winner in ((1, "believe", 1), (2, "believe", 0), (1, "doubt", 0), (2, "doubt", 1)):
        match = COINS.match(chance="manual")
        match.play(topsecret.CHANCE, "toss heads")
        match.play(topsecret.CHANCE, "toss tails")
        match.play(0, f"claim {claim}")
        match.play(1, reply)
        assert match.result is not None and match.result["winners"] == [winner]

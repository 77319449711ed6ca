"""S5.9-S5.11: what counts as reaching the safe, who moves it, and who sees what."""

import random

from topsecret.games.spies.box import COPIES

from .builders import CARDS, GAME, Table, at_table

ANNA, BOB, CHRIS, DAVID = range(4)
SPARE = ["rendezvous"]  # so that a seat is asked to the end


def red_at_the_safe(hands: dict[int, list[str]], yes: tuple[int, ...], **more: object) -> Table:
    """Anna takes red to the safe on 7; some want to play cards."""
    table = at_table(cards=True, place={"red": 6, "blue": 4} | more.pop("place", {}), hands=hands, **more)  # type: ignore
    table.roll_and_move("1-3", "red+1")
    table.poll(yes)
    return table


def elsewhere(hands: dict[int, list[str]], yes: tuple[int, ...], **more: object) -> Table:
    """Anna moves gray where nothing is; some want to play cards."""
    table = at_table(cards=True, hands=hands, **more)  # type: ignore[arg-type]
    table.roll_and_move(2, "gray+2")
    table.poll(yes)
    return table


def test_S5_9_an_agent_moved_by_points_reaches_the_safe() -> None:
    table = red_at_the_safe({1: ["sprint"]}, yes=(1,))
    assert table.reached == ["red"]
    table.card(1, "sprint blue 1")
    assert table.phase == "safe" and table.marker("red") == 7


def test_S5_9_an_agent_moved_by_anybodys_card_reaches_the_safe() -> None:
    table = elsewhere({2: ["safe cracker"]}, yes=(2,))
    table.card(2, "safe cracker blue")
    assert table.phase == "safe" and table.marker("blue") == 7


def test_S5_9_an_agent_that_stood_there_has_not_reached_it() -> None:
    table = elsewhere({2: ["sprint"]}, yes=(2,), place={"blue": 7})
    table.card(2, "sprint gray 1")
    assert table.turn == 1 and table.phase == "roll"


def test_S5_9_a_later_card_can_cancel() -> None:
    table = red_at_the_safe({1: ["decoy"]}, yes=(1,))
    table.card(1, "decoy red forward")
    assert table.turn == 1 and table.phase == "roll"
    assert table.marker("red") == 0


def test_S5_9_it_is_enough_that_one_of_them_is_still_there() -> None:
    table = at_table(cards=True, place={"red": 6, "blue": 6}, hands={1: ["decoy", *SPARE], 2: ["sprint"]})
    table.roll_and_move(2, "red+1 blue+1")
    table.poll(yes=(1,))
    table.card(1, "decoy red forward")
    assert table.reached == ["blue"]
    table.passes(2, 1)
    assert table.phase == "safe"
    assert (table.marker("red"), table.marker("blue")) == (8, 7)


def test_S5_9_leaving_and_coming_back_by_cards_scores() -> None:
    table = elsewhere({1: ["side step", "sprint", *SPARE], 2: ["sprint"]}, yes=(1,), place={"blue": 7})
    table.play(1, "card side step blue backward")
    assert table.reached == []
    table.card(1, "sprint blue 1")
    assert table.reached == ["blue"]
    table.passes(2, 1)
    assert table.phase == "safe"


def test_S5_9_worked_case_4_the_safe_put_onto_an_agent_by_a_card_does_not_score() -> None:
    table = elsewhere({1: ["relocation"]}, yes=(1,), place={"blue": 4})
    table.card(1, "relocation 4")
    assert table.turn == 1 and table.phase == "roll"


def test_S5_9_worked_case_4_the_safe_away_and_back_does_not_score() -> None:
    table = red_at_the_safe({1: ["relocation", "relocation"]}, yes=(1,))
    table.play(1, "card relocation 3")
    assert table.reached == []
    table.play(1, "card relocation 7")
    assert table.reached == [] and table.place("red") == table.safe
    assert table.turn == 1 and table.phase == "roll"


def test_S5_9_after_the_safe_has_moved_an_agent_can_reach_it_anew() -> None:
    table = red_at_the_safe({1: ["relocation", "safe cracker"]}, yes=(1,))
    table.card(1, "relocation 4", "safe cracker red")
    assert table.phase == "safe" and table.marker("red") == 4


def test_S5_9_a_swap_brings_one_agent_to_the_safe_and_takes_the_other_away() -> None:
    table = red_at_the_safe({1: ["swap", *SPARE], 2: ["sprint"]}, yes=(1,))
    table.card(1, "swap red blue")
    assert table.reached == ["blue"]
    table.passes(2, 1)
    assert (table.marker("red"), table.marker("blue")) == (4, 7)


def test_S5_9_curfew_counts_for_those_who_come_to_a_safe_in_the_church() -> None:
    table = elsewhere({1: ["curfew", *SPARE], 2: ["sprint"]}, yes=(1,), safe="church", place={"red": 3})
    table.card(1, "curfew")
    assert table.reached == ["red", "gray"]  # the others stood there
    table.passes(2, 1)
    assert table.phase == "safe"


def test_S5_9_rendezvous_at_the_safe_scores() -> None:
    table = elsewhere({1: ["rendezvous"]}, yes=(1,), place={"blue": 7})
    table.card(1, "rendezvous red blue")
    assert table.phase == "safe" and table.marker("red") == 7 and table.marker("blue") == 7


def test_S5_9_tip_off_alone_scores_nothing() -> None:
    table = elsewhere({1: ["tip-off"]}, yes=(1,), place={"blue": 7})
    table.card(1, "tip-off red blue")
    assert table.turn == 1 and table.phase == "roll"


def test_S5_9_each_turn_begins_with_nobody_at_the_safe() -> None:
    table = at_table(cards=True, place={"red": 6})
    table.roll_and_move("1-3", "red+1")
    table.play(0, "safe 3")
    table.roll_and_move(2, "red+2")
    assert table.reached == [] and table.turn == 2


def test_S5_9_worked_case_3_card_by_card() -> None:
    table = at_table(
        cards=True,
        place={"red": 6, "yellow": "ruins", "green": 1, "blue": 10},
        hands={
            ANNA: ["relocation"],
            BOB: ["both back", "to the ruins", "asylum", "sprint"],
            CHRIS: ["both forward", "safe cracker", "sprint"],
            DAVID: ["tip-off"],
        },
    )
    table.roll_and_move("1-3", "red+1")
    assert table.reached == ["red"]
    table.poll(yes=(BOB, DAVID))
    assert table.asked == BOB
    table.card(BOB, "both back yellow green")
    assert (table.place("yellow"), table.place("green")) == ("10", "church")
    table.card(CHRIS, "both forward blue yellow")
    assert (table.place("blue"), table.place("yellow")) == ("ruins", "ruins")
    table.passes(DAVID)
    table.card(ANNA, "relocation 4")  # her last card: from now on she is passed over
    assert table.reached == [] and table.safe == "4"
    table.passes(BOB)
    table.card(CHRIS, "safe cracker red")
    assert table.reached == ["red"] and table.place("red") == "4"
    table.passes(DAVID)
    table.card(BOB, "to the ruins red")
    assert table.reached == []
    table.passes(CHRIS, DAVID)
    assert table.asked == BOB and table.now["passes"] == 3  # asked again
    table.card(BOB, "asylum blue yellow")
    assert (table.place("blue"), table.place("yellow")) == ("church", "church")
    table.passes(CHRIS, DAVID, BOB)
    assert (table.turn, table.phase) == (BOB, "roll")
    assert not {"scoring", "draw", "draw_lost"} & set(table.told())
    assert [event["seat"] for event in table.match.events() if event["event"] == "passed_over"] == [ANNA] * 3
    assert set(table.now["marker"].values()) == {0}


def test_S5_10_the_player_whose_turn_it_is_moves_the_safe_whoever_caused_the_scoring() -> None:
    table = elsewhere({2: ["safe cracker"]}, yes=(2,), turn=1)
    table.card(2, "safe cracker blue")
    assert table.phase == "safe" and table.match.actors == (1,)


PUBLIC = {
    *("phase", "after", "turn", "dealing", "die", "in_play", "place", "marker", "safe", "reached", "agents_held"),
    *("hand_size", "supply_size", "discard", "discard_size", "removed", "drawer", "unshuffled", "drawn_since"),
    *("asked", "passes", "must_play", "has_played", "dossiers_due", "handed_in", "answer_given", "kept_chosen"),
}
SECRET = {"holds", "kept", "hand", "supply", "guess"}


def leaves(thing: object) -> list[object]:
    if isinstance(thing, dict):
        return [leaf for value in thing.values() for leaf in leaves(value)]
    if isinstance(thing, list) and thing:
        return [leaf for value in thing for leaf in leaves(value)]
    return [thing]


def test_S5_11_a_spectator_sees_only_what_is_public() -> None:
    match = GAME.match(4, {"cards": True, "dossier": True}, seed="watch")
    view = match.view(None)
    assert all(set(leaves(view[name])) == {None} for name in SECRET)
    assert all(None not in leaves(view[name]) for name in PUBLIC)
    about = {"game", "viewer", "actors", "seats", "result", "answer", *GAME.options}
    assert set(view) == PUBLIC | SECRET | about


def test_S5_11_a_player_sees_the_own_secrets_and_nobody_elses() -> None:
    match = GAME.match(4, {"cards": True, "dossier": True}, seed="watch")
    for seat in range(4):
        view = match.view(seat)
        for name in SECRET - {"supply"}:
            for other in range(4):
                hidden = [leaf is None for leaf in leaves(view[name][other])]
                assert all(hidden) if other != seat else not any(hidden)
        assert set(leaves(view["supply"])) == {None}


def test_S5_11_hand_sizes_discards_and_the_size_of_the_supply_are_public() -> None:
    table = elsewhere({1: ["sprint", "swap"], 2: ["curfew"]}, yes=(1,))
    table.card(1, "sprint gray 1")
    view = table.match.view(None)
    assert view["hand_size"] == [0, 1, 1, 0]
    assert view["discard"]["sprint"] == 1 and view["discard_size"] == 1
    assert view["supply_size"] == 23


def test_S5_11_a_draw_is_told_to_all_and_its_card_to_one() -> None:
    table = at_table(cards=True)
    table.roll("1-3")
    table.play(0, "stay")
    table.draw("swap")
    assert table.last("draw", 0) == {"seat": 0, "card": "swap"}
    for viewer in (None, 1, 2, 3):
        assert table.last("draw", viewer) == {"seat": 0, "card": None}


def test_S5_11_no_card_is_ever_lost() -> None:
    """Over whole games: 26 cards, each in a hand, in the supply, on the discards or out of the game."""
    for seed in range(6):
        rng = random.Random(seed)
        match = GAME.match(2 + seed, {"cards": True, "dossier": seed % 2 == 0}, seed=f"conserve {seed}")
        for _ in range(120):
            if match.over:
                break
            seat = rng.choice(match.actors)
            match.play(seat, rng.choice(match.legal(seat)))
            now = match.truth()
            for card, copies in zip(CARDS, COPIES):
                piles = (now["supply"][card], now["discard"][card], now["removed"][card])
                assert sum(piles) + sum(hand[card] for hand in now["hand"]) == copies
            held = [agent for row in now["holds"] for agent, is_held in row.items() if is_held]
            assert len(held) == len(set(held))
            assert GAME.interpreted.unsound(match.state()) == 0

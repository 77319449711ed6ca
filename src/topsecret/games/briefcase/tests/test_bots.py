"""The bots that play briefcase: greedy heads for the briefcase, stops the carrier, and brings games to a decision."""

from collections import Counter

import pytest

from topsecret.bots import Budget, names
from topsecret.bots.search import Search
from topsecret.games.briefcase import judge
from topsecret.games.briefcase import orders as orders_
from topsecret.games.briefcase import search as functions
from topsecret.games.briefcase.box import Line, Push
from topsecret.games.briefcase.estimate import Board
from topsecret.games.briefcase.explain import about
from topsecret.kernel.levels import Level
from topsecret.kernel.names import find
from topsecret.lab.selfplay import play_one

from .builders import GAME, RED, WHITE, Duel, dealt, duel

STUCK_WHITE = "f6=guard h4=shuttle c3=? d2=arrow g2=sweeper i2=fan b1=bishop d1=flank e1=skater f1=trident g1=plus h1=runner j1=rook"
STUCK_RED = "e6=runner d9=? c10=skater f10=trident g10=arrow i10=guard b11=shuttle e11=flank f11=bishop g11=fan h11=plus j11=rook"


def choice(game: Duel, seat: int | None = None) -> str:
    """What greedy would do, luck apart."""
    who = game.turn if seat is None else seat
    legal = game.match.legal(who)
    worth = judge.weigh(game.match.view(who), game.match.events(who), legal)
    return str(legal[max(range(len(legal)), key=worth.__getitem__)])


def known(*pieces: str) -> dict[str, object]:
    """White's first spies are known to be these."""
    every = duel().now["can_be"]
    return {"can_be": [every[0] | {str(n): [piece] for n, piece in enumerate(pieces, 1)}, every[1]]}


@pytest.mark.parametrize("briefcase", ["f6", "d4", "a1", "f8"])
def test_the_board_of_the_judge_is_the_one_that_the_rules_foretell(briefcase: str) -> None:
    """After a granted announcement of every sort, as far as its preview goes."""
    match = duel("f6=rook d4=plus a1=guard", "k1=guard f8=rook d5=plus", briefcase=briefcase).match
    view, seen = match.view(0), Counter[str]()
    for move in match.legal(0):
        if move.family not in ("move", "carry", "push"):
            continue
        ahead = match.preview(0, move, "yes")["if"]
        if ahead is not None and (ahead["stops_at"] is None or ahead["stops_at"]["why"] != "secret"):
            line = find(Push if move.family == "push" else Line, move.params["line"])
            assert line is not None
            ours, theirs = Board.of(view).after(line, move.family), Board.of(view | ahead["changes"])
            for name in Board.__slots__:
                assert getattr(ours, name) == getattr(theirs, name), move
            seen[move.family] += 1
    assert seen["move"] > 20
    assert (seen["carry"] > 5) == (seen["push"] > 5) == (briefcase != "f8")


def test_random_and_greedy_play_it() -> None:
    assert {"random", "greedy"} <= set(names(GAME))


def test_greedy_brings_the_briefcase_home() -> None:
    assert choice(duel("f10=rook a1=plus", "k1=guard", briefcase="f10", **known("rook", "plus"))) == "f10 N 1 with"


def test_greedy_takes_the_briefcase() -> None:
    assert choice(duel("f5=rook a1=plus", "k1=guard", **known("rook", "plus"))) == "f5 N 1"


def searching(simulations: int, **handicaps: float) -> Search:
    bot = Search(GAME, "same")
    bot.level = Level("search", simulations=simulations, handicaps=handicaps)
    bot.tool = GAME.extend(functions, compile=False)
    return bot


def waiting(quiet: int) -> Duel:
    """White has held the briefcase for long: its guard can go on, but Red's spies look at the squares ahead."""
    return duel(STUCK_WHITE, STUCK_RED, quiet=quiet, turns=quiet, **known("guard"))


def test_what_brings_the_briefcase_on_is_always_thought_about() -> None:
    """Waiting can be done in a hundred ways that look alike; they do not crowd out the few that lead somewhere."""
    game, bot = waiting(quiet=15), searching(8, candidates=8.0, worlds=2.0, depth=1.0)
    bot.choose(game.match.view(WHITE), game.match.events(WHITE), game.match.legal(WHITE), Budget(simulations=8))
    tried = {str(one.move) for one in bot.considered}
    assert {"f6 N 1 with", "f6 NE 1 with", "f6 NW 1 with"} & tried


def test_who_has_held_the_briefcase_for_long_goes_on_with_it() -> None:
    """B8.1: a draw is nobody's win, and it comes nearer with every quiet turn."""
    game, bot = waiting(quiet=50), searching(48, candidates=6.0, worlds=4.0, depth=1.0)
    move = bot.choose(game.match.view(WHITE), game.match.events(WHITE), game.match.legal(WHITE), Budget(simulations=48))
    assert move.family == "carry"


def test_who_waits_with_the_briefcase_says_why() -> None:
    match = duel("f6=guard a1=plus", "e9=rook d9=bishop g8=plus", **known("guard", "plus")).match
    view, seen = match.view(WHITE), match.events(WHITE)
    said = dict(about(GAME, view, seen, next(move for move in match.legal(WHITE) if str(move) == "a1 N 1")))
    assert said["waits"]["percent"] > 10
    going = dict(about(GAME, view, seen, next(move for move in match.legal(WHITE) if str(move) == "f6 N 1 with")))
    assert "waits" not in going
    match = duel("f6=sweeper a1=plus", "k11=guard", **known("sweeper", "plus")).match
    said = dict(about(GAME, match.view(0), match.events(0), next(m for m in match.legal(0) if str(m) == "a1 N 1")))
    assert said["stuck"] == {"percent": 0}


def test_greedy_stops_the_carrier() -> None:
    """Red's runner would be home with its next move; the rook can take it, the plus could do other things."""
    every = duel().now["can_be"]
    can_be = [known("rook", "plus")["can_be"][0], every[1] | {"1": ["runner"]}]  # type: ignore[index]
    assert choice(duel("g4=rook a1=plus", "f4=runner k11=guard", briefcase="f4", can_be=can_be)) == "g4 W 1"


def test_greedy_gives_an_order_and_keeps_it() -> None:
    game = dealt()
    first = choice(game, WHITE)
    assert first.startswith("order pretend") and first.endswith("harmless")
    assert not choice(duel()).startswith("order")


def test_an_order_pretends_one_piece_all_through_the_game_and_does_no_harm_near_the_briefcase() -> None:
    """B4.5: far from it the "?" is sometimes allowed to: a granted capture does not prove that a spy is none."""
    far = dealt().match.view(WHITE)
    double = next(spy for spy, piece in far["piece"][RED].items() if piece == "?")
    orders = [orders_.wanted_order(far | {"turns": turns}) for turns in range(0, 200, 3)]
    assert len({order.removesuffix(" harmless") for order in orders}) == 1 and orders[0].endswith("harmless")
    assert 0 < sum(not order.endswith("harmless") for order in orders) < len(orders) / 2
    place = [far["place"][WHITE], far["place"][RED] | {double: "f6"}]
    near = [orders_.wanted_order(far | {"turns": turns, "place": place}) for turns in range(0, 200, 3)]
    assert all(order.endswith("harmless") for order in near)


def test_B4_5_there_is_an_order_to_propose_in_every_box() -> None:
    for box, order in (("standard", "pretend flank harmless"), ("trio", "pretend runner harmless")):
        game = dealt(box=box)
        assert judge.proposed_order(game.match.view(WHITE)) == order
        game.play(f"order {order}", seat=WHITE)


def test_greedy_answers_by_hand_and_lets_no_double_agent_do_harm() -> None:
    for line, reply in (("f5 N 1", "no"), ("f5 W 1", "yes")):
        game = duel("f5=? a1=plus", "k11=guard", answers="manual")
        game.play(line)
        assert choice(game, RED) == reply


@pytest.mark.parametrize(
    "options", [{"answers": "manual"}, {"safe_extraction": True, "notebook": "off"}, {"box": "trio"}]
)
def test_greedy_plays_every_variant_to_its_end(options: dict[str, object]) -> None:
    match, _ = play_one(GAME, 2, options, f"variant {options}", ["greedy", "random"], Budget())
    assert match.over


def test_greedy_knows_without_assistance_what_the_log_says() -> None:
    """Its worths do not depend on whether the table helps people."""
    worths = []
    for notebook in ("assisted", "off"):
        game = dealt(notebook=notebook)
        for seat, action in (
            (WHITE, "order no"),
            (RED, "order no"),
            (WHITE, "b1 N 2"),
            (RED, "j11 S 2"),
            (WHITE, "d1 E 1"),
        ):
            if action in [str(move) for move in game.match.legal(seat)]:
                game.match.play(seat, action)
        seat = game.match.actors[0]
        worths.append(judge.weigh(game.match.view(seat), game.match.events(seat), game.match.legal(seat)))
    assert worths[0] == worths[1]


@pytest.mark.slow
def test_two_greedy_bots_bring_nine_games_of_ten_to_a_decision() -> None:
    results = [play_one(GAME, 2, {}, f"decided {n}", ["greedy"], Budget())[0].result for n in range(20)]
    ends = Counter(str(result["winners"]) for result in results if result)
    assert ends["[]"] <= 2
    assert set(ends) >= {"[0]", "[1]"}


@pytest.mark.slow
def test_greedy_beats_random() -> None:
    wins = 0
    for number in range(10):
        me = number % 2
        match, _ = play_one(
            GAME, 2, {}, f"beats {number}", ["greedy", "random"] if me == 0 else ["random", "greedy"], Budget()
        )
        assert match.result is not None
        wins += match.result["winners"] == [me]
    assert wins >= 9

"""The arena: the same deals from every seat, honest intervals, faults that count, and a tournament that goes on where it was."""

from __future__ import annotations

import json
import random
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import topsecret
from topsecret import bots
from topsecret.bots import Budget
from topsecret.games.spies import disguises
from topsecret.games.spies.worlds import Worlds
from topsecret.kernel import CHANCE
from topsecret.kernel.errors import BadOptions
from topsecret.lab.arena.entrants import budget_of, entrant
from topsecret.lab.arena.ratings import Rating, rate, ratings
from topsecret.lab.arena.reading import read
from topsecret.lab.arena.report import page
from topsecret.lab.arena.settings import Pairing, settings
from topsecret.lab.arena.shares import Sequential, interval, student
from topsecret.lab.arena.summary import beliefs
from topsecret.lab.arena.tournament import Tournament, shown
from topsecret.lab.ismcts import IsMcts
from topsecret.lab.opponents import Quirky
from topsecret.lab.reader import Read
from topsecret.server import visits

SPIES = topsecret.game("spies")
TWINS = "random,random@1sims"  # the same program, entered twice


def played(jobs: int = 1, file: Path | None = None, stop: float | None = None, **wishes: Any) -> Tournament:
    game = topsecret.game(wishes.pop("game", "spies"))
    tournament = Tournament(settings(game, **{"seats": 2, "seed": "arena", **wishes}), file, stop)
    tournament.run(jobs)
    return tournament


def without_clock(document: dict[str, Any]) -> dict[str, Any]:
    text = json.dumps(document | {"seconds": 0}, sort_keys=True)
    plain: dict[str, Any] = json.loads(text)
    for block in plain["blocks"]:
        block["times"] = {bot: sum(steps.values()) for bot, steps in block["times"].items()}
    for row in plain["summary"]["bots"]:
        row["ms_median"] = row["ms_99"] = 0
    return plain


# shares


def test_student_is_what_tables_say() -> None:
    assert [student(n) for n in (1, 4, 5, 10, 30)] == pytest.approx([12.706, 2.776, 2.571, 2.228, 2.042], abs=0.004)


def test_the_interval_holds_the_truth_nineteen_times_in_twenty() -> None:
    rng, held, widths = random.Random(3), 0, []
    for _ in range(600):
        blocks = [sum(rng.random() < 0.7 for _ in range(4)) / 4 for _ in range(25)]
        found = interval(blocks, 4)
        held += found.low <= 0.7 <= found.high
        widths.append(found.high - found.low)
    assert 0.93 <= held / 600 <= 0.975
    assert 0.16 < sum(widths) / 600 < 0.2


def test_games_of_a_block_that_always_end_alike_count_once() -> None:
    blocks = [1.0, 0.0] * 20  # every block all won or all lost: 40 games' worth, not 160
    assert interval(blocks, 4).low == pytest.approx(interval(blocks, 1).low)
    assert interval([1.0] * 26, 2).low == pytest.approx(0.871, abs=0.003)  # Wilson, 26 of 26
    assert interval([], 2) == (0.5, 0.0, 1.0)


class Coarse(Sequential):
    STEPS = 40  # quicker


def test_one_may_look_at_the_sequence_after_every_block() -> None:
    rng, wrong, stopped = random.Random(4), 0, 0
    for _ in range(150):
        fair, better = Coarse(), Coarse()
        excluded = False
        for _ in range(40):
            fair.add(float(rng.random() < 0.5))
            better.add(float(rng.random() < 0.95))
            excluded |= 0.5 not in fair.up
        wrong += excluded
        stopped += better.excludes(0.5)
    assert wrong <= 10 and stopped == 150


# ratings: the numbers are those of openskill 6.2.0 (PlackettLuce)


def test_ratings_are_those_of_openskill() -> None:
    first, second = rate([Rating(), Rating()], [0, 1])
    assert first == pytest.approx((27.635389493140497, 8.06590141354368))
    assert second == pytest.approx((22.364610506859503, 8.06590141354368))
    three = rate([Rating(30, 4), Rating(), Rating(20, 3)], [1, 0, 1])
    assert [one.mu for one in three] == pytest.approx([29.111647414536016, 28.928996821125327, 19.990327009177054])
    assert [one.sigma for one in three] == pytest.approx([3.9674228042498663, 8.034983415600106, 2.9925293507883386])


def test_who_wins_more_is_rated_higher_and_the_interval_says_how_sure_that_is() -> None:
    few = ratings([[(["a", "b"], [0, 1]), (["b", "a"], [1, 0])]] * 5 + [[(["a", "b"], [1, 0])]] * 2, "x")
    many = ratings([[(["a", "b"], [0, 1]), (["b", "a"], [1, 0])]] * 100 + [[(["a", "b"], [1, 0])]] * 40, "x")
    assert few["a"].mu > few["b"].mu and many["a"].low > many["b"].high
    assert all(one.low <= one.mu <= one.high for one in (*few.values(), *many.values()))


# the same deals under every rotation


@pytest.mark.parametrize("game", topsecret.games(), ids=lambda game: game.id)
def test_twins_play_the_same_game_whoever_sits_where(game: topsecret.Game) -> None:
    """If anything but the bots were different from rotation to rotation, so would be the games."""
    tournament = played(game=game.id, bots=TWINS, games=game.seats[0], seats=game.seats[0])
    for found in tournament.blocks.values():
        assert len({one["log"] for one in found["games"]}) == 1
        assert len({tuple(one["winners"]) for one in found["games"]}) == 1
        shares = sum(one["share"] for one in found["games"])
        assert shares == pytest.approx(1.0 if found["games"][0]["winners"] else 0.0)


def test_a_win_of_a_free_agent_is_nobodys_and_ties_are_split() -> None:
    found = played(bots=TWINS, games=60).document()["summary"]
    games = found["games"]
    assert 0 < found["nobody_won"] < games
    one, other = found["pairings"]
    assert one["share"] == other["share"] == pytest.approx((games - found["nobody_won"]) / games / 2)


def test_pairings_are_both_ways_only_where_that_differs() -> None:
    two = settings(SPIES, "random,greedy,greedy1", seats=2)
    four = settings(SPIES, "random,greedy", seats=4)
    assert two.pairings() == [("random", "greedy"), ("random", "greedy1"), ("greedy", "greedy1")]
    assert four.pairings() == [("random", "greedy"), ("greedy", "random")]
    assert settings(SPIES, "random,greedy", "greedy", seats=4).pairings() == [("random", "greedy")]
    assert [settings(SPIES, "random", "greedy", games=9, seats=4).blocks, two.blocks] == [3, 50]


# stopping and going on


def test_a_tournament_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "arena.json"
    wishes: dict[str, Any] = {"bots": TWINS, "games": 12, "readings": 2}
    whole = played(**wishes).document()
    begun = Tournament(settings(SPIES, seats=2, seed="arena", **wishes), file)

    def give_up(tournament: Tournament) -> None:
        if tournament.done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        begun.run(on_step=give_up)
    assert len(json.loads(file.read_text())["blocks"]) == 3 and not begun.is_complete
    again = played(file=file, **wishes)
    assert again.is_complete
    assert without_clock(again.document()) == without_clock(whole)
    assert without_clock(json.loads(file.read_text())) == without_clock(whole)


def test_a_file_of_another_tournament_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "arena.json"
    played(file=file, bots=TWINS, games=2)
    with pytest.raises(topsecret.BadOptions, match="expected a tournament with the same seed, 'other', got 'arena'"):
        played(file=file, bots=TWINS, games=2, seed="other")
    file.write_text("{}")
    with pytest.raises(topsecret.BadFile, match="expected a tournament of the arena"):
        played(file=file, bots=TWINS, games=2)


def test_several_processes_play_the_same_games() -> None:
    wishes: dict[str, Any] = {"bots": TWINS, "games": 8}
    assert without_clock(played(jobs=2, **wishes).document()) == without_clock(played(**wishes).document())


def test_a_sequential_test_stops_early_and_always_at_the_same_block() -> None:
    one = played(bots="greedy1", against="random", games=200, stop=0.5)
    row = one.document()["summary"]["pairings"][0]
    assert row["stopped_early"] and row["low"] > 0.5 and row["interval"] == "at any time"
    tally = one.tallies[Pairing("greedy1", "random")]
    again = type(tally)(2, 0.5)
    for number in sorted(tally.blocks, reverse=True):
        again.add(number, tally.blocks[number])
    assert again.stopped == tally.stopped


# bots of others

FAULTY = """
import gc, time, random
class Crash:
    def __init__(self, game, seed): pass
    def choose(self, view, seen, legal, budget): raise RuntimeError("no idea")
class Illegal:
    def __init__(self, game, seed): self.game = game
    def choose(self, view, seen, legal, budget):
        return next(move for move in self.game.actions if move not in legal)
class Slow:
    def __init__(self, game, seed): pass
    def choose(self, view, seen, legal, budget):
        time.sleep(0.2)
        return legal[0]
class Gone:
    def __init__(self, game, seed): pass
    def choose(self, view, seen, legal, budget):
        import os; os._exit(3)
class Spy:
    '''Looks for a match, or for a position of one, in all its memory; plays the first action if there is none.'''
    def __init__(self, game, seed): self.game = game
    def choose(self, view, seen, legal, budget):
        print("what a bot prints is no answer")
        from topsecret.kernel import Match
        found = [thing for thing in gc.get_objects() if isinstance(thing, (Match, self.game.State))]
        assert not found, found
        return legal[0]
"""


@pytest.fixture
def faulty(tmp_path: Path) -> str:
    file = tmp_path / "faulty.py"
    file.write_text(FAULTY)
    return str(file)


@pytest.mark.parametrize(
    ("name", "sort", "words"),
    [
        ("Crash", "crash", "RuntimeError: no idea"),
        ("Illegal", "illegal", "is not allowed"),
        ("Slow@1ms", "overtime", "budget 1 ms"),
        ("Gone", "crash", "its process has ended"),
    ],
)
def test_whoever_fails_loses(faulty: str, name: str, sort: str, words: str) -> None:
    tournament = played(bots=f"{faulty}:{name}", against="random", games=2)
    found = tournament.document()["summary"]
    assert found["pairings"][0]["share"] == 0.0
    [row] = [row for row in found["bots"] if row["bot"] != "random"]
    assert row["faults"][sort] == sum(row["faults"].values()) == 2
    assert words in row["first_fault"]


def test_there_is_no_state_where_a_bot_of_somebody_else_lives(faulty: str) -> None:
    found = played(bots=f"{faulty}:Spy", against="random", games=2).document()["summary"]
    assert [sum(row["faults"].values()) for row in found["bots"]] == [0, 0]


@pytest.mark.parametrize(
    ("entered", "words"),
    [
        ("nobody,random", "bot: expected one of .*; got 'nobody'"),
        ("random,random", "expected each once"),
        ("random", "expected at least two"),
        ("random,greedy@5minutes", "budget: expected as in 200ms or 2000sims, got '5minutes'"),
        ("random,remote:", "expected a command after remote:"),
        ("random,easy+depth", "expected a handicap as in \\+mixing=0, got 'depth'"),
        ("random,easy+wit=3", "expected a handicap of .*; got wit"),
        ("random,clairvoyant:random", "expected one that imagines worlds after clairvoyant:, got random"),
        ("random,none.py", "expected a Python file, got 'none.py', which is not there"),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_first_game(entered: str, words: str) -> None:
    with pytest.raises(topsecret.BadOptions, match=words):
        settings(SPIES, entered)


def test_a_file_with_several_bots_wants_to_know_which(faulty: str) -> None:
    with pytest.raises(topsecret.BadOptions, match=r"expected one class with choose in .*, got 5 \(Crash, Illegal"):
        entrant(faulty, SPIES, budget_of("1sims"))
    with pytest.raises(topsecret.BadOptions, match=r"one of Crash, Illegal, .*; got Nobody"):
        entrant(f"{faulty}:Nobody", SPIES, budget_of("1sims"))


EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_the_bot_of_the_examples_takes_part_from_its_file() -> None:
    found = played(bots=str(EXAMPLES / "my_bot.py"), against="random", games=8, seats=3).document()["summary"]
    assert found["pairings"][0]["share"] > found["fair"]
    assert [sum(row["faults"].values()) for row in found["bots"]] == [0, 0]


def test_a_bot_takes_part_by_the_entry_point_of_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package of the examples, installed as a wheel would be."""
    package = EXAMPLES / "packaged_bot"
    project = tomllib.loads((package / "pyproject.toml").read_text())["project"]
    shutil.copy(package / "topsecret_restless.py", tmp_path)
    about = tmp_path / "topsecret_restless-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    [(group, points)] = project["entry-points"].items()
    lines = [f"{name} = {target}" for name, target in points.items()]
    (about / "entry_points.txt").write_text("\n".join([f"[{group}]", *lines]))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}")
    found = played(game="intel", bots="restless", against="random", games=2).document()["summary"]
    assert [sum(row["faults"].values()) for row in found["bots"]] == [0, 0]
    assert found["bots"][0]["moves"] > 10


def test_a_remote_bot_takes_part_over_the_protocol() -> None:
    """At a real table; the same deal from every seat there, too."""
    command = f"remote:{sys.executable} {EXAMPLES / 'remote_bot.py'}"
    chosen = settings(SPIES, command, "random", games=2, seats=2, seed="remote")
    tournament = Tournament(chosen, visits=visits.play)
    tournament.run()
    found = tournament.document()["summary"]
    assert found["games"] == 2 and [sum(row["faults"].values()) for row in found["bots"]] == [0, 0]
    assert all(row["moves"] > 5 for row in found["bots"])


@pytest.mark.parametrize(("program", "words"), [("import sys; sys.exit(3)", "ended with 3"), (None, "No such file")])
def test_a_remote_bot_that_does_not_come_has_lost(program: str | None, words: str) -> None:
    command = f"remote:{sys.executable} -c '{program}'" if program else "remote:/nowhere/at/all"
    tournament = Tournament(settings(SPIES, command, "random", games=2, seats=2), visits=visits.play)
    tournament.run()
    row = tournament.document()["summary"]["bots"][0]
    assert row["faults"]["crash"] == 2 and words in row["first_fault"]


# opponents that are not the model


def test_opponents_of_the_lab_take_part_and_people_never_meet_them() -> None:
    found = played(bots="quirky", against="random", games=4).document()["summary"]
    assert found["pairings"][0]["share"] > 0.5 and not any("quirky" in bots.every(game) for game in topsecret.games())


def test_a_reader_believes_what_the_program_that_it_knows_would_have_done() -> None:
    """One that plays its own agent forward, and nothing else, is read at once by whoever knows that it does."""
    match = SPIES.match(seats=3, seed="read", options={"starter": 1})

    class Loyal:
        def choose(self, view: Any, seen: Any, legal: Any, budget: Any) -> Any:
            self.mine = next(agent for agent, held in view["holds"][view["viewer"]].items() if held)
            return max(legal, key=lambda move: move.params["points"].get(self.mine, 0) if move.family == "move" else 0)

        def chances(self) -> list[Any]:
            return []

    for _ in range(2):
        seat = match.actors[0]
        match.play(seat, Loyal().choose(match.view(seat), [], match.legal(seat), None))
    beliefs = Read(SPIES, Loyal)
    beliefs.follow(match.view(0), match.events(0))
    found = beliefs.joint(match.view(0))
    truth: Any = match.state()
    best = max(found, key=found.__getitem__)
    assert all(truth.holds[seat][agent] for seat, held in enumerate(best) for agent in held) and found[best] > 0.9
    assert entrant("reader:hard+hiding=0", SPIES, Budget()).source == "lab"
    with pytest.raises(BadOptions, match="a bot of the house after reader:"):
        entrant("reader:quirky", SPIES, Budget())


def test_a_quirk_stays_the_same_through_a_game_and_differs_from_game_to_game() -> None:
    match = SPIES.match(seats=3, seed="quirks", options={"starter": 0})
    view, legal = match.view(0), match.legal(0)
    chosen = [str(Quirky(SPIES, seed).choose(view, [], legal, Budget())) for seed in [*"abcdefgh"] * 2]
    assert chosen[:8] == chosen[8:] and len(set(chosen)) > 1


@pytest.mark.parametrize("game", ["spies", "intel", "briefcase"])
def test_the_search_of_openspiel_finds_a_legal_action_from_what_a_seat_may_know(game: str) -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed: it has no wheel for this platform")
    match = topsecret.game(game).match(seats=2, seed="stranger")
    seat = match.actors[0]
    view, seen = json.loads(json.dumps([match.view(seat), match.events(seat)]))
    chosen = [IsMcts(match.game, "x").choose(view, seen, match.legal(seat), Budget(simulations=4)) for _ in range(2)]
    assert chosen[0] in match.legal(seat) and chosen[0] == chosen[1]


def test_what_a_search_of_spies_believes_is_a_probability_for_each_seat_and_agent() -> None:
    match = SPIES.match(seats=3, seed="claims", options={"sits_out": ["gray"]})
    worlds = Worlds(SPIES)
    assert worlds.claims() == []
    worlds.beliefs.begin(3, {})
    worlds.joint = worlds.beliefs.joint(match.view(1))
    worlds.viewer = 1
    claims, truth = worlds.claims(), match.truth()
    assert [part for _, _, part in claims] == pytest.approx([0.2] * 10)  # nobody has done anything yet
    right = [seat for (field, seat, agent), value, _ in claims if truth[field][seat][agent] == value]
    assert right == [0, 2]


# the page


def test_the_page_is_one_file_that_shows_every_figure(tmp_path: Path) -> None:
    tournament = played(bots="greedy1,random,random@1sims", games=4, readings=1)
    document = tournament.document()
    claims = {"7": {"said": 8, "right": 6, "sum": 6.0, "loss": 4.5}}  # as a bot with beliefs would have them
    document["blocks"][0]["claims"] = {"greedy1": claims}
    document["summary"]["beliefs"] = {"greedy1": beliefs("greedy1", document["blocks"])}
    text = page(document)
    assert "http" not in text.replace("http-equiv", "") and "<script" not in text
    for row in document["summary"]["pairings"]:
        assert f"<b>{shown(row['share'])}</b><small>{shown(row['low'])}–{shown(row['high'])}</small>" in text
    for bot, rating in document["summary"]["ratings"].items():
        assert f"{bot} {rating['mu']:.1f} ({rating['low']:.1f} to {rating['high']:.1f})" in text
    assert "greedy1: log-loss 0.56" in text and "random: 20% after 1" in text
    assert "topsecret arena spies --bots greedy1,random,random@1sims --seats 2 --games 4 --seed arena" in text


def test_a_name_is_no_markup_on_the_page() -> None:
    document = played(bots=TWINS, games=2).document()
    text = page(json.loads(json.dumps(document).replace("random@1sims", "<b>bold.py")))
    assert "<b>bold.py" not in text and "&lt;b&gt;bold.py" in text


def test_an_unfinished_tournament_has_a_page() -> None:
    document = Tournament(settings(SPIES, TWINS, games=4, seats=2)).document()
    assert "No game has been finished yet." in page(document) and "Not finished." in page(document)


# what an observer reads


def dealt(agent: str) -> topsecret.Match:
    """A match in which seat 1 is somebody's owner, and everything else is the same."""
    match = SPIES.match(seats=3, chance="manual", options={"starter": 0, "sits_out": ["gray"]})
    for owner in ("red", agent, "blue"):
        match.play(CHANCE, f"deal {owner}")
    match.play(CHANCE, match.legal(CHANCE)[0])
    return match


def test_a_disguise_is_the_view_that_its_owner_would_have() -> None:
    one, other = dealt("green"), dealt("yellow")
    assert disguises.all_of(one.view(1)) == ["red", "blue", "green", "yellow", "violet", "orange"]
    assert (disguises.worn_by(one.view(1)), disguises.worn_by(other.view(1))) == ("green", "yellow")
    assert disguises.put_on(one.view(1), one.events(1), "yellow") == (other.view(1), other.events(1))


def test_an_observer_reads_greedy1_and_nothing_from_luck() -> None:
    chosen = settings(SPIES, "greedy1,random", seats=3, seed="observed")
    found = {label: read(chosen, one, 0) for label, one in chosen.entered().items()}
    assert all(row["1"] > 0.5 for row in found["greedy1"])
    assert all(row["1"] == pytest.approx(row["guess"], abs=1e-5) for row in found["random"])

"""How long a line takes is measured by the server: from a Pong to its Echo."""

from __future__ import annotations

from topsecret.server.lag import OPEN, RECENT, Lag
from topsecret.table.races import RACE_MS, release

LATER = 1_000_000


def trip(lag: Lag, start: float, seconds: float) -> None:
    lag.hears(lag.sends(start), start + seconds, round((start + seconds) * 1000))


def test_half_the_quickest_recent_round_trip_is_the_lag() -> None:
    lag = Lag()
    assert lag.ms(0) == 0
    for start, seconds in enumerate((0.24, 0.1, 0.3)):
        trip(lag, start, seconds)
    assert lag.ms(LATER) == 50
    for start in range(RECENT):
        trip(lag, 10 + start, 0.2)
    assert lag.ms(LATER) == 100  # the quick one was long ago


def test_a_long_line_counts_as_no_longer_than_what_is_made_up_for() -> None:
    lag = Lag()
    trip(lag, 0, 5.0)
    assert lag.ms(LATER) == RACE_MS


def test_an_echo_of_no_open_pong_says_nothing() -> None:
    lag = Lag()
    first = lag.sends(0.0)
    lag.hears(first + 7, 0.1, 0)
    lag.hears(first, 0.2, 0)
    lag.hears(first, 9.0, 0)  # once more
    assert lag.ms(LATER) == 100
    late = lag.sends(1.0)
    for _ in range(OPEN):
        lag.sends(2.0)
    lag.hears(late, 2.0, 0)
    assert lag.ms(LATER) == 100


def test_the_lag_grows_no_faster_than_time_passes_so_that_races_keep_their_order() -> None:
    lag = Lag()
    trip(lag, 0.0, 0.02)
    for start in range(1, RECENT):
        trip(lag, start, 0.3)
    assert lag.ms(9000) == 10
    trip(lag, 10.0, 0.3)  # the quick one is forgotten at 10,300
    assert [lag.ms(at) for at in (10300, 10350, 10500)] == [10, 60, 150]
    releases = [release(at, lag.ms(at)) for at in range(10300, 10600)]
    assert releases == sorted(releases)
    trip(lag, 11.0, 0.1)
    assert lag.ms(11100) == 50  # a better line counts at once

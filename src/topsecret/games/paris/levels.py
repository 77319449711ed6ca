"""The levels of paris. All play by the same wits (`bots.Attentive`); what differs is what a body can do, and the harness holds them to it
(P7.3, `topsecret.bots.players.Limits`): how soon they react and look again, what they overlook, mistake and forget."""

from topsecret.kernel.levels import Level

LEVELS = {
    "easy": Level(
        "attentive",
        handicaps={
            "reaction_ms": 1700,
            "spread_ms": 500,
            "least_call_ms": 1800,
            "looks_per_second": 0.6,
            "memory_s": 12.0,
            "misses": 0.45,
            "mistakes": 0.2,
        },
    ),
    "medium": Level(
        "attentive",
        handicaps={
            "reaction_ms": 1050,
            "spread_ms": 300,
            "least_call_ms": 1200,
            "looks_per_second": 0.95,
            "memory_s": 20.0,
            "misses": 0.25,
            "mistakes": 0.1,
        },
    ),
    "hard": Level(
        "attentive",
        handicaps={
            "reaction_ms": 700,
            "spread_ms": 180,
            "least_call_ms": 800,
            "looks_per_second": 1.4,
            "memory_s": 40.0,
            "misses": 0.1,
            "mistakes": 0.03,
        },
    ),
}

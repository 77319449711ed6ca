"""What a bot of paris may say about a decision after the match (`bots.Attentive.explain`), with what fills it."""

KEYS = {
    "contact": {"seat", "agent", "percent"},
    "at": {"agent", "place", "percent"},
    "looked_back": {"agent", "count"},
    "hopeless": {"agent"},
}

"""What came of a finished match, as numbers: for reports on bots."""

from __future__ import annotations

from topsecret.kernel import Match


def figures(match: Match) -> dict[str, float]:
    end = match.view(None)
    return {"true_claims": float(end["coin"].count("heads") == end["claimed"]), "doubts": float(end["doubted"])}

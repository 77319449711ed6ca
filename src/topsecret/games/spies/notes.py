"""S7.1: what of a player's notes everybody sees at the end: the page on each agent. Free notes stay private."""

from __future__ import annotations

import json
from typing import Any

from .box import Agent

LONGEST_PAGE = 120


def shown(options: dict[str, Any], notes: str) -> dict[str, str]:
    """By agent: what stands on its page, where something does. Notes that are no pages show nothing."""
    if not options["dossier"]:
        return {}
    try:
        pages = json.loads(notes)["note"]
        written = {agent.text: pages.get(agent.text) for agent in Agent}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}
    return {agent: page[:LONGEST_PAGE] for agent, page in written.items() if isinstance(page, str) and page.strip()}

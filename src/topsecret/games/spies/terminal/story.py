"""What happened, in words; what an action would do; and the reveal at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topsecret.kernel import Move

from ..box import FINISH
from ..reckon import CARD_FAMILIES, Board
from .look import BUILDINGS, COLOURS, Look

# What begins a line of the log; everything else goes on in it.
BEGINS = {
    "turn_begins",
    "scoring",
    "place_safe",
    "answered",
    "card_part_over",
    "write_dossiers",
    "hand_in",
    "undone",
    "deal",
}
BEGINS |= {
    "last_turn_over",
    "revealed",
    "was_free",
    "dossier_opened",
    "pass_by",
    "done",
    "begin",
    "choose_identity",
    *CARD_FAMILIES,
}
SILENT = {"poll", "write", "keep", "poll_opens"}  # known, or asked anyway


def news(look: Look, events: Sequence[dict[str, Any]]) -> list[str]:
    """Events as lines of the log: what belongs together stands together."""
    lines: list[str] = []
    before = ""
    is_set_up = False
    for at, event in enumerate(events):
        name = event["event"]
        is_set_up = name == "deal" or (is_set_up and name == "draw")
        if name in SILENT or (is_set_up and event["seat"] != look.me):
            continue
        if name == "answered" and _nobody_plays(events[at:]):
            continue
        sentence = _short(look, event) or look.tell(event)
        goes_on = (
            name not in BEGINS
            or name == before == "answered"
            or (name in ("pass_by", "card_part_over") and before == "pass_by")
        )
        if lines and goes_on:
            lines[-1] += f" {sentence}"
        else:
            mark = "[now]»[/]" if name in ("scoring", "write_dossiers", "last_turn_over") else "[quiet]·[/]"
            lines.append(f"{mark} {sentence}")
        before = name
    return lines


def _nobody_plays(events: Sequence[dict[str, Any]]) -> bool:
    """Whether all answers of this poll were no: then one sentence says it."""
    return next((event["event"] for event in events if event["event"] != "answered"), "") == "nobody_plays"


def _short(look: Look, event: dict[str, Any]) -> str:
    """What comes seven at a time is written short."""
    if event["event"] == "scored":
        points = event["points"]
        return f"{look.letter(event['agent'])}[{'ruin' if points < 0 else 'plate'}]{points:+d}[/]"
    return ""


def _entry(look: Look, event: dict[str, Any]) -> str:
    """S7.3: an entry of a dossier, and whether it was right."""
    right = "[yes]✓[/]" if event["right"] else "[no]✗[/]"
    return f"{look.letter(event['agent'])} {look.guess(event['guess'])}{right}"


# S3.4: what would happen


def preview(look: Look, view: dict[str, Any], move: Move) -> list[str]:
    """What a movement or a card would do, in a few words; nothing for other actions."""
    if move.family not in ("move", "stay", *CARD_FAMILIES):
        return []
    board = Board.of(view)
    before = board.copy()
    board.do(move.family, move.params)
    parts = []
    for agent, colour in enumerate(COLOURS):
        if board.place[agent] != before.place[agent]:
            parts.append(
                f"{look.agent(colour)} {BUILDINGS[before.place[agent]]} → [plate]{BUILDINGS[board.place[agent]]}[/]"
            )
        if board.marker[agent] != before.marker[agent]:
            parts.append(f"{look.agent(colour)} marker {before.marker[agent]} → [plate]{board.marker[agent]}[/]")
    if board.safe != before.safe:
        parts.append(f"the safe {BUILDINGS[before.safe]} → [plate]{BUILDINGS[board.safe]}[/]")
    if move.family == "stay":
        parts.append("nobody moves, you draw a card")
    if move.family == "second_identity":
        parts.append("you take a free agent at random")
    return [", ".join(parts) or "nothing moves", _scoring(look, view, board)]


def _scoring(look: Look, view: dict[str, Any], board: Board) -> str:
    if not board.reached:
        return "[quiet]Nobody ends at the safe: no scoring.[/]"
    gains = board.gains()
    board.score()
    playing = [(agent, colour) for agent, colour in enumerate(COLOURS) if colour in view["in_play"]]
    rows = [f"{look.letter(colour)}{gains[agent]:+d}→{board.marker[agent]}" for agent, colour in playing]
    when = "Scoring, unless a card calls it off:" if view["cards"] else "Scoring:"
    end = f"  [now]The game ends: {FINISH} is reached.[/]" if board.is_finished() else ""
    return f"[now]{when}[/] {'  '.join(rows)}{end}"


# S4: the end


def reveal(look: Look, view: dict[str, Any], events: Sequence[dict[str, Any]]) -> list[str]:
    """Who was who, from last to first, the dossiers, and who wins."""
    result = view["result"]
    lines = []
    for seat in sorted(range(view["seats"]), key=lambda seat: int(result["scores"][seat])):
        kept = view["kept"][seat]
        also = [colour for colour, held in view["holds"][seat].items() if held and colour != kept]
        held = f" [quiet]and gave back[/] {', '.join(look.agent(colour) for colour in also)}" if also else ""
        guesses = [event for event in events if event["event"] == "guessed" and event["seat"] == seat]
        dossier = "  ".join(_entry(look, event) for event in guesses)
        lines.append(f"{look.seat(seat)} was {look.full(kept)}: [plate]{result['scores'][seat]}[/]{held}")
        if dossier:
            lines.append(f"    [quiet]dossier[/] {dossier}  [plate]+{5 * sum(event['right'] for event in guesses)}[/]")
    free = [event["agent"] for event in events if event["event"] == "was_free"]
    if free:
        lines.append("[quiet]free:[/] " + ", ".join(f"{look.full(colour)} {view['marker'][colour]}" for colour in free))
    return lines

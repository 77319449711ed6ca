"""What happened, in words; what an action would do; and the reveal at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topsecret.kernel import Game, Move

from ..box import FINISH
from ..judge import CARD_FAMILIES
from .labels import Labels

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
SILENT = {"poll", "write", "keep", "poll_opens", "passed_over", "moved", "safe_moved"}  # known, or asked anyway


def news(labels: Labels, events: Sequence[dict[str, Any]]) -> list[str]:
    """Events as lines of the log: what belongs together stands together."""
    lines: list[str] = []
    before = ""
    is_set_up = False
    for at, event in enumerate(events):
        name = event["event"]
        is_set_up = name == "deal" or (is_set_up and name == "draw")
        if name in SILENT or (is_set_up and event["seat"] != labels.me):
            continue
        if name == "answered" and _nobody_plays(events[at:]):
            continue
        sentence = _short(labels, event) or labels.tell(event)
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


def _short(labels: Labels, event: dict[str, Any]) -> str:
    """What comes seven at a time is written short."""
    if event["event"] == "scored":
        points = event["points"]
        return f"{labels.letter(event['agent'])}[{'ruin' if points < 0 else 'plate'}]{points:+d}[/]"
    return ""


def _entry(labels: Labels, event: dict[str, Any]) -> str:
    """S7.3: an entry of a dossier, and whether it was right."""
    right = "[yes]✓[/]" if event["right"] else "[no]✗[/]"
    return f"{labels.letter(event['agent'])} {labels.guess(event['guess'])}{right}"


# S3.4: what would happen


def preview(labels: Labels, game: Game, view: dict[str, Any], move: Move) -> list[str]:
    """What a movement or a card would do, in a few words; nothing for other actions."""
    if move.family not in ("move", "stay", *CARD_FAMILIES):
        return []
    found = game.preview(view, move, "pass")
    parts = [part for event in found["events"] if (part := _change(labels, event))]
    if move.family == "stay":
        parts.append(labels.t("preview.stay"))
    if move.family == "second_identity":
        parts.append(labels.t("preview.second_identity"))
    return [", ".join(parts) or labels.t("preview.nothing"), _scoring(labels, view, found)]


def _change(labels: Labels, event: dict[str, Any]) -> str:
    if event["event"] in ("moved", "safe_moved"):
        what = labels.agent(event["agent"]) if event["event"] == "moved" else labels.t("preview.safe")
        return f"{what} {labels.plate(event['place'])} → [plate]{labels.plate(event['target'])}[/]"
    if event["event"] == "tipped":
        before = event["marker"] - event["points"]
        return (
            f"{labels.t('preview.marker', agent=labels.agent(event['agent']))} {before} → [plate]{event['marker']}[/]"
        )
    return ""


def _scoring(labels: Labels, view: dict[str, Any], found: dict[str, Any]) -> str:
    """S3.4, if nobody plays a card after it, whatever is drawn before."""
    told = found["events"] + (found["if"]["events"] + found["if"]["whatever"] if found["if"] else [])
    rows = [
        f"{labels.letter(event['agent'])}{event['points']:+d}→{event['marker']}"
        for event in told
        if event["event"] == "scored"
    ]
    when = labels.t("preview.scoring_unless" if view["cards"] else "preview.scoring")
    if rows:
        ends = any(event["event"] == "scored" and event["marker"] >= FINISH for event in told)
        end = f"  [now]{labels.t('preview.ends', space=FINISH)}[/]" if ends else ""
        return f"[now]{when}[/] {'  '.join(rows)}{end}"
    return f"[quiet]{labels.t('preview.no_scoring')}[/]"


# S4: the end


def reveal(labels: Labels, view: dict[str, Any], events: Sequence[dict[str, Any]]) -> list[str]:
    """Who was who, from last to first, the dossiers, and who wins."""
    result = view["result"]
    lines = []
    for seat in sorted(range(view["seats"]), key=lambda seat: int(result["scores"][seat])):
        kept = view["kept"][seat]
        also = [colour for colour, held in view["holds"][seat].items() if held and colour != kept]
        held = labels.t("reveal.gave_back", agents=", ".join(labels.agent(colour) for colour in also)) if also else ""
        guesses = [event for event in events if event["event"] == "guessed" and event["seat"] == seat]
        dossier = "  ".join(_entry(labels, event) for event in guesses)
        was = labels.t("reveal.was", seat=labels.seat(seat), agent=labels.full(kept))
        lines.append(f"{was} [plate]{result['scores'][seat]}[/] {held}".rstrip())
        if dossier:
            lines.append(
                f"    [quiet]{labels.t('reveal.dossier')}[/] {dossier}  [plate]+{5 * sum(event['right'] for event in guesses)}[/]"
            )
    free = [event["agent"] for event in events if event["event"] == "was_free"]
    if free:
        shown = ", ".join(f"{labels.full(colour)} {view['marker'][colour]}" for colour in free)
        lines.append(f"[quiet]{labels.t('reveal.free')}[/] {shown}")
    return lines

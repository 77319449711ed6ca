"""A tournament as a page: one file with everything in it, for screens of every size, paper in both themes."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from shlex import quote
from typing import Any

from topsecret.kernel import registry
from topsecret.kernel.errors import BadFile

from .pictures import Marks, calibration, lengths, ratings, readings
from .tournament import shown

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
FONTS = {
    "Special Elite": "special-elite-latin-400",
    "Atkinson Hyperlegible Next": "atkinson-hyperlegible-next-latin-wght",
}


def write(document: dict[str, Any], path: Path) -> None:
    try:
        path.write_text(page(document), encoding="utf-8")
    except OSError as problem:
        raise BadFile(f"{path}: {problem.strerror or problem}") from None


def page(document: dict[str, Any]) -> str:
    found, chosen = document["summary"], document["settings"]
    bots = [row["bot"] for row in found["bots"]]
    order = sorted(bots, key=lambda bot: -found["ratings"].get(bot, {"mu": 0.0})["mu"])
    marks = Marks(order)
    title = f"Arena: {registry.game(chosen['game']).title}, {number(chosen['seats'])} seats"
    sections = [header(document, title, order), matrix(document, order, marks)]
    rated = {bot: found["ratings"][bot] for bot in order if bot in found["ratings"]}
    if rated:
        words = "OpenSkill (Plackett-Luce), all games together; 95 % intervals from blocks drawn again."
        sections.append(section("third", "Ratings", words, ratings(rated, list(rated), marks)))
    if found["beliefs"]:
        words = "Said “this seat holds that: so many %” (across), was right in so many % (up). Bars: how often said."
        chart = calibration(ordered(found["beliefs"], order), marks)
        sections.append(section("third", "Do they know what they believe?", words, chart))
    if found["readings"]:
        guess = next(iter(found["readings"].values()))["guess"]
        words = (
            "% on the truth after so many moves of each, in the median, by an observer who knows the bot's program and plays it as "
            f"everybody else it might be. Dashed: a guess among {round(1 / guess)}."
        )
        chart = readings(ordered(found["readings"], order), marks)
        sections.append(section("third", "What an observer could read", words, chart))
    sections.append(pace(found, order, marks))
    words = "Actions a game, of all games in which it sat: the middle half, the median, and from the shortest to the longest."
    sections.append(section("third", "Length", words, lengths(actions(document, order), marks)))
    return PAGE.format(title=escape(title), fonts=fonts(), style=style(), sections="\n".join(sections))


def ordered(found: Mapping[str, Any], order: Sequence[str]) -> dict[str, Any]:
    return {bot: found[bot] for bot in order if bot in found}


def number(value: int) -> str:
    return NUMBERS[value] if value < len(NUMBERS) else str(value)


def section(kind: str, title: str, words: str, inside: str) -> str:
    return f'<section class="{kind}"><h2>{escape(title)}</h2><p class="small">{escape(words)}</p>{inside}</section>'


# what is at the top


def header(document: dict[str, Any], title: str, order: Sequence[str]) -> str:
    found = document["summary"]
    blocks = [row["blocks"] for row in found["pairings"] if not row.get("mirrored")]
    least, most = min(blocks, default=0), max(blocks, default=0)
    many = f"{most:,}" if least == most else f"{least:,} to {most:,}"
    told = f"{many} blocks a pairing, each deal under every rotation; {found['games']:,} games"
    stopped = "" if found["complete"] else ' <strong class="open">Not finished.</strong>'
    return (
        f'<header><h1>{escape(title)}</h1><p class="big">{sentence(document, order)}{stopped}</p>'
        f'<code>{escape(command(document))}</code><span class="small"> {escape(told)}</span></header>'
    )


def sentence(document: dict[str, Any], order: Sequence[str]) -> str:
    """The result in words: the best against the baseline, and whether every step of the ladder is sure."""
    found, seats = document["summary"], document["settings"]["seats"]
    rows = {(row["alone"], row["others"]): row for row in found["pairings"] if row["share"] is not None}
    if not rows:
        return "No game has been finished yet."
    best = next((bot for bot in order if any(alone == bot for alone, _ in rows)), order[0])
    against = next((other for other in ("greedy1", *reversed(order)) if (best, other) in rows), None)
    words = ""
    if against is not None:
        row = rows[best, against]
        others = f"{number(seats - 1)} {against}" if seats > 2 else against
        words = (
            f"<b>{escape(best)}</b> wins {shown(row['share'])} of its games against {escape(others)} "
            f"({shown(row['low'])}–{shown(row['high'])}; fair {shown(found['fair'])}). "
        )
    steps = [(strong, weak) for strong, weak in pairwise(order) if (strong, weak) in rows]
    unsure = [f"{strong} over {weak}" for strong, weak in steps if rows[strong, weak]["low"] <= found["fair"]]
    if len(steps) == len(order) - 1 > 1:
        words += (
            "Every step of the ladder is significant." if not unsure else f"Not sure yet: {escape('; '.join(unsure))}."
        )
    return words


def command(document: dict[str, Any]) -> str:
    """What was typed, so that anybody can repeat it."""
    chosen = document["settings"]
    words = ["topsecret", "arena", chosen["game"], "--bots", ",".join(chosen["bots"])]
    if chosen["against"]:
        words += ["--against", ",".join(chosen["against"])]
    words += ["--seats", str(chosen["seats"]), "--games", str(document["games_a_pairing"])]
    for key, value in chosen["options"].items():
        words += ["--option", f"{key}={str(value).lower() if isinstance(value, bool) else value}"]
    if chosen["budget"]:
        words += ["--budget", chosen["budget"]]
    if document["stop_at"] is not None:
        words += ["--stop", f"{document['stop_at']:g}"]
    return " ".join(quote(word) for word in [*words, "--seed", chosen["seed"]])


# who against whom


def matrix(document: dict[str, Any], order: Sequence[str], marks: Marks) -> str:
    found, seats = document["summary"], document["settings"]["seats"]
    rows = {(row["alone"], row["others"]): row for row in found["pairings"] if row["share"] is not None}
    across = [bot for bot in order if any(others == bot for _, others in rows)]
    down = [bot for bot in order if any(alone == bot for alone, _ in rows)]
    fair = found["fair"]
    head = "".join(f"<th scope=col>{marks.key(bot)} {escape(bot)}</th>" for bot in across)
    body = ""
    for bot in down:
        cells = "".join(cell(rows.get((bot, other)), bot == other, fair) for other in across)
        body += f"<tr><th scope=row>{marks.key(bot)} {escape(bot)}</th>{cells}</tr>"
    title = "One against one" if seats == 2 else f"One against {number(seats - 1)}"
    among = "against the column's" if seats == 2 else f"alone among {number(seats - 1)} of the column's"
    words = f"Share of wins of the row's bot, {among}; below it the 95 % interval over blocks. Ties are split."
    if found["nobody_won"]:
        words += f" {found['nobody_won']:,} of {found['games']:,} games were won by nobody."
    if any(row["stopped_early"] for row in rows.values()):
        words += " *: stopped early; the interval holds at any time."
    table = f'<div class="wide"><table class="matrix"><thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    return section("twothirds", title, words, table)


def cell(row: dict[str, Any] | None, is_same: bool, fair: float) -> str:
    if row is None:
        return f'<td class="own">{f"fair {shown(fair)}" if is_same else "not played"}</td>'
    share = row["share"]
    if share >= fair:
        colour = f"rgba(11,107,73,{min(0.62, (share - fair) / (1 - fair) * 0.8 + 0.06):.2f})"
    else:
        colour = f"rgba(179,36,28,{min(0.5, (fair - share) / fair * 0.42 + 0.04):.2f})"
    star = "*" if row["stopped_early"] else ""
    between = f"{shown(row['low'])}–{shown(row['high'])}{star}"
    return f'<td style="background:{colour}"><b>{shown(share)}</b><small>{between}</small></td>'


# pace and faults


def pace(found: dict[str, Any], order: Sequence[str], marks: Marks) -> str:
    about = {row["bot"]: row for row in found["bots"]}
    rows = ""
    for bot in order:
        row = about[bot]
        faults = sum(row["faults"].values())
        told = ", ".join(f"{count} {sort}" for sort, count in row["faults"].items() if count) if faults else "none"
        times = "".join(f"<td>{'' if row[key] is None else f'{row[key]:.3g}'}</td>" for key in ("ms_median", "ms_99"))
        length = "" if row["actions_a_game"] is None else f"{row['actions_a_game']:.1f}"
        rows += f'<tr><th scope=row>{marks.key(bot)} {escape(bot)}</th><td>{length}</td>{times}<td class="faults">{escape(told)}</td></tr>'
    heads = "".join(
        f"<th scope=col>{words}</th>"
        for words in ("actions<br>a game", "ms, half<br>are under", "ms, 99 %<br>are under", "faults")
    )
    table = f'<div class="wide"><table class="pace"><thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
    words = "On the machine that played this. Whoever crashes, does something illegal or needs much longer than its budget loses the game."
    first = [f"{row['bot']}: {row['first_fault']}" for row in about.values() if row["first_fault"]]
    notes = "".join(f'<p class="small">{escape(note)}</p>' for note in first)
    end = (
        '<p class="end">Every block, with the fingerprint of every game, is in the JSON of the same run. The command above '
        "plays the same games again where bots count simulations.</p>"
    )
    return section("third", "Pace", words, table + notes + end)


def actions(document: dict[str, Any], order: Sequence[str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {bot: [] for bot in order}
    for block in document["blocks"]:
        for bot in {block["alone"], block["others"]}:
            found[bot] += [game["actions"] for game in block["games"]]
    return {bot: some for bot, some in found.items() if some}


# how it looks


def style() -> str:
    return (files(__package__ or "topsecret.lab.arena") / "report.css").read_text(encoding="utf-8")


def fonts() -> str:
    """The fonts of the browser client, inside the page, where the client is built."""
    folder = files("topsecret") / "server" / "client" / "assets"
    if not folder.is_dir():
        return ""
    found = ""
    for name, begins in FONTS.items():
        for file in folder.iterdir():
            if file.name.startswith(begins) and file.name.endswith(".woff2"):
                data = base64.b64encode(file.read_bytes()).decode()
                found += (
                    f'@font-face{{font-family:"{name}";font-weight:200 900;src:url(data:font/woff2;base64,{data})}}\n'
                )
    return found


PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
{fonts}{style}</style>
</head>
<body>
<main>
{sections}
</main>
</body>
</html>
"""

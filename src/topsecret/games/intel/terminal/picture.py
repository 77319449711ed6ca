"""The board: eight staggered rows with tiles, agents and blockades; beside it the dice, the bag and both sides."""

from __future__ import annotations

from typing import Any

from ..box import BOX, GOAL, SPACE_NAMES, SPOTS
from .labels import TILES, Labels

CELL = 7
TALL = 24  # rows from which every row of the board has a line of names
SIDE_WIDTH = 30
LEFTMOST = min(x for _, x in SPOTS)
BOARD_WIDTH = (max(x for _, x in SPOTS) - LEFTMOST) * CELL // 2 + CELL + 2


class Picture:
    def __init__(self, labels: Labels, view: dict[str, Any], width: int, height: int) -> None:
        self.labels = labels
        self.view = view
        self.width = width
        self.is_tall = height >= TALL

    def lines(self) -> list[str]:
        board = [line for row in range(len(BOX.rows)) for line in self._row(row)]
        side = [*self._trickle(), "", *self._side(0), "", *self._side(1)]
        if self.width < BOARD_WIDTH + SIDE_WIDTH:
            return [*board, *(line for line in side if line)]
        if len(side) > len(board):
            side = [line for line in side if line]
        blank = " " * BOARD_WIDTH
        board += [blank] * (len(side) - len(board))
        return [f"{line} {beside}".rstrip() for line, beside in zip(board, side + [""] * len(board))]

    # the board

    def _row(self, row: int) -> list[str]:
        spaces = [name for name, (at, _) in zip(SPACE_NAMES, SPOTS) if at == row]
        indent = (min(BOX.rows[row]) - LEFTMOST) * CELL // 2
        label = f"[{'plate' if row in BOX.field else 'quiet'}]{spaces[0][0]}[/] "
        room = BOARD_WIDTH - 2 - indent - CELL * len(spaces)
        rest = " " * room
        cells = "".join(self._cell(name) for name in spaces)
        if not self.is_tall:
            return [f"{label}{' ' * indent}{cells}{rest}"]
        star = "*" if row == BOX.field[-1] else ""
        names = "".join(f"[quiet]{name + star:^{CELL}}[/]" for name in spaces)
        return [f"  {' ' * indent}{names}{rest}", f"{label}{' ' * indent}{cells}{rest}"]

    def _cell(self, space: str) -> str:
        """Whatever is on a space: an agent, or loose tiles, and a blockade."""
        agent = next((name for name, place in self.view["place"].items() if place == space), None)
        if agent is not None:
            mark = "!" if self.view["pinned"][agent] else ""
            return centred(self.labels.agent(agent) + mark, len(agent) + len(mark))
        loose = self.view["loose"][space]
        number = sum(loose.values())
        owner = self.view["blockade"][space]
        wall = f"[side.{owner}]▒[/]" if owner != "none" else ""
        if number > CELL - 3:
            return self._crowd(loose, wall)
        if number or wall:
            return centred(f"{wall}{self.labels.tiles(loose)}{wall}", number + 2 * bool(wall))
        return centred(f"[quiet]{'·' if self.is_tall else space}[/]", 1 if self.is_tall else len(space))

    def _crowd(self, loose: dict[str, int], wall: str) -> str:
        """Many tiles on a space: each kind with its number, as M5; where that is too long, the kinds alone."""
        kinds = {kind: str(count) if count > 1 else "" for kind, count in loose.items() if count}
        if bool(wall) + sum(1 + len(count) for count in kinds.values()) > CELL:
            kinds = dict.fromkeys(kinds, "")
        text = "".join(self.labels.tile(kind) + count for kind, count in kinds.items())
        return centred(wall + text, bool(wall) + sum(1 + len(count) for count in kinds.values()))

    # beside it

    def _trickle(self) -> list[str]:
        dice = " ".join(f"{self.labels.tile(kind)}{self.view['dice'][kind] or '-'}" for kind in TILES)
        bag = " ".join(f"{self.labels.tile(kind)}{self.view['bag'][kind]}" for kind in TILES)
        t = self.labels.t
        named = [t("side.dice"), t("side.bag")]
        width = max(map(len, named))
        shown = [f"[quiet]{name:<{width}}[/] {what}" for name, what in zip(named, (dice, bag))]
        return [f"[quiet]{t('side.turn', turn=self.view['turns'])}[/]", *shown]

    def _side(self, seat: int) -> list[str]:
        view = self.view
        mark = "[now]►[/]" if seat in view["actors"] else "[quiet]·[/]"
        lines = [f"{mark} {self.labels.seat(seat)} [plate]{view['points'][seat]}[/][quiet]/{GOAL}[/]"]
        for agent in self.labels.agents_of(seat):
            if view["place"][agent] != "off":
                notes = [self.labels.t(f"side.{note}") for note in ("pinned", "fresh") if view[note][agent]]
                tiles = self.labels.tiles(view["carries"][agent]) or "[quiet]-[/]"
                where = f"{self.labels.role(view['role'][agent])} {view['place'][agent]}"
                lines.append(
                    f"  {self.labels.agent(agent)} {where} {tiles}{' ' if notes else ''}[no]{' '.join(notes)}[/]"
                )
        held = {role: number for role, number in view["roster"][seat].items() if number}
        roster = [f"{self.labels.short_role(role)} {number}" for role, number in held.items()]
        half = (len(roster) + 1) // 2
        shown = [", ".join(part) for part in (roster[:half], roster[half:]) if part]
        return [*lines, *(f"  [quiet]{part}[/]" for part in shown or [self.labels.t("side.nobody")])]


def centred(text: str, length: int) -> str:
    left = max(0, (CELL - length) // 2)
    return " " * left + text + " " * max(0, CELL - length - left)

"""The board: twelve buildings in a ring with agents in them, the safe, the die; beside it the seats and one's own file; below it the
track and the hand."""

from __future__ import annotations

from typing import Any

from ..box import FINISH, Agent
from .labels import BUILDINGS, COLOURS, Labels

RING_WIDTH = 60
SIDE_WIDTH = 19
TALL = 28  # rows from which there is room for large cells and one line for each marker
# clockwise from the church at the top left
TOP, RIGHT, BOTTOM, LEFT = BUILDINGS[:5], BUILDINGS[5], BUILDINGS[10:5:-1], BUILDINGS[11]
COVER = "▒▒▒▒▒▒"


class Ring:
    def __init__(self, labels: Labels, view: dict[str, Any], width: int, height: int, is_open: bool) -> None:
        self.labels = labels
        self.view = view
        self.width = width
        self.height = height
        self.is_open = is_open
        self.is_tall = height >= TALL
        self.cell = max(9, min(RING_WIDTH, width) // 5)

    def lines(self) -> list[str]:
        ring = self._ring()
        room = self.width - 5 * self.cell - 1
        if room >= SIDE_WIDTH:
            side = [*self._seats(room), *self._file()]
            if len(side) > len(ring):
                side = [line for line in side if line]
            ring += [" " * 5 * self.cell] * (len(side) - len(ring))
            board = [f"{line} {beside}" for line, beside in zip(ring, side + [""] * len(ring))]
        else:
            board = [*ring, self._seats_in_a_row(), *(line for line in self._file() if line)]
        board += self._tall_track() if self.is_tall else self._track()
        return [*board, *self._hand(self.height - len(board))]

    # the ring

    def _ring(self) -> list[str]:
        middle = self._middle()
        rows = self._row(TOP)
        left, right = self._cell(LEFT), self._cell(RIGHT)
        rows += [f"{one}{text}{other}" for one, text, other in zip(left, middle, right)]
        return rows + self._row(BOTTOM)

    def _row(self, buildings: tuple[str, ...]) -> list[str]:
        return ["".join(parts) for parts in zip(*(self._cell(building) for building in buildings))]

    def _cell(self, building: str) -> list[str]:
        """A building: its name in the wall, the agents inside. The safe's walls are double."""
        has_safe = self.view["safe"] == building
        inner = self.cell - 2
        corners, flat, side = ("╔╗╚╝", "═", "║") if has_safe else ("╭╮╰╯", "─", "│")
        wall = "now" if has_safe else "ruin" if building == LEFT else "wall"
        plate = f" {self.labels.plate(building)} "
        inside = [
            colour for colour in COLOURS if colour in self.view["in_play"] and self.view["place"][colour] == building
        ]
        room = inner - 2
        rows = [inside[:4], inside[4:]] if self.is_tall else [inside]
        name = f"[{'now' if has_safe else 'plate'}]{plate}[/]"
        top = f"[{wall}]{corners[0]}{flat}[/]{name}[{wall}]{flat * (inner - 1 - len(plate))}{corners[1]}[/]"
        body = [f"[{wall}]{side}[/] {self.labels.letters_of(row, room)} [{wall}]{side}[/]" for row in rows]
        note = f" {self.labels.t('ring.safe')} " if has_safe else " -3 " if building == LEFT else ""
        return [top, *body, f"[{wall}]{corners[2]}{note.center(inner, flat)}{corners[3]}[/]"]

    def _middle(self) -> list[str]:
        view, room = self.view, 3 * self.cell
        turn = self.labels.names[view["turn"]]
        t = self.labels.t
        now = {"move": "ring.rolled", "over": "ring.over"}.get(view["phase"], "ring.turn")
        first = t(now, name=turn, die=view["die"])
        second = t("ring.finish", space=FINISH)
        if view["dossier"] and not view["dossiers_due"]:
            second = f"{t('ring.dossiers')} · {second}"
        third = t("ring.cards", supply=view["supply_size"], discards=view["discard_size"]) if view["cards"] else ""
        texts = [(first, "now"), (second, "quiet"), (third, "quiet")]
        lines = [f"[{style}]{text[:room].center(room)}[/]" for text, style in texts]
        return [" " * room, *lines] if self.is_tall else lines

    # the seats and the own file

    def _active(self, seat: int) -> bool:
        return seat in self.view["actors"]

    def _seats(self, room: int) -> list[str]:
        return [self._seat(seat, room) for seat in range(self.view["seats"])] + [""]

    def _seat(self, seat: int, room: int) -> str:
        """Who sits there, how many cards and agents they hold; shorter where there is less room."""
        view = self.view
        mark = "[now]►[/]" if self._active(seat) else "[now]·[/]" if seat == view["turn"] else "[quiet]·[/]"
        name = self.labels.names[seat][:12]
        is_me = seat == self.labels.me
        cards, held = view["hand_size"][seat], view["agents_held"][seat]
        wide, narrow = [], []
        if view["cards"]:
            wide.append("▮" * cards + "▯" * (4 - cards))
            narrow.append(f"▮{cards}")
        if held > 1:
            wide.append(self.labels.t("ring.agents", count=held))
            narrow.append(f"x{held}")
        if view["phase"] == "dossier" and view["handed_in"][seat]:
            wide.append(self.labels.t("ring.handed_in"))
            narrow.append("✓")
        mine = f"{name} {self.labels.t('ring.you')}"
        for long, more in ((mine, wide), (name, wide), (mine, narrow), (name, narrow)):
            shown = long if is_me else name
            needed = 2 + len(shown) + 1 + len(" ".join(more))
            if needed <= room:
                break
        pad = " " * max(1, min(12 - len(shown), 1 + room - needed)) if more else ""
        return f"{mark} [{'mine' if is_me else 'seat'}]{shown}[/]{pad}{' '.join(more)}"

    def _seats_in_a_row(self) -> str:
        return "  ".join(self._seat(seat, 0) for seat in range(self.view["seats"]))

    def _file(self) -> list[str]:
        """One's own identity, covered until it is opened."""
        me = self.labels.me
        if me is None:
            return []
        mine = [colour for colour, held in self.view["holds"][me].items() if held]
        if not self.is_open:
            return [f"[secret]{COVER}[/] [quiet]{self.labels.t('ring.file')}[/]"]
        return [self.labels.full(colour) for colour in mine]

    # the track

    def _by_marker(self) -> list[tuple[int, list[str]]]:
        marker = {colour: self.view["marker"][colour] for colour in COLOURS if colour in self.view["in_play"]}
        return [
            (space, [colour for colour in marker if marker[colour] == space])
            for space in sorted(set(marker.values()), reverse=True)
        ]

    def _track(self) -> list[str]:
        spaces = ["[quiet]·[/]"] * (FINISH + 1)
        for at in range(0, FINISH, 10):
            spaces[at] = "[quiet]|[/]"
        spaces[FINISH] = "[now]|[/]"
        beyond = ""
        for space, colours in reversed(self._by_marker()):
            mark = self.labels.letter(colours[0]) if len(colours) == 1 else "[plate]*[/]"
            if space <= FINISH:
                spaces[space] = mark
            else:
                beyond += mark
        standing = [
            f"[plate]{space}[/] " + " ".join(self.labels.agent(colour) for colour in colours)
            for space, colours in self._by_marker()
        ]
        return [f"[quiet]0[/] {''.join(spaces)} [now]{FINISH}[/] {beyond}".rstrip(), " [quiet]·[/] ".join(standing)]

    def _tall_track(self) -> list[str]:
        """One line for each agent: letter, name, colour, bar, number."""
        names = {colour: self.labels.words.name(Agent, colour) for colour in COLOURS}
        widest = 1 + max(map(len, names.values()))
        room = min(FINISH, self.width - 19 - widest)
        lines = []
        for space, colours in self._by_marker():
            for colour in colours:
                filled = min(room, round(space * room / FINISH))
                bar = f"[bar.{colour}]{'█' * filled}[/][quiet]{'·' * (room - filled)}[/]"
                who = f"{self.labels.letter(colour)} {self.labels.person(colour):<8}"
                lines.append(f"{who}[quiet]{names[colour]:<{widest}}[/]{bar} [plate]{space:>2}[/]")
        before = 10 + widest
        ruler = " " * before + "".join(
            f"{round(at * FINISH / room) if room else 0:<10}" for at in range(0, room - 4, 10)
        )
        return [*lines, f"[quiet]{ruler[: before + room - 2].ljust(before + room)}[/] [now]{FINISH}[/]"]

    # the hand

    def _hand(self, room: int) -> list[str]:
        """The cards with what they do, one in a line, where there is room for that."""
        me = self.labels.me
        if me is None or not self.view["cards"] or self.view["phase"] in ("card part", "over"):
            return []
        held = [card for card, copies in self.view["hand"][me].items() for _ in range(copies)]
        if not held:
            return [f"[quiet]{self.labels.t('hand.none')}[/]"]
        if len(held) < room:  # the line of the markers may need two rows
            return [
                f"[quiet]▮[/] [card]{self.labels.card(card)}[/]  [quiet]{self.labels.effect(card)}[/]" for card in held
            ]
        cards = " [quiet]·[/] ".join(f"[card]{self.labels.card(card)}[/]" for card in held)
        return [f"[quiet]{self.labels.t('hand.held')}[/] {cards}"]

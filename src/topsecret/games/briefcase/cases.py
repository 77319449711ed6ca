"""Cases of briefcase: which piece is this spy, given these answers?

A beginning is played by the rules, with answers that are true and a "?" that obeys its order. The spy that is asked about can be
several pieces by its own answers; all answers together leave one, counted over all deals (`deals.py`), whatever the "?" was told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from topsecret.kernel.cases import Blank, Choice, Lot, Puzzle, Says, Step
from topsecret.kernel.game import Game
from topsecret.kernel.match import CHANCE, Match
from topsecret.kernel.names import texts
from topsecret.kernel.registry import game

from .answers import automatic_answer, fits
from .board import in_the_way
from .box import FIRST_LINE, IN_BOX, LINE_TO, OFF, ROOM, WAYS, Box, Line, Piece, Spy
from .chains import Answer, masks_after, shortest_chain
from .deals import deals
from .state import Manner, Order, Refusal, State

VERSION = 1
WHITE, RED = 0, 1
BOX = int(Box.STANDARD)
SPIES = 13
OPTIONS = {"notebook": "manual", "starter": WHITE}
FARTHEST = 4  # no piece goes farther
TRIES = 60  # for lines that can be announced
DRAWN = (2, 4)  # so many of White's are drawn, and the most telling is announced


class Shape(NamedTuple):
    answers: int  # at most so many are in the log
    spies: tuple[int, int]  # about so many they are
    chain: tuple[int, int]  # so long is the shortest
    own: int  # so many pieces the spy's own answers leave, or more


SHAPES = {
    "easy": Shape(9, (3, 4), (3, 4), 2),
    "medium": Shape(13, (4, 5), (5, 6), 2),
    "hard": Shape(18, (5, 6), (7, 9), 3),
}
PIECES = tuple(texts(Piece)[:SPIES])
KEYS = tuple(f"piece.{piece.name.lower()}" for piece in Piece)[:SPIES]


def make(lot: Lot, difficulty: str) -> Puzzle | None:
    shape = SHAPES[difficulty]
    match = dealt(lot)
    spies = in_question(match, lot, lot.among(*shape.spies))
    answers: list[Answer] = []
    forced: set[int] = set()
    while len(answers) < shape.answers:
        announced = announce(match, WHITE, lot, spies, lot.among(*DRAWN))
        if announced is None:
            return None
        answers.append(announced)
        found = forced_spies(answers)
        for spy, piece in found.items():
            if spy not in forced and masks_after(answers, SPIES, IN_BOX[BOX])[spy].bit_count() >= shape.own:
                chain = shortest_chain(answers, SPIES, IN_BOX[BOX], spy, piece)
                if shape.chain[0] <= len(chain) <= shape.chain[1]:
                    return puzzle(match, answers, spy, piece, chain)
        forced |= found.keys()
        if announce(match, RED, lot, range(SPIES), 1) is None:
            return None
    return None


def briefcase() -> Game:
    return game("briefcase")


def dealt(lot: Lot) -> Match:
    """A duel with its pieces dealt and its first orders given."""
    match = briefcase().match(2, OPTIONS, chance="manual")
    for _ in (WHITE, RED):
        for piece in lot.shuffled(PIECES):
            match.play(CHANCE, f"deal {piece}")
    for seat in (WHITE, RED):
        match.play(seat, f"order {lot.pick(texts(Order))}")
    return match


def in_question(match: Match, lot: Lot, count: int) -> list[int]:
    """The spies that White asks about: the double agent is among them, and it is it that makes the others hard to tell."""
    pieces = cast(State, match.position).piece[WHITE]
    double = pieces.index(Piece.DOUBLE_AGENT)
    return [double, *lot.shuffled([spy for spy in range(SPIES) if spy != double])[: count - 1]]


def announce(match: Match, seat: int, lot: Lot, spies: Sequence[int], drawn: int) -> Answer | None:
    """A line of one of these spies to an empty square, and what was answered: of several that are drawn the one that leaves its spy
    least. None if there is none."""
    state = cast(State, match.position)
    found: list[tuple[int, int, Answer]] = []
    for _ in range(TRIES):
        spy, way, far = lot.pick(spies), lot.below(WAYS), lot.among(1, FARTHEST)
        square = state.place[seat][spy]
        if square == OFF or ROOM[square * WAYS + way] < far:
            continue
        line = FIRST_LINE[square * WAYS + way] + far - 1
        if state.board[LINE_TO[line]] or LINE_TO[line] == state.briefcase:
            continue
        if in_the_way(state, seat, line, Manner.MOVE) == Refusal.ALLOWED:
            reply = automatic_answer(state, seat, spy, line, Manner.MOVE)
            left = fits(state, seat, spy, line, reply)
            before, after = state.can_be[seat][spy], state.can_be[seat][spy] & left
            if after != before or seat == RED:
                found.append((after.bit_count(), line, Answer(0, spy, left)))
        if len(found) == drawn:
            break
    if not found:
        return None
    _, line, answer = min(found)
    told = match.play(seat, texts(Line)[line])
    return answer._replace(event=next(event["n"] for event in told if event["event"] == "answered"))


def forced_spies(answers: list[Answer]) -> dict[int, int]:
    """The spies that can be only one piece, given as a bit, though their own answers leave more."""
    masks = masks_after(answers, SPIES, IN_BOX[BOX])
    shares = deals(tuple(masks)).shares()
    return {
        spy: next(iter(share)) for spy, share in enumerate(shares) if len(share) == 1 and masks[spy].bit_count() > 1
    }


# in words


def puzzle(match: Match, answers: list[Answer], spy: int, piece: int, chain: list[Answer]) -> Puzzle:
    number = texts(Spy)[spy]
    masks = masks_after(chain, SPIES, IN_BOX[BOX])
    ordered = in_order(chain, spy)
    choices = tuple(Choice(value, key) for value, key in zip(PIECES, KEYS, strict=True))
    return Puzzle(
        match=match,
        seat=WHITE,
        evidence=tuple(answer.event for answer in answers),
        question=Says("case.question", {"spy": number}),
        blanks=(Blank(Says("case.blank", {"spy": number}), "piece", choices),),
        answer=(PIECES[piece.bit_length() - 1],),
        hints=hints(ordered, spy, masks),
        proof=tuple(proof(ordered, spy)),
    )


def in_order(chain: list[Answer], spy: int) -> list[Answer]:
    """Spy by spy, those first of whom the chain leaves least, the one that is asked about at the end."""
    masks = masks_after(chain, SPIES, IN_BOX[BOX])
    return sorted(chain, key=lambda one: (one.spy == spy, masks[one.spy].bit_count(), one.spy, one.event))


def proof(ordered: list[Answer], spy: int) -> list[Step]:
    """What each answer leaves of its spy, with those before it: by its own answers, and by what only others can be."""
    steps = []
    for upto, answer in enumerate(ordered, 1):
        masks = masks_after(ordered[:upto], SPIES, IN_BOX[BOX])
        share = deals(tuple(masks)).shares()[answer.spy]
        own, left = bits_of(masks[answer.spy]), sorted(bit.bit_length() - 1 for bit in share)
        taken = [piece for piece in own if piece not in left]
        about = {"spy": texts(Spy)[answer.spy], "left": keys(left), "taken": keys(taken)}
        sort = "only" if len(left) == 1 else "left"
        steps.append(
            Step(
                Says(f"case.step.{sort}{'.taken' if taken else ''}", about, (answer.event,)),
                left=tuple(PIECES[piece] for piece in left),
            )
        )
    return steps


def hints(ordered: list[Answer], spy: int, masks: list[int]) -> tuple[Says, ...]:
    """Where to begin; which spies it is about; which answers are enough, and what the spy's own leave."""
    first = ordered[0].spy
    others = sorted({answer.spy for answer in ordered} - {spy})
    begin = tuple(answer.event for answer in ordered if answer.spy == first)
    return (
        Says("case.hint.begin", {"spy": texts(Spy)[first]}, begin),
        Says(
            "case.hint.others",
            {"spies": [texts(Spy)[one] for one in others], "spy": texts(Spy)[spy]},
            tuple(answer.event for answer in ordered if answer.spy != spy),
        ),
        Says(
            "case.hint.enough",
            {"spy": texts(Spy)[spy], "left": keys(bits_of(masks[spy]))},
            tuple(answer.event for answer in ordered),
        ),
    )


def bits_of(mask: int) -> list[int]:
    return [piece for piece in range(SPIES) if mask >> piece & 1]


def keys(pieces: list[int]) -> list[str]:
    return [f"@{KEYS[piece]}" for piece in pieces]

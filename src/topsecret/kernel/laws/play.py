"""Laws of playing: forms, legal actions, listings, outcomes."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise

from ..errors import IllegalAction, NotYourTurn
from ..fields import Position
from .driver import carry_out, listed, look_here, random_match, random_states, resume, seats_in, some_action
from .report import Case, law

EVERY_K = 3000  # up to so many ways or weights, each is tried
TRIES = 20
LONGEST_DRAFT = 300


@law("forms")
def text_json_and_code_round_trip(case: Case) -> None:
    """Every action and outcome has one code, one text and one JSON form, and each leads back to it; codes are dense."""
    for book in (case.game.actions, case.game.chance):
        codes = [move.code for move in book]
        if codes != list(range(book.size)):
            case.broken("codes are not dense")
        texts: dict[str, int] = {}
        for move in book:
            case.tried()
            text = str(move)
            if texts.setdefault(text, move.code) != move.code:
                case.broken(f"{text!r} is the text of two codes: {texts[text]} and {move.code}")
            for form in (text, text.upper(), move.json, json.loads(json.dumps(move.json))):
                again = book.read(form)
                if again.code != move.code:
                    case.broken(f"{form!r} is the form of code {move.code} and reads as code {again.code} ({again})")
            values = move._family.values(move.code)
            if move._family.code(values) != move.code or book.family(move.code) is not move._family:
                case.broken(
                    f"{text!r}: code {move.code} has the values {values}, which lead to {move._family.code(values)}"
                )
    for family in case.game.told.families:
        ranks = (
            range(family.size) if family.size <= EVERY_K else [case.rng.randrange(family.size) for _ in range(EVERY_K)]
        )
        for rank in ranks:
            case.tried()
            values = family.values(family.start + rank)
            written = json.loads(json.dumps(family.json(values)))
            if family.read_json(written) != values:
                case.broken(f"the event {written} does not read as what it was written from", field=family.name)


@law("legal")
def apply_accepts_exactly_the_legal_actions(case: Case) -> None:
    """What is listed is what is not refused; everything else is refused with a rule, and nothing changes by it."""
    game, rules = case.game, case.game.interpreted
    codes = [code for code in range(game.actions.size) if not game.actions.family(code).aside]
    for match, step in random_match(case):
        if step is None and not match.over:
            case.broken("the game is not over and nothing can happen")
        if not look_here(case):
            continue
        state = match.state()
        acting = seats_in(rules.actors(state))
        for seat in range(case.seats):
            if seat not in acting:
                expect_refused(case, state, seat, case.rng.choice(codes), NotYourTurn)
                continue
            case.tried()
            offered = listed(game, state, seat)
            why = {code: rules.refuse(state, seat, code) for code in codes}
            accepted = {code for code in codes if why[code] == 0}
            for code in sorted(accepted - set(offered))[:1]:
                case.broken(f"{game.actions.move(code)} is allowed to seat {seat} but not listed")
            for code in sorted(set(offered) - accepted)[:1]:
                case.broken(f"{game.actions.move(code)} is listed for seat {seat} but refused")
            for code in [code for code, times in Counter(offered).items() if times > 1][:1]:
                case.broken(f"{game.actions.move(code)} is listed twice for seat {seat}")
            if not offered and not game.State.timed:
                case.broken(f"seat {seat} is to act and has no legal action")
            refused = [code for code in codes if code not in accepted]
            for code in case.rng.sample(refused, min(4, len(refused))):
                if why[code] not in list(game.Refusal):
                    case.broken(f"{game.actions.move(code)} is refused with {why[code]}, which is no Refusal")
                expect_refused(case, state, seat, code, IllegalAction)


def expect_refused(case: Case, state: Position, seat: int, code: int, error: type[Exception]) -> None:
    """Playing this raises, with a rule where a rule forbids it, and changes nothing."""
    match = resume(case.game, state)
    before = match.truth()
    move = case.game.actions.move(code)
    try:
        match.play(seat, move)
    except IllegalAction as problem:
        if error is not IllegalAction or not problem.rule or not problem.code:
            case.broken(f"{move} by seat {seat} is refused without a rule, or out of turn: {problem}")
    except NotYourTurn as problem:
        if error is not NotYourTurn:
            case.broken(f"{move} by seat {seat}, who is to act: {problem}")
    else:
        case.broken(f"{move} by seat {seat} was played though it is not legal")
    if match.truth() != before or any(match.events(viewer) for viewer in (None, seat)):
        case.broken(f"{move} by seat {seat} was refused and changed something")


@law("listing")
def count_nth_and_drawn_agree(case: Case) -> None:
    """`nth` and `next` list the same actions in the order of their codes; `drawn` gives each as often as its ways say; no draft is a
    dead end."""
    game, rules = case.game, case.game.interpreted
    for state, step in random_states(case):
        for seat in seats_in(rules.actors(state)) if look_here(case) else ():
            case.tried()
            offered = listed(game, state, seat)
            if offered != [rules.nth(state, seat, k) for k in range(rules.count(state, seat))]:
                case.broken(f"the list of all actions of seat {seat} is not what `count` and `nth` give")
            if any(later <= earlier for earlier, later in pairwise(offered)):
                case.broken(f"the actions of seat {seat} are not listed in the order of their codes")
            expected = Counter({code: ways_of(case, state, seat, code) for code in offered})
            total = rules.ways(state, seat)
            if total != expected.total():
                case.broken(f"seat {seat} has {total} ways, its actions have {expected.total()}")
            if offered and total <= 0:
                case.broken(f"no random choice is possible for seat {seat}")
            if total <= EVERY_K:
                got = Counter(rules.drawn(state, seat, k) for k in range(total))
                for code in sorted((got - expected) + (expected - got))[:1]:
                    name = game.actions.move(code) if 0 <= code < game.actions.size else f"the code {code}"
                    case.broken(f"{name} is drawn {got[code]} times for seat {seat}, expected {expected[code]}")
            else:
                for _ in range(200):
                    code = rules.drawn(state, seat, case.rng.randrange(total))
                    if not expected[code]:
                        case.broken(f"the code {code} is drawn for seat {seat} and is not legal")
        if step is not None and step.sort == "action" and game.actions.family(step.code).draft and look_here(case, 40):
            drafted = state.copy()
            carry_out(game, drafted, step)
            case.report.note("drafts", 1)
            if not any(can_finish(case, drafted.copy(), step.seat) for _ in range(TRIES)):
                case.broken(f"after the draft {game.actions.move(step.code)} seat {step.seat} cannot finish")


def ways_of(case: Case, state: Position, seat: int, code: int) -> int:
    """How often a random choice counts this action."""
    family = case.game.actions.family(code)
    weigh = case.game.rules.functions.get(f"ways_{family.name}")
    ways = int(weigh(state, seat, *family.values(code))) if callable(weigh) else 1
    if ways < 0 or (ways == 0 and not family.draft):
        case.broken(f"{case.game.actions.move(code)} is legal for seat {seat} and has {ways} ways")
    return ways


def can_finish(case: Case, state: Position, seat: int) -> bool:
    """Whether a random continuation by this seat alone comes to an action that is no draft."""
    for _ in range(LONGEST_DRAFT):
        if not case.game.interpreted.actors(state) >> seat & 1:
            return False
        code = some_action(case.game, state, seat, case.rng)
        if code is None:
            return False
        if not case.game.actions.family(code).draft:
            return True
        case.game.interpreted.apply(state, seat, code)
    return False


@law("chance")
def weights_are_right(case: Case) -> None:
    """When an outcome is needed there is one; `total` is the sum of all weights, and `pick` gives each outcome by its weight."""
    game, rules = case.game, case.game.interpreted
    for state, _ in random_states(case):
        if not seats_in(rules.actors(state)) and rules.actors(state) and look_here(case, 30):
            case.tried()
            expected = Counter({code: rules.weight(state, code) for code in range(game.chance.size)})
            if min(expected.values(), default=0) < 0:
                case.broken("an outcome has a negative weight")
            expected = +expected
            total = rules.total(state)
            if not expected:
                case.broken("an outcome is needed and none is possible")
            if total != expected.total():
                case.broken(f"the total weight is {total}, the weights of the outcomes sum to {expected.total()}")
            picks = range(total) if total <= EVERY_K else [case.rng.randrange(total) for _ in range(EVERY_K)]
            got = Counter(rules.pick(state, k) for k in picks)
            wrong = (
                (got - expected) + (expected - got)
                if total <= EVERY_K
                else Counter(code for code in got if not expected[code])
            )
            for code in sorted(wrong)[:1]:
                name = game.chance.move(code) if 0 <= code < game.chance.size else f"the code {code}"
                case.broken(f"{name} is picked {got[code]} times, expected {expected[code]}")

"""Cases over HTTP. They are fixed by game, difficulty and seed, so nothing is kept and everything can be worked out again; only listed
seeds are given out, so that no request searches for long. What a page gets before it has the answer does not say the answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast

from aiohttp import web

from topsecret.kernel import cases, registry
from topsecret.kernel.errors import BadCase
from topsecret.kernel.match import Match
from topsecret.table.errors import TableError

from . import protocol_cases as c
from . import protocol_http as h
from .guard import Refusal, answer
from .replays import picture

if TYPE_CHECKING:
    from .api import Api

T = TypeVar("T")


class Cases:
    def __init__(self, api: Api) -> None:
        self.api = api

    def add_to(self, router: web.UrlDispatcher) -> None:
        router.add_get("/api/cases", self.of_the_day)
        router.add_get("/api/cases/{game}", self.file)
        router.add_get("/api/cases/{game}/hint", self.hint)
        router.add_post("/api/cases/{game}/try", self.attempt)

    async def _work_out(self, work: Callable[[], T]) -> T:
        try:
            return await self.api.server.looking.work_out(work)
        except BadCase as problem:
            raise Refusal(404, "no_such_case", str(problem)) from None

    async def of_the_day(self, request: web.Request) -> web.Response:
        date, language = request.query.get("date", ""), request.query.get("language", "en")
        return answer(await self._work_out(lambda: of_the_day(date, language)))

    async def file(self, request: web.Request) -> web.Response:
        game, difficulty, seed = self._asked(request)
        return answer(await self._work_out(lambda: file(listed(game, difficulty, seed))))

    async def hint(self, request: web.Request) -> web.Response:
        game, difficulty, seed = self._asked(request)
        number = request.query.get("number", "")
        return answer(await self._work_out(lambda: hint(listed(game, difficulty, seed), number)))

    async def attempt(self, request: web.Request) -> web.Response:
        wish = await self.api.body(request, c.CaseTry)
        game = known(request.match_info["game"])
        return answer(await self._work_out(lambda: tried(listed(game, wish.difficulty, wish.seed), wish.answer)))

    def _asked(self, request: web.Request) -> tuple[str, str, int]:
        seed = request.query.get("seed", "")
        if not (seed.isascii() and seed.isdigit() and len(seed) <= 10):
            raise Refusal(400, "bad_request", "seed: expected a whole number")
        return known(request.match_info["game"]), request.query.get("difficulty", ""), int(seed)


def known(game: str) -> str:
    if game not in registry.ids():
        raise TableError("unknown_game", "there is no such game")
    return game


def listed(game: str, difficulty: str, seed: int) -> cases.Case:
    """Only seeds that were found ahead; raises BadCase."""
    if seed not in cases.shipped(game).get(difficulty, ()):
        raise BadCase(f"expected a difficulty and a seed that {game} lists, got {difficulty[:20]!r} and {seed}")
    return cases.case(game, difficulty, seed)


# as the wire tells it


def of_the_day(date: str, language: str) -> c.CasesOfTheDay:
    day = cases.read_date(date)
    found = [cases.case_of_the_day(id, day) for id in registry.ids() if cases.has_cases(id)]
    return c.CasesOfTheDay(
        date, [c.CaseOfTheDay(one.game, level(one), one.seed, question(one, language)) for one in found]
    )


def level(found: cases.Case) -> c.Difficulty:
    return cast(c.Difficulty, found.difficulty)


def question(found: cases.Case, language: str) -> str:
    """In that language, or in English."""
    spoken = language if re.fullmatch("[a-z]{2}", language) else "en"
    game = registry.game(found.game)
    strings = game.words(spoken) if game.words(spoken).strings else game.words()
    return cases.in_words(strings, found.puzzle.question)


def file(found: cases.Case) -> c.CaseFile:
    puzzle = found.puzzle
    return c.CaseFile(
        id=found.id,
        game=found.game,
        version=found.version,
        difficulty=level(found),
        seed=found.seed,
        question=words(puzzle.question),
        about=words(puzzle.about),
        blanks=[
            c.CaseBlank(words(blank.label), blank.kind, [c.CaseChoice(*choice) for choice in blank.choices])
            for blank in puzzle.blanks
        ],
        evidence=list(puzzle.evidence),
        hints=len(puzzle.hints),
        exercise="" if puzzle.blanks else f"case/{found.difficulty}-{found.seed}",
        seeds={difficulty: list(seeds) for difficulty, seeds in cases.shipped(found.game).items()},
        replay=seen(found, puzzle.match),
    )


def hint(found: cases.Case, number: str) -> c.CaseHint:
    hints = found.puzzle.hints
    if number not in [str(one) for one in range(1, len(hints) + 1)]:
        raise BadCase(f"number: expected 1 to {len(hints)}, got {number[:20]!r}")
    return c.CaseHint(words(hints[int(number) - 1]))


def tried(found: cases.Case, given: list[str]) -> c.CaseTried:
    if not found.is_right(given):
        return c.CaseTried(False, given)
    puzzle = found.puzzle
    proof = [c.CaseStep(words(step.says), list(step.left), list(step.odds)) for step in puzzle.proof]
    if puzzle.blanks:
        return c.CaseTried(True, given, proof)
    played = puzzle.match.fork()
    for action in puzzle.answer:
        played.play(puzzle.seat, action)
    return c.CaseTried(True, given, proof, seen(found, played))


def words(says: cases.Says) -> c.CaseWords:
    return c.CaseWords(says.key, says.params, list(says.events))


def seen(found: cases.Case, match: Match) -> h.Replay:
    """Through the eyes of the seat that is asked; its own name is for the page to say."""
    return picture(match, found.puzzle.seat, cases.names_of(found))

"""A game's rules over HTTP: its page, the pictures beside the paragraphs, and what its cards, pieces and places are. All of it is the same
for everybody."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from aiohttp import web

from topsecret.kernel import registry
from topsecret.kernel.game import Game
from topsecret.kernel.glossary import glossary_of
from topsecret.kernel.pages import page_languages, rule_page
from topsecret.kernel.pictures import match_of, pictures_of
from topsecret.table.errors import TableError

from . import protocol_http as h
from .guard import Refusal, answer
from .replays import picture as replay_of

if TYPE_CHECKING:
    from .api import Api


class Pages:
    def __init__(self, api: Api) -> None:
        self.api = api

    def add_to(self, router: web.UrlDispatcher) -> None:
        router.add_get("/api/games/{game}/rules", self.rules)
        router.add_get("/api/games/{game}/things", self.things)
        router.add_get("/api/games/{game}/pictures/{key}", self.picture)

    async def rules(self, request: web.Request) -> web.Response:
        game, language = asked(request)
        return answer(rules(game, language))

    async def things(self, request: web.Request) -> web.Response:
        game, language = asked(request)
        return answer(await self.api.server.looking.work_out(lambda: things(game, language)))

    async def picture(self, request: web.Request) -> web.Response:
        game, _ = asked(request)
        key = request.match_info["key"]
        if key not in [one.key for one in pictures_of(game)]:
            raise Refusal(404, "not_found", "the rules of this game have no such picture")
        return answer(await self.api.server.looking.work_out(lambda: drawn(game, key)))


def asked(request: web.Request) -> tuple[Game, str]:
    """The game and the language."""
    id = request.match_info["game"]
    if id not in registry.ids():
        raise TableError("unknown_game", "there is no such game")
    game = registry.game(id)
    return game, written_in(game, request.query.get("language", "en"))


def written_in(game: Game, language: str) -> str:
    """That language if there is a page in it, else English."""
    return language.lower() if language.lower() in page_languages(game) else "en"


def rules(game: Game, language: str) -> h.Rules:
    """The rules page in a language, or in English."""
    language = written_in(game, language)
    pictures: dict[str, list[str]] = {}
    for picture in pictures_of(game):
        pictures.setdefault(picture.rule, []).append(picture.key)
    return h.Rules(language, rule_page(game, language), pictures)


@cache
def things(game: Game, language: str) -> h.Things:
    """All that has a text of its own."""
    book = glossary_of(game, language)
    found = [
        h.Thing(kind, value, one.title, sorted(names), one.effect, list(one.rules))
        for (kind, value), (names, one) in book.by_kind.items()
    ]
    told = {number: book.in_short(number) for thing in found for number in thing.rules}
    return h.Things(language, found, told)


@cache
def drawn(game: Game, key: str) -> h.RulePicture:
    """What there is to draw, through the eyes of the picture."""
    picture = next(one for one in pictures_of(game) if one.key == key)
    names = list(picture.names) or [""] * picture.seats
    return h.RulePicture(
        picture.key, picture.rule, list(picture.ring), replay_of(match_of(game, picture), picture.eyes, names)
    )

"""Saved matches: reading the document with care, and verifying it as a whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from .errors import BadFile, BadOptions, BadPosition, UnknownGame, shorten
from .fair import Fair, commitment
from .fields import fill, truth
from .game import Game
from .match import FORMAT, Match
from .repeat import repeat

KEYS = {
    "format",
    "game",
    "rules",
    "seats",
    "options",
    "start",
    "chance",
    "log",
    "hashes",
    "position",
    "outcome",
    "fairness",
}
LONGEST = 64 * 2**20


class Saved:
    """A document whose shape is right; whether it is true is found out by replaying it."""

    def __init__(self, game: Game, document: dict[str, Any]) -> None:
        self.game = game
        self.document = document
        self.version: int = document["rules"]
        self.seats: int = document["seats"]
        self.options: dict[str, Any] = document["options"]
        self.start = document["start"]
        self.chance: str = document["chance"]
        self.log: list[list[Any]] = document["log"]
        self.hashes: list[str] = document["hashes"]
        self.position = document["position"]
        self.outcome = document["outcome"]
        self.fairness: dict[str, Any] | None = document["fairness"]

    @classmethod
    def read(cls, document: Any, game: Game | None = None) -> Saved:
        """Checks the shape of a document (text, bytes or object); raises BadFile."""
        if isinstance(document, bytes | str):
            if len(document) > LONGEST:
                raise BadFile(f"expected at most {LONGEST} characters, got {len(document)}")
            try:
                document = json.loads(document)
            except (ValueError, RecursionError) as problem:
                raise BadFile(f"expected a JSON document, got {shorten(str(problem))}") from None
        if not isinstance(document, dict) or set(document) != KEYS:
            came = sorted(map(str, document)) if isinstance(document, dict) else shorten(document)
            raise BadFile(f"expected an object with {', '.join(sorted(KEYS))}; got {shorten(came, 200)}")
        require(document["format"] == FORMAT, "format", repr(FORMAT), document["format"])
        found = game or find(document["game"])
        require(document["game"] == found.id, "game", found.id, document["game"])
        require(is_int(document["rules"]) and 0 <= document["rules"] < 2**31, "rules", "a version", document["rules"])
        require(
            is_int(document["seats"]) and document["seats"] in found.seats,
            "seats",
            f"{found.seats[0]} to {found.seats[-1]}",
            document["seats"],
        )
        require(isinstance(document["options"], dict), "options", "an object", document["options"])
        require(document["chance"] in ("fair", "manual"), "chance", "fair or manual", document["chance"])
        require(isinstance(document["log"], list), "log", "a list", document["log"])
        for number, line in enumerate(document["log"]):
            require(is_line(line, found.State.timed), f"log[{number}]", "who and what", line)
        hashes = document["hashes"]
        require(
            isinstance(hashes, list)
            and len(hashes) == len(document["log"])
            and all(isinstance(part, str) for part in hashes),
            "hashes",
            "one text for each line of the log",
            hashes,
        )
        require(isinstance(document["position"], dict), "position", "an object", document["position"])
        fairness = document["fairness"]
        if document["chance"] == "manual":
            require(fairness is None, "fairness", "null, because outcomes were played by hand", fairness)
        else:
            require(
                is_proof(fairness), "fairness", "method hmac-sha256, table, commitment, entropy and secret", fairness
            )
        return cls(found, document)

    def source(self) -> Fair | None:
        if self.fairness is None:
            return None
        return Fair(bytes.fromhex(self.fairness["secret"]), self.fairness["table"], tuple(self.fairness["entropy"]))

    def empty_match(self) -> Match:
        """The match before its first line."""
        if self.start is None:
            begin = self.game.begin(self.seats, self.options)
        else:
            begin = self.game.position(self.seats, self.options, self.start)
        if self.fairness is not None and self.fairness["commitment"] != commitment(
            bytes.fromhex(self.fairness["secret"]), self.fairness["table"]
        ):
            raise BadFile("fairness: the secret does not belong to the commitment")
        return Match(self.game, begin, self.chance, self.source(), self.start)

    def frozen_match(self, why: str) -> Match:
        """The match as its last position shows it, to be looked at."""
        state = self.game.State.blank(self.seats)
        try:
            fill(state, self.position)
        except BadPosition as problem:
            raise BadFile(f"position: {problem}") from None
        match = Match(self.game, state, self.chance, self.source(), self.start)
        match.freeze(self.document, f"today's rules (version {self.game.version}) do not reproduce it: {why}")
        return match


def load(document: Any, game: Game | None = None) -> Match:
    """A saved match. If it was made with other rules that do not reproduce it, it opens read-only from its position."""
    saved = Saved.read(document, game)
    try:
        match = saved.empty_match()
    except (BadOptions, BadPosition) as wrong:
        if saved.version != saved.game.version:
            return saved.frozen_match(str(wrong))
        raise BadFile(f"start: {wrong}") from None
    problem = None
    for number, line in enumerate(saved.log):
        problem = repeat(match, line, saved.hashes[number], number)
        if problem:
            break
    problem = problem or differs(match, saved)
    if problem and saved.version == match.game.version:
        raise BadFile(problem)
    if problem:
        return saved.frozen_match(problem)
    try:
        match.settle()  # a log may end where an outcome is needed: the fair source gives it, nobody chooses it
    except BadPosition as wrong:
        raise BadFile(f"position: {wrong}") from None
    return match


def differs(match: Match, saved: Saved) -> str | None:
    """What a finished replay does not reproduce."""
    if not same(match.position.as_before(match.truth(), saved.position), saved.position):
        return "position: the log does not lead to it"
    if not same(match.result, saved.outcome):
        return f"outcome: expected {shorten(match.result, 200)}, got {shorten(saved.outcome, 200)}"
    return None


def same(ours: Any, theirs: Any) -> bool:
    """Whether two JSON values are the same; for Python alone true is 1 and 1 is 1.0."""
    if type(ours) is not type(theirs):
        return False
    if isinstance(ours, dict):
        return ours.keys() == theirs.keys() and all(same(part, theirs[key]) for key, part in ours.items())
    if isinstance(ours, list):
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    return bool(ours == theirs)


def find(name: Any) -> Game:
    from .registry import game

    if not isinstance(name, str):
        raise BadFile(f"game: expected a name, got {shorten(name)}")
    try:
        return game(name)
    except UnknownGame as problem:
        raise BadFile(f"game: {problem}") from None


def require(holds: bool, where: str, expected: str, came: Any) -> None:
    if not holds:
        raise BadFile(f"{where}: expected {expected}, got {shorten(came)}")


def is_int(thing: Any) -> bool:
    return isinstance(thing, int) and not isinstance(thing, bool)


def is_line(line: Any, timed: bool) -> bool:
    if not isinstance(line, list) or len(line) < 2:
        return False
    if line[0] in ("undo", "time") and isinstance(line[0], str):
        return len(line) == 2 and is_int(line[1])
    if line[0] == "chance" and isinstance(line[0], str):
        return len(line) == 2 and isinstance(line[1], str)
    return (
        is_int(line[0])
        and isinstance(line[1], str)
        and (len(line) == 3 and is_int(line[2]) if timed else len(line) == 2)
    )


def is_proof(proof: Any) -> bool:
    if not isinstance(proof, dict) or set(proof) != {"method", "table", "commitment", "entropy", "secret"}:
        return False
    if proof["method"] != "hmac-sha256" or not all(
        isinstance(proof[key], str) for key in ("table", "commitment", "secret")
    ):
        return False
    if not isinstance(proof["entropy"], list) or not all(isinstance(part, str) for part in proof["entropy"]):
        return False
    try:
        return len(bytes.fromhex(proof["secret"])) >= 16
    except ValueError:
        return False


def verify(document: Any, game: Game | None = None, on_line: Callable[[int, int], None] | None = None) -> list[str]:
    """Recomputes every outcome and the whole game; everything that does not hold, in words. An empty list: it holds, if the match is
    not over (`outcome` is null) so far. `on_line(done, lines)` is called after each line of the log."""
    try:
        saved = Saved.read(document, game)
        match = saved.empty_match()
    except (BadFile, BadOptions, BadPosition) as wrong:
        return [str(wrong)]
    problems = []
    if saved.version != saved.game.version:
        problems.append(
            f"rules: the match was played by version {saved.version}, these rules are version {saved.game.version}"
        )
    if not same(match.entries.begin.as_before(match.options, saved.options), saved.options):
        problems.append("options: they are not all there")
    if saved.start is not None:
        start = match.entries.begin.as_before(truth(match.entries.begin), saved.start)
        if not same(start, saved.start):
            problems.append("start: it is not a whole position")
    for number, line in enumerate(saved.log):
        problem = repeat(match, line, saved.hashes[number], number)
        if problem:
            return [*problems, problem]
        if on_line is not None:
            on_line(number + 1, len(saved.log))
    problem = differs(match, saved)
    return [*problems, problem] if problem else problems

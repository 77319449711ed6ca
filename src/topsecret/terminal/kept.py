"""Games that somebody left: kept in the user's data folder until they are played to their end."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.markup import escape

from topsecret.data_folder import data_folder
from topsecret.kernel.errors import BadFile
from topsecret.kernel.saved import Saved
from topsecret.kernel.words import Words

from .speech import ENGLISH, listed, words_in

SUFFIX = ".topsecret.json"
SEATED = ".seated.json"  # beside it: who sat where


@dataclass(frozen=True)
class Seated:
    """How somebody sat at a game: the seat, the name, and the bot that the others are."""

    seat: int = 0
    name: str = "Chief"
    bot: str | None = None


class KeptGames:
    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else data_folder() / "games"

    def keep(self, document: str, game: str, seated: Seated, path: Path | None = None) -> Path:
        """Writes a match (as `dumps` gives it) into its own file, or over `path`, where it was kept before."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            path = path or self._free(game)
            new = path.with_name(path.name + ".new")  # what was kept before stays whole until this is
            new.write_text(document + "\n", encoding="utf-8")
            new.replace(path)
            self._beside(path).write_text(json.dumps(asdict(seated)) + "\n", encoding="utf-8")
        except OSError as problem:
            raise BadFile(f"cannot save: {problem}") from None
        return path

    def _free(self, game: str) -> Path:
        names = (self.folder / f"{game}-{number}{SUFFIX}" for number in range(1, 10_000))
        return next(path for path in names if not path.exists())

    def drop(self, path: Path) -> None:
        """Forgets a game that was played to its end."""
        for file in (path, self._beside(path)):
            file.unlink(missing_ok=True)

    def unfinished(self, game: str | None = None) -> list[Path]:
        """What can be gone on with, of that game or of all, the latest first."""
        found = list(self.folder.glob(f"{game or '*'}-*{SUFFIX}")) if self.folder.is_dir() else []
        return sorted(found, key=lambda path: (-path.stat().st_mtime_ns, path.name))

    def seated(self, path: Path) -> Seated:
        """How its player sat there; the usual way if nobody wrote it down."""
        try:
            found: Any = json.loads(self._beside(path).read_text(encoding="utf-8"))
            return Seated(int(found["seat"]), str(found["name"]), None if found["bot"] is None else str(found["bot"]))
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return Seated()

    def _beside(self, path: Path) -> Path:
        return path.with_name(path.name.removesuffix(SUFFIX) + SEATED)


def write(path: Path, document: str, words: Words | None = None) -> tuple[bool, str]:
    """Saves to a file; whether that went well, and a line that says so."""
    words = words or words_in(ENGLISH)
    try:
        path.write_text(document + "\n", encoding="utf-8")
    except OSError as problem:
        return False, f"  [no]✗[/] {words.say('kept.cannot_save', {'problem': escape(str(problem))})}"
    return True, f"  [yes]✓[/] {words.say('kept.saved', {'path': escape(str(path))})}"


@dataclass
class Shelf:
    """Where a game goes when it ends or is left: to the file that was asked for; else, where somebody sits there (`kept`), among the
    games that they left. `path`: where it was kept before."""

    save: Path | None = None
    kept: KeptGames | None = None
    seated: Seated = Seated()
    path: Path | None = None

    def put(self, document: str, game: str, is_over: bool, has_played: bool, words: Words | None = None) -> list[str]:
        """Puts a match (as `dumps` gives it) away and says where. What nobody has played yet is not kept."""
        words = words or words_in(ENGLISH)
        lines = []
        is_saved = False
        if self.save is not None:
            is_saved, said = write(self.save, document, words)
            lines.append(said)
        if self.kept is None:
            return lines
        if self.path is not None and (is_over or is_saved):
            self.kept.drop(self.path)
        elif not is_over and not is_saved and (has_played or self.path is not None):
            try:
                self.path = self.kept.keep(document, game, self.seated, self.path)
            except BadFile as problem:
                return [*lines, f"  [no]✗[/] {escape(str(problem))}"]
            lines.append(words.say("kept.kept", {"path": escape(str(self.path))}))
        return lines


def describe(path: Path, language: str = ENGLISH) -> str:
    """A kept game in a line: what it is, who plays, how far it is."""
    try:
        saved = Saved.read(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, BadFile) as problem:
        return f"{path.name}: {problem}"
    words, titles = words_in(language), saved.game.words(language).strings
    options = [
        titles.get(f"option.{key}", key.replace("_", " ")) for key, value in saved.options.items() if value is True
    ]
    how = words.say("kept.with", {"options": listed(words, options)}) if options else ""
    played = sum(isinstance(line[0], int) for line in saved.log)
    return words.say("kept.game", {"title": saved.game.title, "how": how, "seats": saved.seats, "actions": played})


__all__ = ["KeptGames", "Seated", "Shelf", "describe", "write"]

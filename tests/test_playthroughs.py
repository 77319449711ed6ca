"""Whole games as text: today's rules still give what the files show."""

from pathlib import Path

import pytest

import topsecret
from topsecret.kernel.errors import TopSecretError
from topsecret.kernel.playthrough import command, files, main, playthrough, setup_of

FILES = [(game, path) for game in topsecret.games() for path in files(game)]


@pytest.mark.parametrize(("game", "path"), FILES, ids=[f"{game.id}-{path.stem}" for game, path in FILES])
def test_a_game_goes_as_it_is_written(game: topsecret.Game, path: Path) -> None:
    kept = path.read_text(encoding="utf-8")
    now = playthrough(game, setup_of(kept))
    for number, (old, new) in enumerate(zip([*kept.splitlines(), "(end)"], [*now.splitlines(), "(end)"]), 1):
        if old != new:
            pytest.fail(
                f"{path.name}, line {number}:\n  kept: {old}\n  now:  {new}\n"
                f"If the rules were meant to change, write the files again: {command(game)}"
            )


@pytest.mark.parametrize("game", topsecret.games(), ids=lambda game: game.id)
def test_every_game_has_playthroughs_to_the_end(game: topsecret.Game) -> None:
    assert files(game), f"make one: {command(game)} --add NAME SETUP"
    for path in files(game):
        assert path.read_text(encoding="utf-8").splitlines()[-1].startswith('result {"winners"')
    assert sum(path.stat().st_size for path in files(game)) < 400_000


def test_a_file_without_set_up_is_named() -> None:
    with pytest.raises(TopSecretError, match="set-up"):
        setup_of("nothing")


def test_the_command_writes_the_files_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = topsecret.game("spies")
    monkeypatch.setattr(game, "folder", tmp_path)
    main(["spies", "--add", "short", '{"seats": 2, "options": {}, "seed": "short"}'])
    (path,) = files(game)
    first = path.read_text(encoding="utf-8")
    path.write_text("\n".join(first.splitlines()[:3]), encoding="utf-8")
    main(["spies"])
    assert path.read_text(encoding="utf-8") == first

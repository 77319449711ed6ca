"""What the pages show is true: their code is run, their links lead somewhere."""

from __future__ import annotations

import doctest
import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from topsecret.kernel import Game, laws, registry
from topsecret.kernel.compiled import InterpretedOnly, cache
from topsecret.kernel.registry import games

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


def code_blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_the_session_of_the_readme_runs_as_shown() -> None:
    sessions = code_blocks(ROOT / "README.md", "python")
    assert sessions
    for number, session in enumerate(sessions):
        test = doctest.DocTestParser().get_doctest(session, {}, f"README session {number}", "README.md", 0)
        results = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test)
        assert results.attempted > 5
        assert results.failed == 0


def test_the_readme_shows_both_commands_within_its_first_screen() -> None:
    first_screen = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:24]
    assert any(line.startswith("./play") for line in first_screen)
    assert any(line.startswith("./check") for line in first_screen)


def test_the_readme_lists_every_game_once_with_its_seats() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \|.*\| ([\d-]+) \|$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    seats = {game.id: (game.seats[0], game.seats[-1]) for game in games()}
    assert sorted(rows) == [
        (id, f"{low}-{high}" if low < high else str(low)) for id, (low, high) in sorted(seats.items())
    ]


@pytest.fixture(scope="module")
def coins(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    (source,) = code_blocks(ROOT / "docs" / "adding-a-game.md", "python")
    path = tmp_path_factory.mktemp("docs") / "coins_of_the_page.py"
    path.write_text(source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("coins_of_the_page", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["coins_of_the_page"] = module
    spec.loader.exec_module(module)
    return module


def test_the_game_of_the_page_obeys_all_laws(coins: ModuleType) -> None:
    game = Game("coins", coins, coins, coins)
    broken = [violation for report in laws.run(game, games=3, seed="docs") for violation in report.violations]
    assert not broken, broken


def test_the_functions_beside_the_rules_on_the_page_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Interpreted: that is quick, and compiled they do the same (tests/kernel/test_extend.py)."""
    pytest.importorskip("numpy")
    module, session = code_blocks(ROOT / "docs" / "compiled.md", "python")
    (tmp_path / "shares.py").write_text(module, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr(registry.game("intel"), "_compiled", {})
    monkeypatch.setattr(cache, "_said", set())
    with pytest.warns(InterpretedOnly):
        exec(compile(session, "docs/compiled.md", "exec"), {})
    assert re.fullmatch(r"0\.\d\d ± 0\.\d\d\n", capsys.readouterr().out)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_of_the_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"

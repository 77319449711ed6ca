"""Codes, cover names and what is left of a nickname."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from topsecret.server import protocol
from topsecret.table.names import COVERS, LONGEST, clean, clean_name, cover, new_code, unique


def test_a_code_can_be_said_over_the_telephone() -> None:
    pattern = next(part.pattern for part in protocol.TableCode.__metadata__)  # type: ignore[attr-defined]
    rng = random.Random(1)
    codes = {new_code(rng) for _ in range(2000)}
    assert len(codes) > 1900 and all(re.fullmatch(pattern, code) for code in codes)


def test_cover_names_differ_even_when_the_list_is_used_up() -> None:
    rng, taken = random.Random(1), list(COVERS[:2])
    for _ in range(30):
        taken.append(cover(taken, rng))
    assert len(set(taken)) == len(taken)


@pytest.mark.parametrize(
    ("came", "left"),
    [
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("a\nb\tc", "a b c"),
        ("\u202egnp.exe", "gnp.exe"),
        ("\ud800x", "x"),
        ("\u200b", ""),
        ("\u3164", ""),
        ("\u2800 \u115f", ""),
        ("\ufe0f\u0301", ""),
        ("a \u200b b", "a b"),
        ("a\u3164\u3164b", "a b"),
        ("Zoe\u0308", "Zoë"),
        ("\u202e" * 30 + "Ada", "Ada"),
        ("x" * 60, "x" * LONGEST),
        ("Zoë 鈴木 🕵", "Zoë 鈴木 🕵"),
    ],
)
def test_a_nickname_is_one_line_of_what_can_be_seen(came: str, left: str) -> None:
    assert clean_name(came) == left


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # on a busy machine, too
@given(st.text(), st.lists(st.text(max_size=5)))
def test_a_unique_name_is_short_and_new(name: str, taken: list[str]) -> None:
    cleaned = clean_name(name) or "x"
    found = unique(cleaned, taken)
    assert found not in taken and len(found) <= LONGEST
    assert clean(found) == found
    found.encode()

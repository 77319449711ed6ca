"""For all tests, also those of the games."""

import os

import pytest
from hypothesis import HealthCheck, settings

from topsecret import native

# compiled searches are for the tests that ask for one: what the others play must not hang on what lies in a cache
os.environ.setdefault("TOPSECRET_BOTS", "interpreted")

# the terminal speaks the language of whoever sits there: tests are written in English, whatever this machine speaks
if os.environ.get("LC_ALL"):
    os.environ.setdefault("LC_CTYPE", os.environ.pop("LC_ALL"))
os.environ["LC_MESSAGES"] = "C"

# how long an example takes judges the machine, not the code
settings.register_profile("no clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no clock")


def pytest_configure(config: pytest.Config) -> None:
    words = "plain: puts its own thing in the place of a function or method, or holds a thing weakly; left out on a compiled build"
    config.addinivalue_line("markers", words)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """On a compiled build (`native/build.py`) modules call each other directly, and nobody can step in between."""
    if native.compiled():
        for item in items:
            if item.get_closest_marker("plain"):
                item.add_marker(pytest.mark.skip(reason="compiled modules call each other directly"))

"""For all tests, also those of the games."""

import os

from hypothesis import HealthCheck, settings

# compiled searches are for the tests that ask for one: what the others play must not hang on what lies in a cache
os.environ.setdefault("TOPSECRET_BOTS", "interpreted")

# the terminal speaks the language of whoever sits there: tests are written in English, whatever this machine speaks
if os.environ.get("LC_ALL"):
    os.environ.setdefault("LC_CTYPE", os.environ.pop("LC_ALL"))
os.environ["LC_MESSAGES"] = "C"

# how long an example takes judges the machine, not the code
settings.register_profile("no clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no clock")

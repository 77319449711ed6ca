"""For all tests, also those of the games."""

import os

from hypothesis import HealthCheck, settings

# compiled searches are for the tests that ask for one: what the others play must not hang on what lies in a cache
os.environ.setdefault("TOPSECRET_BOTS", "interpreted")

# how long an example takes judges the machine, not the code
settings.register_profile("no clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no clock")

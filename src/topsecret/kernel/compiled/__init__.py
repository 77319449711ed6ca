"""The compiled mode: the same rules at native speed, and functions of one's own beside them. Nothing else imports numba and numpy, and
this only when it is asked to compile.

`cache.py`: the folders in which compiled code is kept. `source.py`: the text that is generated from rules. `doors.py`: what Python
calls. `extension.py`: other modules, compiled beside the rules (`kernel/extend.py` says how they are written).
"""

from .cache import CannotCompile, InterpretedOnly, cache_home, say_once
from .doors import Compiled, same, warm_in_background

__all__ = ["CannotCompile", "Compiled", "InterpretedOnly", "cache_home", "same", "say_once", "warm_in_background"]

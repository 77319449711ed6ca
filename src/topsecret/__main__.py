"""`python -m topsecret` is the command `topsecret`."""

from .cli import main

raise SystemExit(main())

"""A table in the terminal: one person against bots. Knows no game; each game brings its own display (`games/<id>/terminal`)."""

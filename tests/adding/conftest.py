# coins is a game that is not among the games: its own tests run where a test has put it there
collect_ignore = ["coins"]

"""briefcase: a Cold War duel in which you do not know how your own spies move."""

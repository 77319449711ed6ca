"""The arena: bots play each other on the same deals, dice and draws from every seat, and what came of it with its uncertainty."""

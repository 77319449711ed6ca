"""spies: hidden identities, dice, cards and bluff, for two to seven players."""

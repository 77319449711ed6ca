"""coins: the smallest game with all rooms. A test puts this folder among the games; nothing else changes."""

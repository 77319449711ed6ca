"""Live tables: people, bots and chat around a match. No HTTP, no SQL."""

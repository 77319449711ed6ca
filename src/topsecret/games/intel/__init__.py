"""Top-Secret, the trickling-intel duel."""

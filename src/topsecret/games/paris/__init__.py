"""TOP SECRET, the winking game set in Paris: real time, glances, memory."""

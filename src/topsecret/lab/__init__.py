"""The lab: everything that plays many games."""

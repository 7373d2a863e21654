"""Sentences and numbers that explain themselves: events, tallies, text for terminals."""

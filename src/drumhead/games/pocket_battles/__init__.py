"""Pocket Battles: fast battles between two small armies."""

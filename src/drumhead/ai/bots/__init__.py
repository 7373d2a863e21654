"""The opponents, from random play to whole-turn search, and their levels."""

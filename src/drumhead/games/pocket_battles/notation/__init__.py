"""Positions and actions as text that can be read back."""

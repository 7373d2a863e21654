"""Measurements behind commands: random play, builds compared, resumable series."""

"""Boards of squares and hexes: neighbours, distances, bitsets, lines of sight."""

"""Measurements beside other programs: a plain peer of the opponents, and load on the server."""

"""The tests of each game, clause by clause."""

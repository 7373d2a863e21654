"""Positions as whole numbers: encoding, data, legal actions, outcomes of throws, audit."""

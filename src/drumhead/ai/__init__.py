"""Computer opponents. They know the contract of a position and no game."""

"""What a position is worth, for opponents; positions to measure them by."""

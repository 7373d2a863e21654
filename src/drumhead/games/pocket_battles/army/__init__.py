"""The armies: what they are made of, how they are written, and what makes one legal."""

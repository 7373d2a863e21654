"""Measuring and training opponents: duels, balance, endings, self-play, SPSA."""

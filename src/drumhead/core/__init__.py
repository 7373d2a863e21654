"""What all games share: positions, dice, matches, records, clauses. Uses the standard library only."""

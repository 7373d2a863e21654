"""What every game stands on: positions, dice, matches, records, clauses. Standard library only."""

"""Search: the PUCT tree, the exact solver, the evaluation of positions."""

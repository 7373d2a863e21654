"""What is in the box: unit types, tables and maps, and the scenario that is played with them."""

"""The commands of the program, a module each."""

"""Files: game files, and lists as players write them."""

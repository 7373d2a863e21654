"""Chapter 13: the Automa, the opponent that the rules play."""

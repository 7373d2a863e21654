"""Before a battle: options, requests for battles, seats and their links."""

"""Other processes and machines: the bus between servers, locks, worker processes, threads, webhooks."""

"""Processes: the bus between servers, locks, workers, webhooks."""

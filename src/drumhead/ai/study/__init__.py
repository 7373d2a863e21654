"""Studying battles: hints, reviews, the graph of a review."""

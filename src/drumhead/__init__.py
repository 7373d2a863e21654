"""The table for small battles."""

"""Sentences that can be said in another language: texts, catalogues, extraction."""

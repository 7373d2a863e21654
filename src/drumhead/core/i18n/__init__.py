"""Translation: texts that are formatted late, catalogues, and the extraction of sentences from the sources."""

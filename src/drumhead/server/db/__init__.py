"""The database: schema, store, commit queue, backup."""

"""The table behind the browser: battles kept in a database, played over websockets."""

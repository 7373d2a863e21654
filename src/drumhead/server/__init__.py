"""The server: battles stored in a database and played over HTTP and websockets."""

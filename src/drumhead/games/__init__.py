"""The games. Each is a package here and is found by scanning: adding one edits no existing file."""

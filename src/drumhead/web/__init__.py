"""What the browser shows: pages, styles, the client."""
